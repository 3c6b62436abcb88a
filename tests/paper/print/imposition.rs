//! Where counters lie.

use hexwright::draw::FaceSide;
use hexwright::model::Shape;
use hexwright::print::geometry::{Edges, PageBox, Um};
use hexwright::print::*;
use proptest::prelude::*;

const FIVE_EIGHTHS: Um = 15_875;

fn piece(size: (Um, Um), count: u32) -> Piece {
    Piece { size, shape: Shape::Square, count, has_back: true }
}

fn squares(count: u32) -> Vec<Piece> {
    vec![piece((FIVE_EIGHTHS, FIVE_EIGHTHS), count)]
}

fn refusal(pieces: &[Piece], options: &SheetOptions) -> String {
    impose(pieces, options).unwrap_err().to_string()
}

#[test]
fn a_magazine_game_fills_two_sheets_of_a4() {
    let layout = impose(&squares(280), &SheetOptions::default()).unwrap();
    assert_eq!(layout.counters_per_sheet, [165, 115]);
    assert_eq!(layout.pages.len(), 4);
    let roles: Vec<_> = layout.pages.iter().map(|page| (page.sheet, page.role)).collect();
    assert_eq!(
        roles,
        [(1, PageRole::Front), (1, PageRole::Back), (2, PageRole::Front), (2, PageRole::Back)]
    );
}

#[test]
fn fronts_only_and_counters_without_backs_need_no_back_pages() {
    let options = SheetOptions { backs: Backs::None, ..SheetOptions::default() };
    assert_eq!(impose(&squares(280), &options).unwrap().pages.len(), 2);
    let blank = [Piece { has_back: false, ..squares(280)[0] }];
    assert_eq!(impose(&blank, &SheetOptions::default()).unwrap().pages.len(), 2);
}

#[test]
fn a_blank_back_leaves_its_place_empty_and_the_others_behind_their_fronts() {
    let pieces = [squares(1)[0], Piece { has_back: false, ..squares(1)[0] }, squares(1)[0]];
    let layout = impose(&pieces, &SheetOptions::default()).unwrap();
    let backs: Vec<usize> = layout.pages[1].slots.iter().map(|slot| slot.piece).collect();
    assert_eq!(backs, [0, 2]);
}

#[test]
fn turning_like_a_book_mirrors_left_and_right() {
    for (backs, orientation) in
        [(Backs::LongEdge, Orientation::Portrait), (Backs::ShortEdge, Orientation::Landscape)]
    {
        let options = SheetOptions { backs, orientation, ..SheetOptions::default() };
        let layout = impose(&squares(7), &options).unwrap();
        for (front, back) in layout.pages[0].slots.iter().zip(&layout.pages[1].slots) {
            assert_eq!(front.trim.x + back.trim.right(), layout.pages[0].size.0);
            assert_eq!(front.trim.y, back.trim.y);
            assert!(!back.upside_down);
        }
    }
}

#[test]
fn turning_like_a_notepad_mirrors_up_and_down_and_sets_backs_on_their_heads() {
    for (backs, orientation) in
        [(Backs::ShortEdge, Orientation::Portrait), (Backs::LongEdge, Orientation::Landscape)]
    {
        let options = SheetOptions { backs, orientation, ..SheetOptions::default() };
        let layout = impose(&squares(7), &options).unwrap();
        for (front, back) in layout.pages[0].slots.iter().zip(&layout.pages[1].slots) {
            assert_eq!(front.trim.y + back.trim.bottom(), layout.pages[0].size.1);
            assert_eq!(front.trim.x, back.trim.x);
            assert!(back.upside_down);
        }
    }
}

#[test]
fn the_offset_moves_the_whole_back_page_and_nothing_else() {
    let plain = impose(&squares(30), &SheetOptions::default()).unwrap();
    let options = SheetOptions { back_offset: (700, -400), ..SheetOptions::default() };
    let moved = impose(&squares(30), &options).unwrap();
    assert_eq!(plain.pages[0], moved.pages[0]);
    for (before, after) in plain.pages[1].slots.iter().zip(&moved.pages[1].slots) {
        assert_eq!(before.trim.shifted((700, -400)), after.trim);
    }
    for (before, after) in plain.pages[1].crop_marks.iter().zip(&moved.pages[1].crop_marks) {
        assert_eq!(before.shifted((700, -400)), *after);
    }
    let (before, after) = (plain.pages[1].registration[0], moved.pages[1].registration[0]);
    assert_eq!((before.0 + 700, before.1 - 400), after);
}

#[test]
fn folding_lays_each_back_on_its_front() {
    let options = SheetOptions { backs: Backs::FoldOver, ..SheetOptions::default() };
    let layout = impose(&squares(40), &options).unwrap();
    let page = &layout.pages[0];
    assert_eq!((layout.pages.len(), page.role, page.slots.len()), (1, PageRole::Folded, 80));
    let fold = page.fold.unwrap().from.0;
    let (fronts, backs) = page.slots.split_at(40);
    for (front, back) in fronts.iter().zip(backs) {
        assert_eq!((front.side, back.side), (FaceSide::Front, FaceSide::Back));
        assert_eq!(fold - front.trim.right(), back.trim.x - fold);
        assert!(fold - front.inked().right() >= 0, "ink across the fold");
        assert_eq!(front.trim.y, back.trim.y);
    }
}

