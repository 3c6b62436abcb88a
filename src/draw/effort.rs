//! What drawing a picture would cost, counted before anything is drawn.
//!
//! Renderers follow references as deep as they go and filters as wide as they reach: a few kilobytes
//! can overflow a stack or keep a processor busy for hours.

use std::collections::BTreeMap;

/// Elements of one drawing, as often as references repeat them.
const MOST_ELEMENTS: u64 = 50_000;
/// How many clips, masks, patterns and the like may follow each other.
const MOST_LINKS: usize = 40;
/// Filter steps of one drawing.
const MOST_FILTER_STEPS: usize = 24;
/// How far a step of a filter may reach, in units of the drawing; octaves, cells of a matrix.
const WIDEST_STEP: f64 = 64.0;
/// Letters of one drawing.
const MOST_LETTERS: usize = 20_000;

/// What a drawing costs, counted element by element.
#[derive(Debug, Default)]
pub(super) struct Effort {
    /// For every element that is open: the id under which it is counted.
    open: Vec<String>,
    /// By id: its elements, and the ids that they refer to. The drawing itself has no id.
    parts: BTreeMap<String, (u64, Vec<String>)>,
    filter_steps: usize,
    letters: usize,
    elements: u64,
}

impl Effort {
    /// An element begins.
    pub(super) fn open(&mut self, name: &str) -> Result<(), String> {
        let owner = self.open.last().cloned().unwrap_or_default();
        self.parts.entry(owner.clone()).or_default().0 += 1;
        self.open.push(owner);
        self.elements += 1;
        if self.elements > MOST_ELEMENTS {
            return Err(format!("the drawing has more than {MOST_ELEMENTS} elements"));
        }
        if name.starts_with("fe") {
            self.filter_steps += 1;
            if self.filter_steps > MOST_FILTER_STEPS {
                return Err(format!("filters have more than {MOST_FILTER_STEPS} steps together"));
            }
        }
        Ok(())
    }

    /// An attribute of the element that began last.
    pub(super) fn attribute(
        &mut self,
        element: &str,
        key: &str,
        value: &str,
    ) -> Result<(), String> {
        if key == "id"
            && let Some(owner) = self.open.last_mut()
        {
            // Whatever holds this element pays for it too.
            let outer = std::mem::replace(owner, value.to_owned());
            self.parts.entry(outer).or_default().1.push(value.to_owned());
            self.parts.entry(value.to_owned()).or_default();
        }
        let reach = ["radius", "numOctaves", "order", "stdDeviation", "scale"];
        if element.starts_with("fe") && reach.contains(&key) {
            let numbers =
                value.split([' ', ',']).filter_map(|part| part.trim().parse::<f64>().ok());
            if numbers.clone().any(|number| number.abs() > WIDEST_STEP)
                || (key == "order" && numbers.product::<f64>() > WIDEST_STEP)
            {
                return Err(format!("<{element}> has `{key}={value}`; the most is {WIDEST_STEP}"));
            }
        }
        let here = self.open.last().cloned().unwrap_or_default();
        let links = value.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
        let own = (key == "href").then_some(value);
        for link in links.chain(own) {
            let link = link.trim().trim_matches(['"', '\'']);
            if let Some(id) = link.strip_prefix('#') {
                self.parts.entry(here.clone()).or_default().1.push(id.to_owned());
            }
        }
        Ok(())
    }

    /// An element ends.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Text to be set.
    pub(super) fn say(&mut self, text: &str) -> Result<(), String> {
        self.letters += text.chars().count();
        if self.letters > MOST_LETTERS {
            return Err(format!("the drawing has more than {MOST_LETTERS} letters"));
        }
        Ok(())
    }

    /// Follows all references from the drawing itself.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut known = BTreeMap::new();
        // A part may be reached from nowhere and still be resolved when it is read.
        for id in self.parts.keys() {
            self.follow(id, 0, &mut known)?;
        }
        Ok(())
    }

    /// Elements of a part with all it refers to, and how long the chain below it is.
    fn follow<'e>(
        &'e self,
        id: &'e str,
        depth: usize,
        known: &mut BTreeMap<&'e str, Option<(u64, usize)>>,
    ) -> Result<(u64, usize), String> {
        let too_long = || {
            format!(
                "clips, masks, patterns or uses refer to each other more than {MOST_LINKS} times in a row (at `{id}`)"
            )
        };
        match known.get(id) {
            Some(Some(cost)) => return Ok(*cost),
            // A circle; renderers leave it out.
            Some(None) => return Ok((0, 0)),
            None => {}
        }
        if depth > MOST_LINKS {
            return Err(too_long());
        }
        known.insert(id, None);
        let (mut elements, mut length) = (0u64, 0);
        if let Some((own, links)) = self.parts.get(id) {
            elements = *own;
            for link in links {
                let (cost, below) = self.follow(link, depth + 1, known)?;
                elements = elements.saturating_add(cost);
                length = length.max(below + 1);
            }
        }
        if length > MOST_LINKS {
            return Err(too_long());
        }
        if elements > MOST_ELEMENTS {
            return Err(format!("`{id}` repeats more than {MOST_ELEMENTS} elements by reference"));
        }
        known.insert(id, Some((elements, length)));
        Ok((elements, length))
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::inspect::inspect;

    fn refused(body: &str) -> String {
        inspect(&format!("<svg>{body}</svg>"), "x.svg").expect_err("refused").to_string()
    }

    #[test]
    fn chains_and_doublings_are_refused_by_counting() {
        for kind in ["clipPath", "mask", "pattern"] {
            let chain: String = (0..3000)
                .map(|n| format!("<{kind} id='a{n}' clip-path='url(#a{})'><rect/></{kind}>", n + 1))
                .collect();
            assert!(refused(&chain).contains("in a row"));
        }
        let doubling: String = (0..24)
            .map(|n| format!("<g id='a{n}'><use href='#a{0}'/><use href='#a{0}'/></g>", n + 1))
            .collect();
        assert!(refused(&doubling).contains("by reference"));
    }

    #[test]
    fn wide_filters_and_endless_texts_are_refused() {
        assert!(refused("<filter><feMorphology radius='5000'/></filter>").contains("radius"));
        assert!(
            refused("<filter><feTurbulence numOctaves='999'/></filter>").contains("numOctaves")
        );
        assert!(refused("<filter><feConvolveMatrix order='40 40'/></filter>").contains("order"));
        assert!(refused(&"<feTurbulence/>".repeat(30)).contains("steps"));
        assert!(refused(&format!("<text>{}</text>", "a".repeat(200_000))).contains("letters"));
    }

    #[test]
    fn an_honest_drawing_is_let_through() {
        let body = "<defs><clipPath id='c'><rect/></clipPath></defs><g clip-path='url(#c)'><use href='#c'/></g>";
        assert!(inspect(&format!("<svg>{body}</svg>"), "x.svg").is_ok());
    }
}
