//! A chunk as bytes and back: numbers of seven bits a byte, texts after their lengths. What cannot be read is no chunk.

use jiff::civil::Date;

use super::chunk::{Chunk, CitedLines, Outgoing, Unit};
use crate::path::RepoPath;
use crate::port::Validity;
use crate::text::LineRange;

/// Writes `chunk`.
pub(super) fn encode(chunk: &Chunk) -> Vec<u8> {
    let units: usize = chunk.units.iter().map(|unit| unit.text.len() + 8).sum();
    let mut out = Writer(Vec::with_capacity(units + chunk.note.as_str().len() + chunk.title.len() + 64));
    out.text(chunk.note.as_str());
    out.number(chunk.ordinal);
    out.text(&chunk.title);
    out.list(&chunk.headings, |out, heading| out.text(heading));
    out.option(chunk.status.as_deref(), Writer::text);
    out.option(chunk.standing.as_deref(), Writer::text);
    out.option(chunk.validity.from, Writer::day);
    out.option(chunk.validity.until, Writer::day);
    out.flag(chunk.validity.retired);
    out.flag(chunk.index_page);
    out.list(&chunk.aliases, |out, alias| out.text(alias));
    out.list(&chunk.links, |out, link| {
        out.text(&link.target);
        out.flag(link.by_name);
        out.0.extend_from_slice(&link.weight.to_le_bytes());
    });
    out.list(&chunk.units, |out, unit| {
        out.lines(unit.lines);
        out.text(&unit.text);
        out.flag(unit.again);
        out.list(&unit.citations, |out, cited| {
            out.text(&cited.evidence);
            out.option(cited.lines, Writer::lines);
        });
        out.list(&unit.quotes, |out, quote| out.text(quote));
    });
    out.0
}

/// Reads what [`encode`] wrote.
pub(super) fn decode(bytes: &[u8]) -> Option<Chunk> {
    let mut from = Reader(bytes);
    let chunk = Chunk {
        note: RepoPath::new(from.text()?).ok()?,
        ordinal: from.number()?,
        title: from.text()?,
        headings: from.list(Reader::text)?,
        status: from.option(Reader::text)?,
        standing: from.option(Reader::text)?,
        validity: Validity {
            from: from.option(Reader::day)?,
            until: from.option(Reader::day)?,
            retired: from.flag()?,
        },
        index_page: from.flag()?,
        aliases: from.list(Reader::text)?,
        links: from.list(|from| {
            Some(Outgoing { target: from.text()?, by_name: from.flag()?, weight: from.weight()? })
        })?,
        units: from.list(|from| {
            Some(Unit {
                lines: from.lines()?,
                text: from.text()?,
                again: from.flag()?,
                citations: from.list(|from| {
                    Some(CitedLines { evidence: from.text()?, lines: from.option(Reader::lines)? })
                })?,
                quotes: from.list(Reader::text)?,
            })
        })?,
    };
    from.0.is_empty().then_some(chunk)
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn length(&mut self, length: usize) {
        // A note is far smaller than what 32 bits can count.
        self.number(u32::try_from(length).unwrap_or(u32::MAX));
    }

    fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    fn flag(&mut self, flag: bool) {
        self.0.push(u8::from(flag));
    }

    fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Writer, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.length(items.len());
        items.iter().for_each(|item| write(self, item));
    }

    fn lines(&mut self, lines: LineRange) {
        self.number(lines.first());
        self.number(lines.last() - lines.first());
    }

    fn day(&mut self, day: Date) {
        self.0.extend_from_slice(&day.year().to_le_bytes());
        self.0.extend_from_slice(&[day.month().unsigned_abs(), day.day().unsigned_abs()]);
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(str::to_owned)
    }

    fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.flag()? { read(self).map(Some) } else { Some(None) }
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        (0..length).map(|_| read(self)).collect()
    }

    fn lines(&mut self) -> Option<LineRange> {
        let first = self.number()?;
        LineRange::new(first, first.checked_add(self.number()?)?)
    }

    fn weight(&mut self) -> Option<f32> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f32::from_le_bytes(*bytes))
    }

    fn day(&mut self) -> Option<Date> {
        let year = i16::from_le_bytes([self.byte()?, self.byte()?]);
        let (month, day) = (i8::try_from(self.byte()?).ok()?, i8::try_from(self.byte()?).ok()?);
        Date::new(year, month, day).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::Note;
    use crate::search::chunks;

    #[test]
    fn what_was_written_is_read_and_nothing_else_is() {
        let text = "---\ntype: Policy\nvalid_from: 2026-01-31\nstatus: draft\naliases: [x, y z]\nstanding: disputed\n---\n# A\n\n## B\n\n\
                    Árvíz on 5 May.[^1] More of [[b]].\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\
                    [^1]: [x](../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14) \"árvíz\"\n";
        let path = RepoPath::new("knowledge/a.md").expect("a path");
        for chunk in chunks(&Note::parse(path, text.as_bytes())) {
            let bytes = encode(&chunk);
            assert_eq!(decode(&bytes).as_ref(), Some(&chunk));
            for end in 0..bytes.len() {
                assert_eq!(decode(&bytes[..end]), None, "cut at {end}");
            }
            assert_eq!(decode(&[bytes, vec![0]].concat()), None);
        }
        assert_eq!(decode(b"{}"), None);
        assert_eq!(decode(&[0xff; 64]), None);
    }
}