#[test]
fn butted_counters_bleed_only_outwards() {
    let layout =
        impose(&squares(4), &SheetOptions { bleed: 1_500, ..SheetOptions::default() }).unwrap();
    let slots = &layout.pages[0].slots;
    assert_eq!(slots[0].bleed, Edges { left: 1_500, top: 1_500, right: 0, bottom: 1_500 });
    assert_eq!(slots[1].bleed, Edges { left: 0, top: 1_500, right: 0, bottom: 1_500 });
    assert_eq!(slots[3].bleed, Edges { left: 0, top: 1_500, right: 1_500, bottom: 1_500 });
}

#[test]
fn a_narrow_gutter_is_shared_by_both_bleeds() {
    let options = SheetOptions { gutter: 2_000, bleed: 1_500, ..SheetOptions::default() };
    let slots = impose(&squares(2), &options).unwrap().pages.remove(0).slots;
    assert_eq!(slots[0].bleed.right, 1_000);
    assert_eq!(slots[0].inked().right(), slots[1].inked().x);
}

#[test]
fn sizes_are_grouped_in_the_order_in_which_they_occur() {
    let (half, card) = ((12_700, 12_700), (20_000, 30_000));
    let pieces = [squares(3)[0], piece(half, 2), squares(2)[0], piece(card, 1)];
    let layout = impose(&pieces, &SheetOptions::default()).unwrap();
    let order: Vec<usize> = layout.pages[0].slots.iter().map(|slot| slot.piece).collect();
    assert_eq!(order, [0, 0, 0, 2, 2, 1, 1, 3]);
}

#[test]
fn blocks_are_set_apart() {
    let blocks = Some(Blocks { columns: 3, rows: 2, gap: 6_000 });
    let options = SheetOptions { blocks, ..SheetOptions::default() };
    let slots = impose(&squares(40), &options).unwrap().pages.remove(0).slots;
    assert_eq!(slots[1].trim.x, slots[0].trim.right());
    assert_eq!(slots[3].trim.x - slots[2].trim.right(), 6_000);
    let row = |n: usize| {
        slots
            .iter()
            .map(|s| s.trim.y)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .nth(n)
            .unwrap()
    };
    assert_eq!(row(1) - row(0), FIVE_EIGHTHS);
    assert_eq!(row(2) - row(1), FIVE_EIGHTHS + 6_000);
}

#[test]
fn a_sheet_takes_no_more_than_it_may() {
    let options = SheetOptions { per_sheet: Some(40), ..SheetOptions::default() };
    assert_eq!(impose(&squares(100), &options).unwrap().counters_per_sheet, [40, 40, 20]);
}

#[test]
fn crop_marks_point_at_every_edge_and_touch_no_ink() {
    let layout = impose(&squares(30), &SheetOptions::default()).unwrap();
    let page = &layout.pages[0];
    for slot in &page.slots {
        for x in [slot.trim.x, slot.trim.right()] {
            assert_eq!(page.crop_marks.iter().filter(|m| m.from.0 == x && m.to.0 == x).count(), 2);
        }
        for y in [slot.trim.y, slot.trim.bottom()] {
            assert_eq!(page.crop_marks.iter().filter(|m| m.from.1 == y && m.to.1 == y).count(), 2);
        }
        let ink = slot.inked();
        for mark in &page.crop_marks {
            let (x, y) = (mark.from.0..=mark.to.0, mark.from.1..=mark.to.1);
            let apart = *x.end() <= ink.x
                || *x.start() >= ink.right()
                || *y.end() <= ink.y
                || *y.start() >= ink.bottom();
            assert!(apart, "{mark:?} runs into {ink:?}");
        }
    }
}

const DIE: &str = r#"
columns = 10
rows = 14
counter-width = "5/8in"
counter-height = "5/8in"
left = "14mm"
top = "20mm"
gap-x = "2mm"
gap-y = "1mm"
block-columns = 5
block-gap = "8mm"
"#;

#[test]
fn a_die_cut_sheet_decides_where_counters_lie() {
    let die_cut = Some(DieCut::from_toml(DIE).unwrap());
    let options = SheetOptions { die_cut, ..SheetOptions::default() };
    let layout = impose(&squares(150), &options).unwrap();
    assert_eq!(layout.counters_per_sheet, [140, 10]);
    let slots = &layout.pages[0].slots;
    assert_eq!(slots[0].trim, PageBox::new(14_000, 20_000, FIVE_EIGHTHS, FIVE_EIGHTHS));
    assert_eq!(slots[1].trim.x, 14_000 + FIVE_EIGHTHS + 2_000);
    assert_eq!(slots[5].trim.x, 14_000 + 5 * FIVE_EIGHTHS + 4 * 2_000 + 8_000);
    assert_eq!(slots[10].trim.y, 20_000 + FIVE_EIGHTHS + 1_000);
    assert!(layout.pages[0].crop_marks.is_empty());
}

