//! Templates and drawings are programs of strangers: each is counted before it is drawn, and ends when its time is up.

use crate::measure::{folder, run, withstands};
use std::path::Path;

/// A new project whose markers are drawn with this template.
fn project(at: &Path, template: &str) {
    assert_eq!(run(at, &["new", "war"]).code, Some(0));
    let templates = at.join("war/templates/counters");
    std::fs::create_dir_all(&templates).unwrap();
    std::fs::write(templates.join("marker.svg"), template).unwrap();
}

/// The attack is refused, or comes to nothing, wherever templates are drawn; the refusal names file and part.
fn drawn(attack: &str, template: &str, says: &str) {
    let (_held, at) = folder();
    project(&at, template);
    withstands(attack, &at, &["check", "war"], &["marker.svg", says]);
    withstands(
        attack,
        &at,
        &["build", "--project", "war", "--target", "sheets"],
        &["marker.svg", says],
    );
}

fn tag(words: &str) -> String {
    format!("<svg>{{{{ {words} }}}}</svg>")
}

/// So many definitions that each need the next.
fn chain(kind: &str, way: &str, count: usize) -> String {
    let link = |n: usize| {
        let size = if kind == "pattern" { "width='1' height='1'" } else { "" };
        format!(
            "<{kind} id='a{n}' {size}><rect width='1' height='1' {way}='url(#a{})'/></{kind}>",
            n + 1
        )
    };
    let links: String = (0..count).map(link).collect();
    format!("<svg>{links}<rect width='9' height='9' {way}='url(#a0)'/></svg>")
}

#[test]
pub fn expressions_that_nest_deeply() {
    let deep = 20_000;
    let attacks = [
        ("not", tag(&format!("{}1", "not ".repeat(deep)))),
        ("minus", tag(&format!("{}1", "-".repeat(deep)))),
        ("filters", tag(&format!("1{}", "|abs".repeat(deep)))),
        ("tildes", tag(&format!("1{}", "~1".repeat(deep)))),
        ("powers", tag(&format!("1{}", "**1".repeat(deep)))),
        ("dots", tag(&format!("a{}", ".a".repeat(deep)))),
        ("ternaries", tag(&format!("1{}", " if 1 else 1".repeat(deep)))),
        ("brackets", tag(&format!("{}1{}", "(".repeat(deep), ")".repeat(deep)))),
    ];
    for (name, template) in attacks {
        drawn(&format!("{name}, {deep} of them"), &template, "words and signs");
    }
    let branches = format!("<svg>{{% if 0 %}}{}{{% endif %}}</svg>", "{% elif 0 %}".repeat(deep));
    drawn("elif, 20,000 of them", &branches, "elif");
}

#[test]
pub fn chains_of_definitions() {
    for (kind, way) in [("clipPath", "clip-path"), ("mask", "mask"), ("pattern", "fill")] {
        drawn(&format!("3,000 of {kind} in a row"), &chain(kind, way, 3000), "in a row");
    }
}

#[test]
pub fn filters_that_take_long() {
    let filter = |inside: &str| {
        format!(
            "<svg><filter id='f'>{inside}</filter><rect width='999' height='999' filter='url(#f)'/></svg>"
        )
    };
    let weights = "1 ".repeat(99 * 99);
    for (name, inside) in [
        ("turbulence", "<feTurbulence numOctaves='9999' baseFrequency='0.01'/>".to_owned()),
        ("morphology", "<feMorphology operator='dilate' radius='9999'/>".to_owned()),
        ("convolution", format!("<feConvolveMatrix order='99' kernelMatrix='{weights}'/>")),
        ("blur", "<feGaussianBlur stdDeviation='99999'/>".to_owned()),
    ] {
        drawn(&format!("a filter: {name}"), &filter(&inside), "");
    }
}

