//! The `hexwright` command: everything happens in [`hexwright::cli`].

fn main() -> std::process::ExitCode {
    hexwright::cli::main()
}
