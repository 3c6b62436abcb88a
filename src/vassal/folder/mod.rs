//! A module as a folder that can live in version control: one file for each
//! piece and each component with parts, and back to the same bytes.
//!
//! A component's file holds its own XML with settings one to a line; where a
//! part of it has a file of its own stands `<?part NAME?>`. A piece is written
//! a trait to a line under `<?piece?>`. Whatever would not come back exactly is
//! written as it was.

mod fold;
mod piece_text;
mod unfold;

pub use fold::fold;
pub use unfold::unfold;

/// The file of a component that has parts in files of their own, inside its folder.
const OWN: &str = "component.xml";
const PART: &str = "<?part ";
const PIECE: &str = "<?piece?>\n";
const END: &str = "?>";
const AS_WRITTEN: &str = "<?as-written?>";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::Limits;
    use crate::vassal::build::Element;
    use std::collections::BTreeMap;

    fn there_and_back(xml: &str) -> BTreeMap<String, String> {
        let build = Element::parse("x", xml, &Limits::default()).expect("parses");
        let files: BTreeMap<_, _> = unfold(xml, &build).into_iter().collect();
        let read = |name: &str| files.get(name).cloned();
        assert_eq!(fold(&read, 100).expect("folds"), xml);
        files
    }

    #[test]
    fn a_build_file_comes_back_byte_for_byte() {
        let files = there_and_back(
            "<?xml version=\"1.0\"?>\n<m.Module name=\"M &amp; N\" v=\"1\">\n    <a.Map mapName='odd  quotes'  x=\"1\">\n  <a.Leaf/>\n<a.Board name=\"B\"><a.Grid dx=\"1\"/></a.Board></a.Map>\n<w.PieceSlot gpid=\"1\" entryName=\"Red\">+/null/mark;A\tpiece;;;;Red &lt;1&gt;/x\tnull;0;0;1;0</w.PieceSlot><w.PieceSlot gpid=\"2\" entryName=\"red\">damaged\ttext</w.PieceSlot></m.Module>\n<!-- end -->\n",
        );
        let red = files
            .iter()
            .find(|(_, text)| text.contains("Red &lt;1&gt;"))
            .expect("a file for the piece");
        assert!(
            red.1.contains("<?piece?>\nmark;A\n  = x\npiece;;;;Red &lt;1&gt;\n  = null;0;0;1;0\n"),
            "{}",
            red.1
        );
        assert!(files.len() >= 4);
    }

    #[test]
    fn tags_that_look_like_ours_come_back_as_they_were() {
        there_and_back(
            "<m.A\n  x=\"1\"\n  y=\"2\"\n>\n<m.B\n  x=\"1\"\n  y=\"2\"\n><c.D/></m.B></m.A>",
        );
        there_and_back("<m.A x=\"\"\n>\n<m.B x=\"1\"\n><c.D/></m.B></m.A>");
    }

    #[test]
    fn files_cannot_lead_out_of_the_folder_or_in_circles() {
        let read =
            |name: &str| (name == "component.xml").then(|| "<a><?part ../x?></a>".to_owned());
        assert!(fold(&read, 100).is_err());
        let circle = |_: &str| Some("<a><?part x?></a>".to_owned());
        assert!(fold(&circle, 100).is_err());
    }
}
