//! Tags: `[Name "value"]`, on one line.

use super::text::{decode, tidy};

/// Longest name of a tag, in bytes.
const LONGEST_NAME: usize = 60;

/// Is this the beginning of a tag with a quoted value?
pub(super) fn is_tag(bytes: &[u8]) -> bool {
    let Some(bytes) = bytes.strip_prefix(b"[") else { return false };
    let bytes = bytes.trim_ascii_start();
    let name = name_length(bytes);
    name > 0 && bytes[name..].trim_ascii_start().starts_with(b"\"")
}

/// Is the text before a `]` that of a whole tag? Within quotes a `]` belongs to
/// the value, and so does a quote that is no second last character.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let Some(open) = bytes.iter().position(|&byte| byte == b'"') else { return true };
    match bytes.trim_ascii_end().strip_suffix(b"\"") {
        Some(before) => before.len() > open && trailing_backslashes(before).is_multiple_of(2),
        None => false,
    }
}

/// The name and the value of a tag, from the text between its brackets.
///
/// # Errors
///
/// When there is no name.
pub(super) fn split(bytes: &[u8]) -> Result<(String, String), String> {
    let bytes = bytes.trim_ascii();
    let name = name_length(bytes);
    if name == 0 || name > LONGEST_NAME {
        return Err("expected the name of a tag after '['".to_owned());
    }
    let value = bytes[name..].trim_ascii();
    let quoted = value.strip_prefix(b"\"").map(|value| value.strip_suffix(b"\"").unwrap_or(value));
    let value = quoted.map_or_else(|| value.to_vec(), unescaped);
    Ok((decode(&bytes[..name]), tidy(&value)))
}

/// The name and the value of a tag that seems to go on to the end of the line: a
/// backslash before the last quote may have been meant as one.
///
/// # Errors
///
/// When there is no bracket that closes the tag.
pub(super) fn split_unclosed(bytes: &[u8]) -> Result<(String, String), String> {
    match bytes.iter().rposition(|&byte| byte == b']') {
        Some(end) => split(&bytes[..end]),
        None => Err("the tag is not closed: expected '\"]' at its end".to_owned()),
    }
}

fn name_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count()
}

fn trailing_backslashes(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|&&byte| byte == b'\\').count()
}

/// Takes a backslash away from before a quote or a backslash.
fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next_if(|next| matches!(next, b'"' | b'\\')) } else { None };
        bytes.push(escaped.unwrap_or(byte));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_recognised_by_their_quote() {
        for (text, wanted) in [
            ("[Event \"x\"]", true),
            ("[Event\"", true),
            ("[ Event  \"", true),
            ("[Event x]", false),
            ("[%clk \"", false),
            ("[\"x\"]", false),
            ("Event \"x\"]", false),
        ] {
            assert_eq!(is_tag(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn a_tag_ends_with_quote_and_bracket() {
        for (text, wanted) in [
            (r#"A "b""#, true),
            (r#"A "b" "#, true),
            (r#"A b"#, true),
            (r#"A """#, true),
            (r#"A ""#, false),
            (r#"A "b\""#, false),
            (r#"A "b\\""#, true),
            (r#"A "[b"#, false),
            (r#"A "b" c"#, false),
        ] {
            assert_eq!(is_whole(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn names_and_values_are_told_apart() {
        for (text, name, value) in [
            (r#"Event "NK  2009""#, "Event", "NK 2009"),
            (r#" Event      "\"x\" \\ \n" "#, "Event", r#""x" \ \n"#),
            (r#"Event "a "b" c""#, "Event", r#"a "b" c"#),
            ("Round 3", "Round", "3"),
            ("Round", "Round", ""),
            (r#"Site """#, "Site", ""),
        ] {
            assert_eq!(split(text.as_bytes()), Ok((name.to_owned(), value.to_owned())), "{text}");
        }
        assert!(split(b"\"x\"").is_err());
        assert_eq!(split_unclosed(br#"Site "C:\"]"#).unwrap().1, r"C:\");
        assert!(split_unclosed(b"Site \"C").is_err());
    }
}
