//! Input from strangers: whatever it is, the program reports and never panics.

mod sources;
