//! What a word of the movetext may be: the number of a move, a move or a part of
//! one, or something else altogether.

use super::moves::is_sign;

/// Longest move, number or result that is read, in bytes.
pub(super) const LONGEST_WORD: usize = 400;

/// The number of a move in front of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Is it `1.`, the number of the first move, and not `1...`?
    pub(super) is_first: bool,
}

/// Takes the number of a move, which has a dot or three, off a word.
pub(super) fn split_number(word: &str) -> (Option<Number>, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let move_text = rest.trim_start_matches(['.', '…']);
    if move_text.len() == rest.len() {
        return (None, word);
    }
    let dots = &rest[..rest.len() - move_text.len()];
    (Some(Number { is_first: &word[..digits] == "1" && dots == "." }), move_text)
}

/// Takes off what may stand behind a move. Was there a star, which calls a move
/// forced?
pub(super) fn split_marks(word: &str) -> (&str, bool) {
    let text = word.trim_end_matches(['*', '+', '#', '.', ',', '=']);
    (text, word[text.len()..].contains('*'))
}

/// What a word is for the move it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A move.
    Whole,
    /// The beginning of a move or of a result. A mere number may also turn out to
    /// be that of a move, without its dot.
    Begun,
}

/// The shape of a word, if it is of use for a move at all.
pub(super) fn shape(word: &str) -> Option<Shape> {
    if matches!(word, "1/2" | "1/2-") {
        return Some(Shape::Begun);
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || is_sign(c);
    if word.len() > LONGEST_WORD || word.starts_with(is_sign) || !word.chars().all(is_part) {
        return None;
    }
    if word.ends_with(is_sign) || is_one_square(word) {
        return Some(Shape::Begun);
    }
    word.contains(|c: char| c.is_ascii_digit()).then_some(Shape::Whole)
}

/// Is it certainly a whole move and nothing else? The usual case, found at once.
pub(super) fn is_plain_move(word: &str) -> bool {
    // Anything shorter may be a result.
    let [first, middle @ .., last] = word.as_bytes() else { return false };
    (4..=9).contains(&word.len())
        && first.is_ascii_digit() | matches!(first, b'a'..=b'j')
        && last.is_ascii_digit()
        && middle.iter().filter(|byte| matches!(byte, b'-' | b'x' | b':')).count() == 1
        && middle.iter().all(|byte| byte.is_ascii_digit() | matches!(byte, b'-' | b'x' | b':' | b'a'..=b'j'))
}

/// Is it one square, by number or by name?
fn is_one_square(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let (letters, digits) = (word.len() - number.len(), number.len());
    matches!((letters, digits), (0, 1..=3) | (1, 1..=2)) && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A move of four digits without a sign, `3228`, with one.
pub(super) fn with_sign(word: &str) -> Option<String> {
    let is_bare = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_bare.then(|| format!("{}-{}", &word[..2], &word[2..]))
}

/// The NAG of a sign of evaluation.
pub(super) fn evaluation(word: &str) -> Option<u8> {
    Some(match word {
        "=" => 10,
        "∞" => 13,
        "+=" | "⩲" => 14,
        "=+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_off() {
        for (word, is_number, rest) in [
            ("1.", true, ""),
            ("12...", true, ""),
            ("12.32-28", true, "32-28"),
            ("1…c3-d4", true, "c3-d4"),
            ("...", true, ""),
            ("..", true, ""),
            ("32-28", false, "32-28"),
            ("32", false, "32"),
            ("32-28.", false, "32-28."),
        ] {
            let (number, found) = split_number(word);
            assert_eq!((number.is_some(), found), (is_number, rest), "{word}");
        }
        let first = |word| split_number(word).0.is_some_and(|number| number.is_first);
        assert!(first("1.") && first("1.32-28"));
        assert!(!first("1...") && !first("11.") && !first("2.") && !first("."));
    }

    #[test]
    fn moves_have_shapes() {
        for (word, wanted) in [
            ("32-28", Some(Shape::Whole)),
            ("26x17x10x1", Some(Shape::Whole)),
            ("1-5", Some(Shape::Whole)),
            ("c3-d4", Some(Shape::Whole)),
            ("c3d4", Some(Shape::Whole)),
            ("cd4", Some(Shape::Whole)),
            ("c:e5", Some(Shape::Whole)),
            ("6x1", Some(Shape::Whole)),
            ("3228", Some(Shape::Whole)),
            ("32–28", Some(Shape::Whole)),
            ("32", Some(Shape::Begun)),
            ("c3", Some(Shape::Begun)),
            ("a10", Some(Shape::Begun)),
            ("32-", Some(Shape::Begun)),
            ("c3:", Some(Shape::Begun)),
            ("-28", None),
            ("x28", None),
            ("white", None),
            ("1/2", Some(Shape::Begun)),
            ("+", None),
            ("", None),
        ] {
            assert_eq!(shape(word), wanted, "{word}");
            assert!(!is_plain_move(word) || wanted == Some(Shape::Whole), "{word}");
        }
        assert!(is_plain_move("32-28") && is_plain_move("6x13") && is_plain_move("c3:e5"));
        for word in ["1-0", "2-28-", "x4-5", "1/2-1/2", "12...", "1.3-4", "-1-2", "32-28*"] {
            assert!(!is_plain_move(word), "{word}");
        }
        assert_eq!(with_sign("3228").as_deref(), Some("32-28"));
        assert_eq!(with_sign("328"), None);
        assert_eq!(split_marks("27-20*"), ("27-20", true));
        assert_eq!(split_marks("27-20+,"), ("27-20", false));
    }
}
