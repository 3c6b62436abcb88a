//! Joined text inside joined text: the same delimiter at every depth, with one
//! more backslash each time. Reading it depth by depth copies the whole text
//! once per depth (pieces nest two hundred deep); counting the backslashes
//! reads it in one pass.

use super::sequence::{join, split};
use smallvec::SmallVec;
use std::borrow::Cow;

/// How many backslashes stand directly before a byte.
pub(crate) fn backslashes_before(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().rev().take_while(|&&byte| byte == b'\\').count()
}

/// Whether the text starts with a backslash once `depth` of them are taken away before each delimiter.
pub(crate) fn starts_with_backslash(text: &str, delimiter: char, depth: usize) -> bool {
    let bare = text.trim_start_matches('\\');
    let count = text.len() - bare.len();
    if bare.starts_with(delimiter) { count > depth } else { count > 0 }
}

/// Takes `depth` backslashes away before each delimiter: the text as that depth sees it.
pub(crate) fn raise(text: &str, delimiter: char, depth: usize) -> Cow<'_, str> {
    if depth == 0 || !text.contains(delimiter) {
        return Cow::Borrowed(text);
    }
    let mut raised = String::with_capacity(text.len());
    let mut start = 0;
    for (at, _) in text.match_indices(delimiter) {
        let kept = at - backslashes_before(&text[start..], at - start).min(depth);
        raised.push_str(&text[start..kept]);
        start = at;
    }
    raised.push_str(&text[start..]);
    Cow::Owned(raised)
}

/// Whether one pair of enclosing quotes would be stripped.
pub(crate) fn quoted(text: &str) -> bool {
    text.len() > 1 && text.starts_with('\'') && text.ends_with('\'')
}

/// A chain: each link joined with all that follow it, `[a, [b, [c, d]]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain<'a> {
    /// The links, outermost first.
    pub links: Vec<Cow<'a, str>>,
    /// Whether writing the links gives the text they were read from.
    pub faithful: bool,
}

/// Reads a chain of at most `most` links; the last holds whatever is left.
pub fn split_chain(delimiter: char, text: &str, most: usize) -> Chain<'_> {
    match u8::try_from(delimiter).ok().and_then(|delimiter| plain_chain(delimiter, text, most)) {
        Some(links) => Chain { links, faithful: true },
        None => any_chain(delimiter, text, most),
    }
}

/// A chain as nearly all are: no quotes, no delimiter and no backslash at the ends of a link, and
/// no link too many or too few. Such links are stretches of the text.
fn plain_chain(delimiter: u8, text: &str, most: usize) -> Option<Vec<Cow<'_, str>>> {
    let plain = |link: &str| !link.starts_with(['\\', '\'']);
    let mut links: Vec<Cow<'_, str>> = Vec::with_capacity(most.min(24));
    let (mut start, mut backslashes) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        if byte == delimiter {
            let link = &text[start..at - backslashes];
            if backslashes != links.len() || links.len() + 1 >= most || !plain(link) {
                return None;
            }
            links.push(Cow::Borrowed(link));
            (start, backslashes) = (at + 1, 0);
        } else if byte == b'\\' {
            backslashes += 1;
        } else {
            backslashes = 0;
        }
    }
    let last = &text[start..];
    if !plain(last) || last.ends_with('\\') || (links.len() + 1 < most && most != usize::MAX) {
        return None;
    }
    links.push(Cow::Borrowed(last));
    Some(links)
}

fn any_chain(delimiter: char, text: &str, most: usize) -> Chain<'_> {
    let marks: SmallVec<[(usize, usize); 32]> =
        text.match_indices(delimiter).map(|(at, _)| (at, backslashes_before(text, at))).collect();
    let mut marks = marks.as_slice();
    let mut links = Vec::with_capacity(most.min(marks.len() + 1));
    let mut faithful = true;
    // The part not yet read, as offsets into the text.
    let (mut start, mut end) = (0, text.len());
    for depth in 0.. {
        let found = if links.len() + 1 < most {
            marks.iter().position(|&(_, count)| count == depth)
        } else {
            None
        };
        let Some(found) = found else {
            // The innermost link is not split again, so it loses only the backslashes of the joins around it.
            let innermost = raise(&text[start..end], delimiter, depth);
            if links.len() + 1 == most {
                links.push(innermost);
            } else {
                // Expecting more links, VASSAL still reads the last as a joined text of one token.
                let token = split(delimiter, &innermost).text();
                if token == innermost {
                    links.push(innermost);
                } else {
                    faithful = false;
                    links.push(Cow::Owned(token.into_owned()));
                }
            }
            return Chain { links, faithful };
        };
        let at = marks[found].0;
        let link = &text[start..at - depth];
        let bare = if quoted(link) { &link[1..link.len() - 1] } else { link };
        let bare_raised = raise(bare, delimiter, depth + 1);
        faithful &= quoted(link) == needs_quotes(&bare_raised);
        links.push(bare_raised);
        marks = &marks[found + 1..];
        start = at + delimiter.len_utf8();
        if let Some(cut) = marks.iter().position(|&(_, count)| count == depth) {
            // A third token at this depth is ignored by VASSAL.
            faithful = false;
            end = marks[cut].0 - depth;
            marks = &marks[..cut];
        }
        let rest = &text[start..end];
        let was_quoted = quoted(rest);
        if was_quoted {
            start += 1;
            end -= 1;
        }
        let rest = &text[start..end];
        let wants = starts_with_backslash(rest, delimiter, depth + 1)
            || (rest.starts_with('\'') && rest.ends_with('\''));
        faithful &= was_quoted == wants;
    }
    Chain { links, faithful }
}

