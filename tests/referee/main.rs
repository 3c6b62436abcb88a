//! The referee: rule cases, logs by hand, random games, and audits as a tournament director meets them.

mod asl_sk2_bot;
mod asl_sk2_cases;
mod asl_sk2_hearing;
mod audit;
mod bridgehead_bot;
mod bridgehead_cases;
mod chains;
mod court;
mod engine;
mod foreign;
mod italy43_bot;
mod italy43_cases;
mod italy43_example;
mod sicily_bot;
mod sicily_cases;
mod sicily_hearing;
mod sicily_means;
mod sicily_messy;
#[path = "../support/mod.rs"]
mod support;
