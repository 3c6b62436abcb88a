//! The referee: rule cases, logs by hand, random games, and audits as a tournament director meets them.

mod asl_sk2_bot;
mod asl_sk2_cases;
mod asl_sk2_hearing;
mod audit;
mod bridgehead_cases;
mod chains;
mod court;
mod italy43_bot;
mod italy43_cases;
mod italy43_example;
#[path = "../support/mod.rs"]
mod support;