/// Writes a chain.
pub fn join_chain<T: AsRef<str>>(delimiter: char, links: &[T]) -> String {
    let awkward = |link: &T| link.as_ref().starts_with(['\\', '\'', delimiter]);
    if links.iter().any(awkward) {
        // Quotes of an inner depth decide over quotes of the next: only joining depth by depth gets them right.
        let mut inner_first = links.iter().rev();
        let mut text = inner_first.next().map(|link| link.as_ref().to_owned()).unwrap_or_default();
        for link in inner_first {
            text = join(delimiter, [link.as_ref(), &text]);
        }
        return text;
    }
    let mut text = String::new();
    for (depth, link) in links.iter().enumerate() {
        if depth > 0 {
            text.extend(std::iter::repeat_n('\\', depth - 1));
            text.push(delimiter);
        }
        let escapes = (depth + 1).min(links.len() - 1);
        for (index, part) in link.as_ref().split(delimiter).enumerate() {
            if index > 0 {
                text.extend(std::iter::repeat_n('\\', escapes));
                text.push(delimiter);
            }
            text.push_str(part);
        }
    }
    text
}

fn needs_quotes(token: &str) -> bool {
    token.starts_with('\\') || (token.starts_with('\'') && token.ends_with('\''))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// VASSAL's own way of reading a type: first token, then the second as a chain of its own.
    fn slowly(text: &str, most: usize) -> Vec<String> {
        if most == 1 {
            return vec![text.to_owned()];
        }
        let mut tokens = split('\t', text);
        let mut links = vec![tokens.text().into_owned()];
        if let Some(rest) = tokens.next() {
            links.extend(slowly(&rest, most - 1));
        }
        links
    }

    #[test]
    fn a_piece_is_split_into_its_traits() {
        let text = "delete;D;68,130;\tmark;A,B\\\tpiece;;;;Red";
        let chain = split_chain('\t', text, usize::MAX);
        assert_eq!(chain.links, ["delete;D;68,130;", "mark;A,B", "piece;;;;Red"]);
        assert!(chain.faithful);
        assert_eq!(join_chain('\t', &chain.links), text);
    }

    proptest! {
        #[test]
        fn a_plain_chain_is_read_as_any_other(text in "[ab'\t\\\\]{0,24}", plain in prop::collection::vec("[ab\\\\]{0,3}", 1..6), more in 0usize..2) {
            for text in [text, join_chain('\t', &plain)] {
                for most in [plain.len() + more, usize::MAX] {
                    prop_assert_eq!(split_chain('\t', &text, most), any_chain('\t', &text, most));
                }
            }
        }

        #[test]
        fn one_pass_writes_what_depth_by_depth_writes(links in prop::collection::vec("[ab;'\t\\\\]{0,6}", 1..7)) {
            let mut slow = links.last().cloned().unwrap_or_default();
            for link in links.iter().rev().skip(1) { slow = join('\t', [link, &slow]); }
            prop_assert_eq!(join_chain('\t', &links), slow);
        }

        #[test]
        fn one_pass_reads_what_depth_by_depth_reads(text in "[ab'\t\\\\]{0,24}", most in 1usize..5) {
            let chain = split_chain('\t', &text, most);
            prop_assert_eq!(&chain.links, &slowly(&text, most));
            if chain.faithful { prop_assert_eq!(join_chain('\t', &chain.links), text); }
        }

        #[test]
        fn links_survive(links in prop::collection::vec("[ab;'\t\\\\]{0,6}", 1..7)) {
            prop_assume!(links.iter().all(|link| !link.ends_with('\\')));
            let text = join_chain('\t', &links);
            let chain = split_chain('\t', &text, links.len());
            prop_assert_eq!(&chain.links, &links);
            prop_assert!(chain.faithful);
        }
    }
}
