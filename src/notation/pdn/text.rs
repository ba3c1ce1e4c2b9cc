//! Bytes of a file as text, whatever their encoding.

/// Text with each run of blanks and control characters as a single blank, and none
/// at its ends.
pub(super) fn tidy(bytes: &[u8]) -> String {
    let text = decode(bytes);
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let mut tidy = String::with_capacity(text.len());
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        if !tidy.is_empty() {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

/// Bytes as text: UTF-8, or what old programs wrote, Windows-1251 where whole words
/// would be Cyrillic, else Windows-1252.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut words = bytes.split(|byte| !byte.is_ascii_alphabetic() && !is_cyrillic(*byte));
    let cyrillic = words.any(|word| word.len() > 1 && word.iter().all(|&byte| is_cyrillic(byte)));
    let letter = |byte| if cyrillic { windows_1251(byte) } else { windows_1252(byte) };
    bytes.iter().map(|&byte| letter(byte)).collect()
}

/// Is it a letter in Windows-1251?
fn is_cyrillic(byte: u8) -> bool {
    windows_1251(byte) != windows_1252(byte)
}

/// The Russian and Ukrainian letters, and the number sign; punctuation is much as
/// in Windows-1252.
fn windows_1251(byte: u8) -> char {
    match byte {
        0xA5 => 'Ґ',
        0xA8 => 'Ё',
        0xAA => 'Є',
        0xAF => 'Ї',
        0xB2 => 'І',
        0xB3 => 'і',
        0xB4 => 'ґ',
        0xB8 => 'ё',
        0xB9 => '№',
        0xBA => 'є',
        0xBF => 'ї',
        0xC0..=0xFF => char::from_u32(u32::from(byte) - 0xC0 + u32::from('А')).unwrap_or('?'),
        _ => windows_1252(byte),
    }
}

fn windows_1252(byte: u8) -> char {
    const FROM_0X80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => FROM_0X80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_read() {
        assert_eq!(decode("Ольга ž".as_bytes()), "Ольга ž");
        assert_eq!(decode(b"Andr\xE9 \x80 \x9E"), "André € ž");
        assert_eq!(decode(b"\x81 x\xFF"), "\u{81} xÿ");
        assert_eq!(decode(b"\xC8\xE2\xE0\xED\xEE\xE2 \xC8. Ivanov \xB3\xBF"), "Иванов И. Ivanov ії");
    }

    #[test]
    fn blanks_are_single() {
        assert_eq!(tidy(b" a \r\n\tb\x07c\xC2\xA0 "), "a b c");
        assert_eq!(tidy(b" \n"), "");
    }
}
