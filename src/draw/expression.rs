//! Counts what a template nests before it is compiled: the compiler recurses as deep as expressions go.

/// Words and signs in one `{{ … }}` or `{% … %}`.
const MOST_SIGNS: usize = 400;
/// Branches of one kind in a template, and blocks inside each other.
const MOST_BRANCHES: usize = 200;
const MOST_BLOCKS: usize = 40;

/// Refuses a template whose expressions or blocks are nested beyond what any drawing needs: line and reason.
pub(super) fn check(text: &str) -> Result<(), (usize, String)> {
    let (mut at, mut blocks, mut branches) = (0, 0usize, 0usize);
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        let line = || 1 + text[..start].bytes().filter(|byte| *byte == b'\n').count();
        let rest = &text[start..];
        let close = match rest.as_bytes().get(1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                at = start + 1;
                continue;
            }
        };
        let end = rest.find(close).unwrap_or(rest.len());
        let tag = rest.get(2..end).unwrap_or_default();
        at = start + (end + 2).min(rest.len());
        if close == "#}" {
            continue;
        }
        let signs = signs(tag);
        if signs > MOST_SIGNS {
            return Err((
                line(),
                format!("an expression of {signs} words and signs; the most is {MOST_SIGNS}"),
            ));
        }
        if close == "%}" {
            let word =
                tag.trim_start_matches(['-', '+', ' ', '\n', '\t']).split_whitespace().next();
            match word.unwrap_or_default() {
                "if" | "for" | "macro" | "call" | "filter" | "with" | "block" | "autoescape" => {
                    blocks += 1
                }
                "elif" => branches += 1,
                // `set` with a block has no `=`.
                "set" if !tag.contains('=') => blocks += 1,
                word if word.starts_with("end") => blocks = blocks.saturating_sub(1),
                _ => {}
            }
        }
        if blocks > MOST_BLOCKS {
            return Err((line(), format!("blocks are nested more than {MOST_BLOCKS} deep")));
        }
        if branches > MOST_BRANCHES {
            return Err((line(), format!("more than {MOST_BRANCHES} `elif`")));
        }
    }
    Ok(())
}

/// Words outside of quotes, and signs.
fn signs(tag: &str) -> usize {
    let (mut count, mut quote, mut in_word) = (0, None, false);
    for character in tag.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => {
                quote = Some(character);
                count += 1;
                in_word = false;
            }
            (None, c) if c.is_alphanumeric() || c == '_' => {
                count += usize::from(!in_word);
                in_word = true;
            }
            (None, c) => {
                count += usize::from(!c.is_whitespace());
                in_word = false;
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn deep_expressions_are_refused_with_their_line() {
        for chain in ["not ", "-", "1|abs|", "1~", "1**", "a.", "(", "[", "1 if 1 else "] {
            let text = format!("<svg>\n{{{{ {}1 }}}}</svg>", chain.repeat(5000));
            assert_eq!(check(&text).expect_err("refused").0, 2, "{chain}");
        }
        let elif = format!("{{% if a %}}{}{{% endif %}}", "{% elif a %}".repeat(3000));
        assert!(check(&elif).is_err());
        assert!(check(&"{% if a %}".repeat(3000)).is_err());
    }
}
