//! Lines of sight: what a thread meets, how far hex facts are to be trusted, and boards with a grid.

use hexwright::model::{Game, SightRules};
use hexwright::sight::raster::Raster;
use hexwright::sight::truth::{Confusion, read_pairs};
use hexwright::sight::{Cell, Field, Placed, Reason, Screen, Sight, Spot, field_of};
use hexwright::source::{Loaded, load};
use hexwright::vassal::archive::pack;
use hexwright::vassal::board::Board;
use hexwright::vassal::limits::Limits;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

static PROJECT: LazyLock<Loaded> = LazyLock::new(|| load(Path::new(env!("CARGO_MANIFEST_DIR"))));

fn game() -> &'static Game {
    PROJECT.game("asl-sk2").expect("the game is a source of this repository")
}

fn rules() -> SightRules {
    game().sight.clone().expect("the game has a sight.toml")
}

fn board(id: &str, rules: &SightRules) -> Field {
    field_of(game(), rules, &[Placed::alone(game().maps.get(id).unwrap())]).unwrap()
}

/// A field of 9 columns of 9 hexes `A0`…`I8` of open ground, with these hexes changed.
fn field(rules: &SightRules, changed: &[(&str, Cell)]) -> Field {
    let hexes = (0..9).flat_map(|column| {
        (0..9).map(move |row| {
            let name = format!("{}{row}", char::from(b'A' + column as u8));
            let cell = changed.iter().find(|(id, _)| *id == name).map(|(_, cell)| *cell);
            (Spot { x: 3 * column, y: 2 * row + column % 2 }, name, cell.unwrap_or_default())
        })
    });
    Field::new(rules.clone(), hexes).unwrap()
}

fn look(field: &Field, from: &str, to: &str) -> Sight {
    field.look(field.find(from).unwrap(), field.find(to).unwrap(), &[]).unwrap()
}

fn of(kind: &str) -> Cell {
    Cell { kind: rules().kind(kind), cover: 30, ..Cell::default() }
}

#[test]
fn a_thread_through_the_middle_of_a_building_is_blocked_and_one_past_it_is_not() {
    let field = field(&rules(), &[("C4", of("building"))]);
    let Sight::Blocked(block) = look(&field, "C2", "C6") else { panic!() };
    assert_eq!(field.name(block.hex), Some("C4"));
    assert_eq!(field.rule(block.reason), "SK2-3.2.1-LOS-OBST");
    assert!(matches!(look(&field, "D2", "D6"), Sight::Clear(h) if h.most == 0));
    // Into and out of the building one sees.
    assert!(matches!(look(&field, "C4", "C6"), Sight::Clear(_)));
}

#[test]
fn a_thread_that_grazes_a_building_is_disputed() {
    let field = field(&rules(), &[("D4", of("building"))]);
    // From C4 to G5 the thread passes a quarter of a hex from the centre of D4.
    let Sight::Disputed(dispute) = look(&field, "C4", "G5") else {
        panic!("{:?}", look(&field, "C4", "G5"))
    };
    assert_eq!(field.name(dispute.hex), Some("D4"));
}

#[test]
fn a_thread_along_a_hexside_is_not_blocked_by_buildings_beside_it() {
    let field = field(&rules(), &[("D3", of("building")), ("D4", of("building"))]);
    assert!(matches!(look(&field, "C4", "E4"), Sight::Clear(_)), "{:?}", look(&field, "C4", "E4"));
}

#[test]
fn a_building_that_reaches_across_the_hexside_blocks_a_thread_along_it() {
    let upper = Cell { joined: 0b001000, ..of("building") };
    let lower = Cell { joined: 0b000001, ..of("building") };
    let field = field(&rules(), &[("D3", upper), ("D4", lower)]);
    assert!(matches!(look(&field, "C4", "E4"), Sight::Blocked(_)));
}