#[test]
fn what_cannot_be_printed_is_refused_with_a_reason() {
    let options = SheetOptions::default();
    let die_cut = Some(DieCut::from_toml(DIE).unwrap());
    let die = SheetOptions { die_cut, ..SheetOptions::default() };
    let long = DIE.replace("rows = 14", "rows = 20");
    let long_die = SheetOptions {
        die_cut: Some(DieCut::from_toml(&long).unwrap()),
        ..SheetOptions::default()
    };
    let cases = [
        (
            vec![piece((250_000, 20_000), 1)],
            options.clone(),
            "250 × 20 mm does not fit: A4 portrait leaves 180 × ",
        ),
        (vec![piece((20_000, 290_000), 1)], options.clone(), "does not fit"),
        (vec![piece((0, 10_000), 1)], options.clone(), "too small"),
        (squares(2_000_000), options.clone(), "2000000 counters are more than"),
        (
            squares(1),
            SheetOptions { back_offset: (90_000, 0), ..options.clone() },
            "more than 20 mm",
        ),
        (
            squares(1),
            SheetOptions { back_offset: (500, 0), backs: Backs::FoldOver, ..options.clone() },
            "pages of their own",
        ),
        (
            squares(1),
            SheetOptions { margins: Edges::all(-1), ..options.clone() },
            "margins cannot be negative",
        ),
        (
            squares(1),
            SheetOptions { margins: Edges::all(120_000), ..options.clone() },
            "leaves 0 × ",
        ),
        (squares(1), SheetOptions { per_sheet: Some(0), ..options.clone() }, "no counters"),
        (vec![piece((12_700, 12_700), 1)], die.clone(), "do not belong on a die-cut sheet"),
        (squares(1), SheetOptions { backs: Backs::FoldOver, ..die }, "cannot be folded"),
        (squares(1), long_die, "beyond A4 portrait"),
    ];
    for (pieces, options, reason) in cases {
        let error = refusal(&pieces, &options);
        assert!(error.contains(reason), "{error:?} should say {reason:?}");
    }
}

#[test]
fn die_cut_templates_are_refused_with_a_reason() {
    for (from, to, reason) in [
        ("rows = 14", "rows = 0", "start at 1"),
        ("rows = 14", "", "missing field `rows`"),
        ("\"5/8in\"", "\"wide\"", "not a length"),
        ("rows = 14", "rows = 14\nrosw = 3", "unknown field `rosw`"),
        ("columns = 10", "columns = -1", "invalid value"),
    ] {
        let error = DieCut::from_toml(&DIE.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(reason), "{error:?} should say {reason:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever the sizes and options: nothing overlaps, nothing leaves the paper,
    /// nothing is lost, and every back is exactly behind its front.
    #[test]
    fn any_layout_keeps_every_counter_apart_and_on_the_paper(
        sizes in prop::collection::vec(((3_000_i64..60_000), (3_000_i64..60_000), 0_u32..60), 1..5),
        gutter in 0_i64..6_000,
        bleed in 0_i64..4_000,
        paper in 0_usize..3,
        landscape: bool,
        backs in 0_usize..4,
        offset in (-2_000_i64..2_000, -2_000_i64..2_000),
    ) {
        let pieces: Vec<Piece> = sizes.iter().map(|&(w, h, count)| piece((w, h), count)).collect();
        let backs = [Backs::LongEdge, Backs::ShortEdge, Backs::FoldOver, Backs::None][backs];
        let duplex = matches!(backs, Backs::LongEdge | Backs::ShortEdge);
        let options = SheetOptions {
            paper: ["A4", "Letter", "Tabloid"][paper].parse().unwrap(),
            orientation: if landscape { Orientation::Landscape } else { Orientation::Portrait },
            back_offset: if duplex { offset } else { (0, 0) },
            gutter, bleed, backs,
            ..SheetOptions::default()
        };
        let layout = impose(&pieces, &options).unwrap();
        let fronts = layout.pages.iter().flat_map(|page| &page.slots).filter(|s| s.side == FaceSide::Front).count();
        prop_assert_eq!(fronts as u32, sizes.iter().map(|s| s.2).sum::<u32>());
        for page in &layout.pages {
            let paper = PageBox::new(0, 0, page.size.0, page.size.1);
            for (i, slot) in page.slots.iter().enumerate() {
                prop_assert!(paper.holds(&slot.inked()));
                prop_assert_eq!((slot.trim.width, slot.trim.height), pieces[slot.piece].size);
                for (_, other) in page.slots.iter().enumerate().filter(|(j, _)| *j != i) {
                    // Bleed may meet bleed in the waste, never another counter.
                    let (a, b) = (slot.inked(), other.trim);
                    prop_assert!(a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y);
                }
            }
        }
        if duplex {
            for pair in layout.pages.chunks(2) {
                for (front, back) in pair[0].slots.iter().zip(&pair[1].slots) {
                    let behind = turn(&options).behind(&front.trim, pair[0].size).shifted(options.back_offset);
                    prop_assert_eq!(behind, back.trim);
                    prop_assert_eq!(front.piece, back.piece);
                }
            }
        }
    }
}
