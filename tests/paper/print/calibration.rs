//! The calibration pages.

use hexwright::print::*;
use lopdf::Document;
use std::process::Command;

/// Centres of the circles on the front, of the axes on the back.
fn crosses(svg: &str, before: &str) -> Vec<(f64, f64)> {
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .filter(|p| !p.is_empty())
            .map(|p| p.parse().unwrap())
            .take(4)
            .collect()
    };
    svg.split(before)
        .skip(1)
        .map(|rest| {
            let n = numbers(rest);
            // "Mx0 yh12Mx y0v12" and the like: the centre is where the axes cross.
            (n[3], n[1])
        })
        .collect()
}

#[test]
fn a_pin_through_each_cross_comes_out_at_the_zero_of_its_scale() {
    for paper in ["A4", "Letter", "180x240mm"] {
        for orientation in [Orientation::Portrait, Orientation::Landscape] {
            let paper: Paper = paper.parse().unwrap();
            let Ok([front, back]) = calibration_pages(&paper, orientation) else {
                assert_eq!((paper.name(), orientation), ("180 × 240 mm", Orientation::Landscape));
                continue;
            };
            let centres = |svg: &str, attribute: &str| -> Vec<f64> {
                svg.split(attribute)
                    .skip(1)
                    .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
                    .collect()
            };
            let front: Vec<(f64, f64)> =
                centres(&front, "cx=\"").into_iter().zip(centres(&front, "cy=\"")).collect();
            assert_eq!(front.len(), 5);
            let zeros = crosses(&back, "stroke-width=\"0.1\"/><path d=\"M");
            assert_eq!(zeros.len(), 5);
            let (width, height) = paper.laid(orientation);
            let (w, h) = (width as f64 / 1000.0, height as f64 / 1000.0);
            for (x, y) in front {
                let meets = |x: f64, y: f64| {
                    zeros.iter().any(|z| (z.0 - x).abs() < 1e-9 && (z.1 - y).abs() < 1e-9)
                };
                assert!(meets(w - x, y), "turned sideways: {x}, {y} of {zeros:?}");
                assert!(meets(x, h - y), "turned over: {x}, {y} of {zeros:?}");
            }
        }
    }
}

#[test]
fn paper_too_small_for_the_scales_is_refused() {
    let small: Paper = "100x120mm".parse().unwrap();
    let error = calibration_pdf(&small, Orientation::Portrait).unwrap_err().to_string();
    assert!(error.contains("too small to calibrate"), "{error}");
}

#[test]
fn the_command_writes_two_pages_once_and_nothing_over_a_file_of_the_users() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .current_dir(folder.path())
            .arg("print")
            .args(arguments)
            .output()
            .unwrap()
    };
    let done = run(&["--calibrate", "--paper", "Letter"]);
    assert!(done.status.success(), "{done:?}");
    assert_eq!(String::from_utf8_lossy(&done.stdout).trim(), "calibration.pdf");
    let bytes = std::fs::read(folder.path().join("calibration.pdf")).unwrap();
    let pdf = Document::load_mem(&bytes).unwrap();
    assert_eq!(pdf.get_pages().len(), 2);
    let text = pdf.extract_text(&[1]).unwrap();
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    assert!(squeezed.contains("--back-offsetRIGHT,DOWN"), "{squeezed}");

    assert!(run(&["--calibrate", "--paper", "Letter"]).status.success(), "the same again is fine");
    std::fs::write(folder.path().join("calibration.pdf"), "mine").unwrap();
    let refused = run(&["--calibrate", "--paper", "Letter"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read(folder.path().join("calibration.pdf")).unwrap(), b"mine");
    assert_eq!(run(&[]).status.code(), Some(2), "without --calibrate there is nothing to print");
}