#[test]
fn orchards_hinder_by_their_hexsides_too_and_once_where_two_lie_side_by_side() {
    let orchard = Cell { cover: 100, ..of("orchard") };
    let one = field(&rules(), &[("D3", orchard)]);
    assert!(matches!(look(&one, "C4", "E4"), Sight::Clear(h) if (h.least, h.most) == (1, 1)));
    let two = field(&rules(), &[("D3", orchard), ("D4", orchard)]);
    assert!(matches!(look(&two, "C4", "E4"), Sight::Clear(h) if (h.least, h.most) == (1, 1)));
}

#[test]
fn orchards_in_leaf_block_between_levels_and_bare_ones_hinder() {
    let orchard = Cell { cover: 100, ..of("orchard") };
    let hill = Cell { level: 1, ..Cell::default() };
    let at = |month| field(&rules().in_month(month), &[("C4", orchard), ("C2", hill)]);
    let july = at(7);
    let Sight::Blocked(block) = look(&july, "C2", "C6") else { panic!() };
    assert_eq!(july.rule(block.reason), "SK2-1.1.1-ORCHARD-SEASON");
    assert!(matches!(look(&at(12), "C2", "C6"), Sight::Clear(h) if h.likely == 1));
    // Into the orchard one sees all year.
    assert!(matches!(look(&july, "C2", "C4"), Sight::Clear(_)));
}

#[test]
fn grain_hinders_in_summer_and_is_looked_over_from_a_hill() {
    let grain = Cell { cover: 100, ..of("grain") };
    let hill = Cell { level: 1, ..Cell::default() };
    let summer = field(&rules().in_month(7), &[("C4", grain)]);
    assert!(matches!(look(&summer, "C2", "C6"), Sight::Clear(h) if h.likely == 1));
    let winter = field(&rules().in_month(12), &[("C4", grain)]);
    assert!(matches!(look(&winter, "C2", "C6"), Sight::Clear(h) if h.most == 0));
    let above = field(&rules().in_month(7), &[("C4", grain), ("C2", hill)]);
    assert!(matches!(look(&above, "C2", "C6"), Sight::Clear(h) if h.most == 0));
    // A special rule may have it stand in any month.
    let special = field(&rules().with_season("grain").in_month(11), &[("C4", grain)]);
    assert!(matches!(look(&special, "C2", "C6"), Sight::Clear(h) if h.likely == 1));
}

#[test]
fn a_height_is_seen_from_below_only_where_the_thread_leaves_it_by_the_crest() {
    let hill = Cell { level: 1, ..Cell::default() };
    let field = field(&rules(), &[("C2", hill), ("C3", hill)]);
    assert!(matches!(look(&field, "C3", "C6"), Sight::Clear(_)));
    let Sight::Blocked(block) = look(&field, "C2", "C6") else { panic!() };
    assert_eq!((field.name(block.hex), block.reason), (Some("C3"), Reason::BehindCrest));
    let Sight::Blocked(block) = look(&field, "C0", "C6") else { panic!() };
    assert_eq!(block.reason, Reason::Ground);
}

#[test]
fn smoke_counts_at_both_ends_and_six_of_hindrance_block() {
    let grain = Cell { cover: 100, ..of("grain") };
    let field = field(&rules(), &[("C3", grain)]);
    let spot = |id| field.find(id).unwrap();
    let smoke = |id, drm| Screen { hex: spot(id), drm };
    let look = |screens: &[Screen]| field.look(spot("C2"), spot("C6"), screens).unwrap();
    assert!(matches!(look(&[smoke("C6", 2), smoke("C4", 2)]), Sight::Clear(h) if h.likely == 5));
    assert!(matches!(look(&[smoke("D0", 3)]), Sight::Clear(h) if h.likely == 1));
    let Sight::Blocked(block) = look(&[smoke("C4", 3), smoke("C5", 2)]) else { panic!() };
    assert_eq!(field.rule(block.reason), "SK2-3.2.1-LOS-SIX");
}

