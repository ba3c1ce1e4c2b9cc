//! The bytes of a file, one at a time, with the number of their line.

use std::io::{self, BufRead};

/// A file being read. An error of the input looks like its end, and is kept.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    /// What has been taken from the input and not yet been handed out, from `at` on.
    chunk: Vec<u8>,
    at: usize,
    ended: bool,
    error: Option<io::Error>,
    line: u64,
    /// Bytes handed out so far.
    taken: u64,
    /// Was the last byte the end of a line?
    line_start: bool,
}

impl<R: BufRead> Source<R> {
    /// A file from its beginning.
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            chunk: Vec::new(),
            at: 0,
            ended: false,
            error: None,
            line: 1,
            taken: 0,
            line_start: true,
        }
    }

    /// The line of the next byte, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The number of bytes handed out so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// Is the next byte the first of its line?
    pub(super) fn is_line_start(&self) -> bool {
        self.line_start
    }

    /// What ended the input before its time.
    pub(super) fn error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// The next bytes: `count`, or fewer at the end.
    pub(super) fn ahead(&mut self, count: usize) -> &[u8] {
        while self.chunk.len() - self.at < count && !self.ended {
            self.fill();
        }
        let end = self.chunk.len().min(self.at + count);
        &self.chunk[self.at..end]
    }

    /// The next byte; all ends of lines look like `\n`.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.at == self.chunk.len() && !self.ended {
            self.fill();
        }
        match self.chunk.get(self.at) {
            Some(b'\r') => Some(b'\n'),
            byte => byte.copied(),
        }
    }

    /// Takes the next byte; all ends of lines look like `\n`.
    #[inline(always)]
    pub(super) fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        if byte == b'\n' {
            return Some(self.end_line());
        }
        self.line_start = false;
        self.at += 1;
        self.taken += 1;
        Some(byte)
    }

    /// Takes bytes.
    pub(super) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    /// Takes the byte order mark that Windows programs begin a file with.
    pub(super) fn skip_mark(&mut self) {
        self.skip(3);
        self.line_start = true;
    }

    /// Takes bytes of one line as long as they fit, up to where the input was last
    /// cut in pieces: there may be more that fit.
    #[inline(always)]
    pub(super) fn take_some(&mut self, fits: impl Fn(u8) -> bool + Copy) -> &[u8] {
        self.peek();
        let rest = &self.chunk[self.at..];
        let is_end = |&byte: &u8| !fits(byte) || matches!(byte, b'\n' | b'\r');
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        self.taken += length as u64;
        self.line_start &= length == 0;
        &self.chunk[start..self.at]
    }

    /// Takes bytes of one line as long as they fit, `limit` of them at most, and
    /// puts them behind those in `taken`. Were there too many?
    pub(super) fn take_while(
        &mut self,
        taken: &mut Vec<u8>,
        limit: usize,
        fits: impl Fn(u8) -> bool + Copy,
    ) -> bool {
        loop {
            let some = self.take_some(fits);
            if some.is_empty() {
                return false;
            }
            let room = limit.saturating_sub(taken.len());
            taken.extend_from_slice(&some[..some.len().min(room)]);
            if some.len() > room {
                return true;
            }
        }
    }

    fn end_line(&mut self) -> u8 {
        let length = if self.ahead(2) == b"\r\n" { 2 } else { 1 };
        self.at += length;
        self.taken += length as u64;
        self.line += 1;
        self.line_start = true;
        b'\n'
    }

    /// Takes more from the input.
    fn fill(&mut self) {
        self.chunk.drain(..self.at);
        self.at = 0;
        let more = loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        match more {
            Ok(more) => {
                self.ended = more.is_empty();
                self.chunk.extend_from_slice(more);
                let length = more.len();
                self.input.consume(length);
            }
            Err(error) => {
                self.ended = true;
                self.error = Some(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn all_ends_of_lines_are_one() {
        for capacity in [1, 2, 3, 100] {
            let mut source = Source::new(BufReader::with_capacity(capacity, &b"a\r\nb\rc\nd\r"[..]));
            let mut read = Vec::new();
            loop {
                let (line, first) = (source.line(), source.is_line_start());
                let Some(byte) = source.bump() else { break };
                read.push((line, first, byte as char));
            }
            let wanted = [
                (1, true, 'a'),
                (1, false, '\n'),
                (2, true, 'b'),
                (2, false, '\n'),
                (3, true, 'c'),
                (3, false, '\n'),
                (4, true, 'd'),
                (4, false, '\n'),
            ];
            assert_eq!(read, wanted);
            assert_eq!((source.line(), source.taken(), source.ahead(3)), (5, 9, &b""[..]));
        }
    }

    #[test]
    fn an_error_of_the_input_is_kept() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut source = Source::new(BufReader::new(Broken));
        assert_eq!((source.bump(), source.peek()), (None, None));
        assert_eq!(source.error().unwrap().to_string(), "gone");
        assert!(source.error().is_none());
    }
}
