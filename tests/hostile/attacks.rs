//! The attacks that are tried, as SECURITY.md lists them: attack, limit, outcome. Each names the test that makes it.
#![cfg(unix)]

use crate::{
    budget, drawings, kills, links, outputs, privacy, referee, spreadsheets, tables, terminal,
};

/// What is tried, what stops it, what comes of it, and the test.
type Attack = (&'static str, &'static str, &'static str, fn());

const REFUSED: &str = "refused";
const ENDED: &str = "ended with the flag that raises the limit";
const READ: &str = "read in linear time";
const NAMED: &str = "refused, with file and part";

const ATTACKS: &[Attack] = &[
    (
        "a log of 140,000 chat lines",
        "none",
        READ,
        budget::hundreds_of_thousands_of_chat_lines_are_read_in_linear_time,
    ),
    ("a stack of 20 million pieces", "memory", ENDED, budget::stacks_of_millions_are_refused),
    (
        "40 million escape characters",
        "`--max-commands`, memory",
        ENDED,
        budget::millions_of_escapes_are_refused,
    ),
    (
        "parts that name a part twice, 60 deep",
        "96 MB of parts",
        REFUSED,
        budget::parts_that_double_are_refused,
    ),
    (
        "20,000 pieces of one name",
        "none",
        READ,
        budget::pieces_of_one_name_are_extracted_in_linear_time,
    ),
    (
        "components and entries 900 folders deep",
        "64 folders",
        REFUSED,
        budget::deep_trees_are_not_extracted,
    ),
    (
        "16,000 entries over each other",
        "none may",
        REFUSED,
        budget::entries_over_each_other_are_refused,
    ),
    (
        "1,000 pictures of a megabyte in a page",
        "memory",
        "left out, or ended with the flag",
        budget::thousands_of_pictures_in_a_page,
    ),
    (
        "pictures of 31 million pixels",
        "pixels, memory",
        "drawn, or ended with the flag",
        budget::pictures_that_are_huge_when_decoded,
    ),
    ("60,000 counters, 9 of each", "none", READ, budget::counters_without_number),
    (
        "maps of up to 2 billion columns and rows",
        "hexes, time",
        "refused, or ended with the flag",
        budget::maps_without_end,
    ),
    (
        "20,000 operators in an expression",
        "400 words and signs",
        NAMED,
        drawings::expressions_that_nest_deeply,
    ),
    (
        "3,000 clips, masks, patterns in a row",
        "40 in a row",
        NAMED,
        drawings::chains_of_definitions,
    ),
    (
        "turbulence, morphology, convolution, blur",
        "steps and reach",
        NAMED,
        drawings::filters_that_take_long,
    ),
    (
        "filters that reach beyond all pixels",
        "10 million units",
        NAMED,
        drawings::filters_beyond_all_pixels,
    ),
    (
        "200,000 letters; masks that double",
        "letters, elements",
        NAMED,
        drawings::texts_and_masks_without_end,
    ),
    (
        "strings that double, repeat, indent, pad",
        "size of a drawing",
        NAMED,
        drawings::strings_that_grow,
    ),
    (
        "loops and macros without end",
        "steps of a template",
        NAMED,
        drawings::templates_that_go_round_for_ever,
    ),
    (
        "a drawing within every count that is slow",
        "2 s for a drawing",
        NAMED,
        drawings::a_drawing_within_every_count_that_is_slow,
    ),
    (
        "a module with hostile art, imported and built",
        "40 in a row",
        NAMED,
        drawings::a_module_with_hostile_art_is_imported_and_built,
    ),
    (
        "a shipped ledger that names the user's files",
        "sealed by this machine",
        "nothing is removed",
        outputs::a_ledger_that_came_with_a_project_removes_nothing,
    ),
    (
        "ids and `output` that are paths",
        "names only",
        REFUSED,
        outputs::ids_are_names_and_output_stays_inside,
    ),
    (
        "outputs through links of the project",
        "inside the folder named",
        REFUSED,
        outputs::no_output_goes_through_a_link_of_the_project,
    ),
    (
        "a shipped cache of other faces",
        "sealed by this machine",
        "drawn anew",
        outputs::a_cache_that_came_with_a_project_is_not_believed,
    ),
    (
        "outputs edited by hand",
        "the ledger",
        "left alone, with what to do",
        outputs::outputs_that_were_edited_by_hand_are_left_alone_with_a_next_step,
    ),
    (
        "`--out` over a file of the user's",
        "`--force`",
        REFUSED,
        outputs::no_command_writes_over_a_file_of_the_users,
    ),
    (
        "an `extract` that fails half-way",
        "whole or not at all",
        "nothing is left",
        outputs::a_folder_that_cannot_be_finished_is_not_begun,
    ),
    (
        "builds killed at random moments",
        "the journal",
        "resumed, bytes of a clean build",
        kills::an_interrupted_build_is_resumed,
    ),
    (
        "sources behind links, pipes, devices",
        "regular files inside",
        REFUSED,
        links::sources_are_files_of_the_project,
    ),
    (
        "templates, styles, art, backdrops behind links",
        "regular files inside",
        REFUSED,
        links::templates_styles_art_and_backdrops_are_files_of_the_project,
    ),
    (
        "`pack` of links",
        "regular files inside",
        REFUSED,
        links::a_module_is_packed_of_files_in_its_folder,
    ),
    (
        "cases and grids of boards behind links, pipes, devices",
        "regular files inside",
        REFUSED,
        links::cases_and_boards_are_files_of_the_project,
    ),
    (
        "escape sequences, C1, bidi in projects",
        "one door",
        "shown as escapes",
        terminal::project_files_cannot_steer_the_terminal,
    ),
    (
        "the same in file names",
        "one door",
        "shown as escapes",
        terminal::file_names_cannot_steer_the_terminal,
    ),
    ("the same in logs", "one door", "shown as escapes", terminal::logs_cannot_steer_the_terminal),
    (
        "the same in modules",
        "one door",
        "shown as escapes",
        terminal::modules_cannot_steer_the_terminal,
    ),
    (
        "a log judged by damaged sources",
        "no errors",
        REFUSED,
        referee::no_log_is_judged_by_broken_sources,
    ),
    (
        "a room of 200 MB that is sent as 200 kB",
        "`--max-entry-bytes`",
        REFUSED,
        tables::a_room_that_is_small_to_send_and_huge_to_read_is_refused,
    ),
    (
        "rooms, traces and saves of other tables, damaged or absurd",
        "those of VASSAL's files",
        "read, or refused with words",
        tables::files_of_other_tables_end_in_words_and_never_in_a_panic_or_an_escape_sequence,
    ),
    (
        "a case judged by damaged sources",
        "no errors",
        REFUSED,
        referee::no_case_is_judged_by_broken_sources,
    ),
    (
        "formulas in counters",
        "one door",
        "written as text",
        spreadsheets::formulas_in_counters_stay_text_in_the_manifest,
    ),
    (
        "formulas in modules that are imported",
        "one door",
        "written as text",
        spreadsheets::formulas_in_modules_stay_text_in_the_sheets_of_their_import,
    ),
    (
        "scripts in rules of play",
        "content policy",
        "not run",
        spreadsheets::the_rules_of_play_run_no_script,
    ),
    (
        "passwords in chat, in values, as ids",
        "never told",
        "masked",
        privacy::passwords_within_chat_values_and_ids_are_masked,
    ),
    (
        "names of players in any spelling, in names of files",
        "`--anonymise`",
        "left out",
        privacy::names_are_left_out_in_every_spelling_and_format,
    ),
    (
        "both where nobody expects them: maps, values, trackers",
        "one door",
        "masked, left out",
        privacy::names_and_passwords_are_looked_for_where_nobody_expects_them,
    ),
    (
        "a log that names the players of another",
        "`--anonymise`",
        "left out",
        privacy::what_one_log_tells_of_another_is_left_out_of_both,
    ),
];

#[test]
fn security_md_lists_every_attack_that_is_tried() {
    let rows: Vec<String> = ATTACKS
        .iter()
        .map(|(attack, limit, outcome, _)| format!("| {attack} | {limit} | {outcome} |"))
        .collect();
    let text = include_str!("../../SECURITY.md");
    let listed =
        text.split("| attack | limit | outcome |\n|---|---|---|\n").nth(1).expect("the table");
    let listed: Vec<&str> = listed.lines().take_while(|line| line.starts_with('|')).collect();
    assert_eq!(listed, rows, "the table of attacks would be:\n{}", rows.join("\n"));
}