#[test]
fn sight_is_the_same_both_ways() {
    for id in ["w", "x", "y", "z"] {
        let field = board(id, &rules());
        let mut spots: Vec<Spot> = field.spots().collect();
        spots.sort_unstable();
        for (n, a) in spots.iter().enumerate().step_by(7) {
            for b in spots.iter().skip(n % 5).step_by(11).filter(|b| a.range(**b) <= 12) {
                let verdict = |s: Option<Sight>| match s {
                    Some(Sight::Clear(h)) => (0, h.likely),
                    Some(Sight::Blocked(_)) => (1, 0),
                    Some(Sight::Disputed(_)) => (2, 0),
                    None => (3, 0),
                };
                let (there, back) = (field.look(*a, *b, &[]), field.look(*b, *a, &[]));
                let names = (field.name(*a), field.name(*b));
                // What hinders once a distance is counted from the viewer; blocks and doubts are not.
                assert_eq!(
                    verdict(there).0.min(1),
                    verdict(back).0.min(1),
                    "{names:?} {there:?} {back:?}"
                );
            }
        }
    }
}

/// Every fifth of the pairs whose truth is known from the real boards, up to range 12.
#[test]
fn hex_facts_agree_with_the_real_boards() {
    for (id, text) in [("w", include_str!("sight/w.csv")), ("x", include_str!("sight/x.csv"))] {
        let field = board(id, &rules());
        let pairs = read_pairs(text, |name| field.find(&format!("{id}{name}"))).unwrap();
        assert!(pairs.len() > 390);
        let table = Confusion::of(|a, b| field.look(a, b, &[]), &pairs);
        assert!(table.agreement() >= 0.995, "board {id}\n{table}");
        assert!(table.coverage() >= 0.80, "board {id}\n{table}");
        assert!(table.hindrance_exact() >= 0.90, "board {id}\n{table}");
    }
}

#[test]
fn the_lines_of_sight_of_the_rulebook_come_out_as_printed() {
    let w = board("w", &rules());
    assert!(matches!(look(&w, "wE9", "wI7"), Sight::Clear(h) if h.most == 0));
    assert!(matches!(look(&w, "wE9", "wI6"), Sight::Blocked(b) if b.reason == Reason::BehindCrest));
    assert!(!matches!(look(&w, "wR6", "wS8"), Sight::Blocked(_)));
    let y = board("y", &rules());
    assert!(!matches!(look(&y, "yI2", "yF3"), Sight::Blocked(_)));
    assert!(!matches!(look(&y, "yI2", "yK4"), Sight::Clear(_)));
}

#[test]
fn boards_laid_edge_to_edge_are_seen_across_and_a_turned_board_sees_as_before() {
    let (w, x) = (game().maps.get("w").unwrap(), game().maps.get("x").unwrap());
    let beside = [Placed::alone(w), Placed { map: x, at: (32, 0), turned: false }];
    let both = field_of(game(), &rules(), &beside).unwrap();
    // The half hexes wGG5 and xA5 are one hex.
    assert_eq!(both.find("wGG5"), both.find("xA5"));
    assert_eq!(both.find("wFF5").unwrap().range(both.find("xB5").unwrap()), 2);
    let alone = board("x", &rules());
    let turned =
        field_of(game(), &rules(), &[Placed { map: x, at: (0, 0), turned: true }]).unwrap();
    let mut spots: Vec<Spot> = alone.spots().collect();
    spots.sort_unstable();
    for (a, b) in spots.iter().step_by(9).zip(spots.iter().skip(40).step_by(9)) {
        let names = [alone.name(*a).unwrap(), alone.name(*b).unwrap()];
        let there = [turned.find(names[0]).unwrap(), turned.find(names[1]).unwrap()];
        assert_eq!(there[0].range(there[1]), a.range(*b));
        let same = matches!(
            (alone.look(*a, *b, &[]).unwrap(), turned.look(there[0], there[1], &[]).unwrap()),
            (Sight::Clear(_), Sight::Clear(_))
                | (Sight::Blocked(_), Sight::Blocked(_))
                | (Sight::Disputed(_), Sight::Disputed(_))
        );
        assert!(same, "{names:?}");
    }
}

// Boards with a terrain grid.

