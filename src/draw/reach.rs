//! How far a drawing reaches: painters reckon in whole pixels, and fail beyond the last of them.

/// The farthest place that anything of a drawing may reach, in units; maps of whole walls stay far below.
const FARTHEST: f32 = 1e7;

/// Whether everything in a drawing lies where it can be painted.
pub(super) fn within(tree: &usvg::Tree) -> Result<(), String> {
    let mut farthest = 0f32;
    reach(tree.root(), &mut farthest);
    // What is no number reaches nowhere.
    if farthest <= FARTHEST {
        return Ok(());
    }
    Err(format!("the drawing reaches {farthest:e} units from its corner; the most is {FARTHEST:e}"))
}

fn reach(group: &usvg::Group, farthest: &mut f32) {
    for bounds in [group.layer_bounding_box(), group.abs_layer_bounding_box()] {
        for edge in [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()] {
            if edge.is_nan() || edge.abs() > *farthest {
                *farthest = edge.abs();
            }
        }
    }
    for node in group.children() {
        if let usvg::Node::Group(group) = node {
            reach(group, farthest);
        }
        node.subroots(|group| reach(group, farthest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(path: &str) -> Result<(), String> {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><filter id='f'><feGaussianBlur stdDeviation='2'/></filter>{path}</svg>"
        );
        within(&usvg::Tree::from_str(&svg, &crate::draw::svg_options()).unwrap())
    }

    #[test]
    fn what_reaches_beyond_all_pixels_is_refused() {
        for path in [
            "<path d='M82922753974330 0L9 9A3 3 0 0 1 4 4z' stroke='#000' filter='url(#f)'/>",
            "<g transform='scale(90000)'><path d='M9999 0L9 9h4z' filter='url(#f)'/></g>",
        ] {
            assert!(drawn(path).unwrap_err().contains("reaches"), "{path}");
        }
        assert_eq!(drawn("<path d='M-900 0L9000 9h4z' filter='url(#f)'/>"), Ok(()));
    }
}