#[test]
pub fn filters_beyond_all_pixels() {
    let far = "<svg><filter id='f'><feGaussianBlur stdDeviation='2'/></filter><path d='M82922753974330 0L9 9A3 3 0 0 1 4 4z' filter='url(#f)'/></svg>";
    drawn("a filter far away, in a template", far, "reaches");
    let (_held, at) = folder();
    project(&at, "<svg/>");
    std::fs::create_dir_all(at.join("war/art")).unwrap();
    let art = far.replace("<svg>", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'>");
    std::fs::write(at.join("war/art/far.svg"), art).unwrap();
    let rows = "id,name,kind,count,template,art\nturn,Turn,marker,1,art,art/far.svg\ndisrupted,Disrupted,marker,1,,\n";
    std::fs::write(at.join("war/counters/war/markers.csv"), rows).unwrap();
    for args in [&["check", "war"][..], &["build", "--project", "war"]] {
        withstands("a filter far away, in art", &at, args, &["far.svg", "reaches"]);
    }
}

#[test]
pub fn texts_and_masks_without_end() {
    drawn(
        "a text of 200,000 letters",
        &format!("<svg><text>{}</text></svg>", "a".repeat(200_000)),
        "letters",
    );
    let masked = (0..60).fold("<rect width='99' height='99'/>".to_owned(), |inner, _| {
        format!("<g mask='url(#m)'>{inner}{inner}</g>").chars().take(3 << 20).collect()
    });
    let mask = "<mask id='m'><rect width='99' height='99' fill='white'/></mask>";
    drawn("masks that double inside each other", &format!("<svg>{mask}{masked}</svg>"), "");
}

#[test]
pub fn strings_that_grow() {
    let doubling = format!(
        "<svg>{{% set x = 'aaaaaaaa' %}}{}<text>{{{{ x }}}}</text></svg>",
        "{% set x = x ~ x %}".repeat(60)
    );
    for (name, template) in [
        ("doubling", doubling),
        ("times", tag("'a' * 4000000000")),
        ("indent", tag("'a\\nb' | indent(4000000000)")),
        ("format", tag("'%4000000000d' | format(1)")),
        (
            "replace",
            tag(&format!("'{0}' | replace('a', '{0}') | replace('a', '{0}')", "a".repeat(9999))),
        ),
        (
            "join",
            tag(
                "range(99999) | join('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') | replace('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
            ),
        ),
    ] {
        drawn(&format!("strings that grow: {name}"), &template, "");
    }
}

#[test]
pub fn templates_that_go_round_for_ever() {
    let rounds = "{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}{% endfor %}{% endfor %}{% endfor %}";
    drawn("a million million rounds", &format!("<svg>{rounds}</svg>"), "");
    drawn(
        "a macro that calls itself",
        "<svg>{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}</svg>",
        "",
    );
}

/// A drawing that is allowed in every part and slow in all of them ends when its time is up.
#[test]
pub fn a_drawing_within_every_count_that_is_slow() {
    let parts = "<g opacity='0.5'><rect width='999' height='999'/></g>".repeat(8_000);
    let (_held, at) = folder();
    project(&at, &format!("<svg>{parts}</svg>"));
    let attack = "8,000 layers, each of them allowed";
    withstands(attack, &at, &["check", "war"], &[]);
    // Whatever takes too long is named: the counter's drawing, or the sheet that it is put on.
    let ran = run(&at, &["build", "--project", "war", "--target", "sheets"]);
    let named = ran.said.contains("the drawing of `turn`") || ran.said.contains("sheets");
    assert!(ran.code == Some(0) || named, "{}", ran.said);
    withstands(
        attack,
        &at,
        &["build", "--project", "war", "--target", "sheets"],
        &["", "raise --max-cpu-seconds"],
    );
}

/// Art inside a module reaches the drawing by way of `import`.
#[test]
pub fn a_module_with_hostile_art_is_imported_and_built() {
    let (_held, at) = folder();
    let art = chain("mask", "mask", 3000).replacen(
        "<svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>",
        1,
    );
    let xml = "<VASSAL.build.module.BasicModule name=\"M\" version=\"1\"><VASSAL.build.module.PieceWindow><VASSAL.build.widget.ListWidget entryName=\"l\"><VASSAL.build.widget.PieceSlot entryName=\"A\" gpid=\"1\">+/null/piece;;;a.svg;A/null;0;0;1;0</VASSAL.build.widget.PieceSlot></VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow></VASSAL.build.module.BasicModule>";
    let module = hexwright::vassal::archive::pack([
        ("buildFile.xml", xml.as_bytes()),
        ("images/a.svg", art.as_bytes()),
    ])
    .unwrap();
    std::fs::write(at.join("m.vmod"), module).unwrap();
    withstands("import of hostile art", &at, &["import", "m.vmod", "game"], &[]);
    withstands("a build of it", &at, &["build", "--project", "game"], &["a.svg", "in a row"]);
}