/// An archive as the board editor writes it; `point` gives level and code.
pub fn archive(point: impl Fn(usize, usize) -> (i8, u8)) -> Vec<u8> {
    let (columns, rows, width, height) = (33_i32, 10_i32, 1800_usize, 645_usize);
    let mut data = Vec::new();
    for n in [columns, rows, width as i32, height as i32] {
        data.extend(n.to_be_bytes());
    }
    for x in 0..width {
        for y in 0..height {
            let (level, code) = point(x, y);
            data.extend([level as u8, code]);
        }
    }
    data.extend(vec![0; 346]);
    let mut stream = vec![0xAC, 0xED, 0, 5];
    for block in data.chunks(1024) {
        stream.push(0x7A);
        stream.extend((block.len() as u32).to_be_bytes());
        stream.extend(block);
    }
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&stream).unwrap();
    let packed = gz.finish().unwrap();
    pack([("BoardMetadata.xml", b"<boardMetadata/>".as_slice()), ("LOSData", &packed)]).unwrap()
}

fn raster(point: impl Fn(usize, usize) -> (i8, u8)) -> Raster {
    let board = Board::from_bytes(archive(point), &Limits::default()).unwrap();
    Raster::new(rules(), board).unwrap()
}

fn see(raster: &Raster, from: &str, to: &str) -> Sight {
    let spot = |id| raster.field().find(id).unwrap();
    raster.look(spot(from), spot(to), &[]).unwrap()
}

#[test]
fn a_grid_decides_what_hex_facts_dispute() {
    // A house of 20 points around the centre of E5, which lies at (225, 290).
    let house =
        |x: usize, y: usize| (0, if x.abs_diff(225) < 10 && y.abs_diff(290) < 10 { 40 } else { 0 });
    let raster = raster(house);
    assert!(
        matches!(see(&raster, "E3", "E7"), Sight::Blocked(b) if raster.field().name(b.hex) == Some("E5"))
    );
    assert!(matches!(see(&raster, "D4", "I5"), Sight::Clear(_)));
    let wide =
        self::raster(|x, y| (0, if x.abs_diff(225) < 10 && y.abs_diff(290) < 31 { 40 } else { 0 }));
    assert!(matches!(see(&wide, "D4", "I5"), Sight::Blocked(_)), "{:?}", see(&wide, "D4", "I5"));
}

#[test]
fn a_grid_with_an_unknown_code_is_disputed_where_the_thread_crosses_it() {
    let raster = raster(|_, y| (0, if y.abs_diff(290) < 10 { 250 } else { 0 }));
    assert!(
        matches!(see(&raster, "E3", "E7"), Sight::Disputed(d) if d.reason == Reason::Unknown(250))
    );
    assert!(matches!(see(&raster, "E1", "E3"), Sight::Clear(_)));
}

#[test]
fn a_hill_of_a_grid_hides_what_lies_behind_its_crest() {
    let raster = raster(|_, y| (i8::from(y < 200), 0));
    assert!(matches!(see(&raster, "E3", "E6"), Sight::Clear(_)));
    assert!(
        matches!(see(&raster, "E1", "E6"), Sight::Blocked(b) if b.reason == Reason::BehindCrest)
    );
}

#[test]
fn archives_that_are_no_boards_are_refused_with_the_reason() {
    let refused =
        |bytes: Vec<u8>| Board::from_bytes(bytes, &Limits::default()).unwrap_err().to_string();
    assert!(refused(b"not a zip".to_vec()).contains("zip"));
    assert!(refused(pack([("data", b"x".as_slice())]).unwrap()).contains("LOSData"));
    assert!(!refused(pack([("LOSData", b"not gzip".as_slice())]).unwrap()).is_empty());
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let zeros = vec![0_u8; 1 << 20];
    for _ in 0..96 {
        bomb.write_all(&zeros).unwrap();
    }
    let bomb = bomb.finish().unwrap();
    assert!(refused(pack([("LOSData", bomb.as_slice())]).unwrap()).contains("more than any board"));
}
