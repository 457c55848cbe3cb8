//! Entries as bytes and back, for what is kept between two runs. Whether the bytes still fit is for others to know.

use std::io::{self, BufRead, Write};

use super::{Each, Entry, Lines, Links};

/// The longest text that is read: anything above it is no entry of ours.
const LONGEST: u64 = 1 << 28;

impl Entry {
    /// Writes the entry.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_text(out, &self.stated_title)?;
        // Most titles are the stated one.
        write_text(out, if self.title == self.stated_title { "" } else { &self.title })?;
        for lines in
            [&self.aliases, &self.labels, &self.headings, &self.block_ids, &self.anchors, &self.facts]
        {
            write_text(out, &lines.0)?;
        }
        write_number(out, self.line_count.into())?;
        write_text(out, &self.links.text)?;
        write_number(out, self.links.each.len() as u64)?;
        for each in &self.links.each {
            write_number(out, each.target_end.into())?;
            write_number(out, each.end.into())?;
            out.write_all(&[each.flags])?;
        }
        Ok(())
    }

    /// Reads an entry that [`Entry::write`] wrote.
    pub fn read(from: &mut dyn BufRead) -> io::Result<Entry> {
        let stated_title = read_text(from)?;
        let title = read_text(from)?;
        let title = if title.is_empty() { stated_title.clone() } else { title };
        let mut lines = || read_text(from).map(Lines);
        let (aliases, labels, headings) = (lines()?, lines()?, lines()?);
        let (block_ids, anchors, facts) = (lines()?, lines()?, lines()?);
        let line_count = read_short(from)?;
        let text = read_text(from)?;
        let count = read_number(from)?;
        if count > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut each = Vec::new();
        for _ in 0..count {
            let (target_end, end) = (read_short(from)?, read_short(from)?);
            let mut flags = [0];
            from.read_exact(&mut flags)?;
            each.push(Each { target_end, end, flags: flags[0] });
        }
        let links = Links { text, each: each.into_boxed_slice() };
        Ok(Entry {
            stated_title,
            title,
            aliases,
            labels,
            headings,
            block_ids,
            anchors,
            facts,
            line_count,
            links,
        })
    }
}

/// Writes a number in as few bytes as it needs, seven bits each (LEB128).
pub fn write_number(out: &mut dyn Write, mut number: u64) -> io::Result<()> {
    let (mut bytes, mut count) = ([0; 10], 0);
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        bytes[count] = if number == 0 { low } else { low | 0x80 };
        count += 1;
        if number == 0 {
            return out.write_all(&bytes[..count]);
        }
    }
}

/// Reads a number that [`write_number`] wrote.
pub fn read_number(from: &mut dyn BufRead) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(io::ErrorKind::InvalidData.into())
}

fn read_short(from: &mut dyn BufRead) -> io::Result<u32> {
    u32::try_from(read_number(from)?).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Writes a text after its length.
pub fn write_text(out: &mut dyn Write, text: &str) -> io::Result<()> {
    write_number(out, text.len() as u64)?;
    out.write_all(text.as_bytes())
}

/// Reads a text that [`write_text`] wrote.
pub fn read_text(from: &mut dyn BufRead) -> io::Result<Box<str>> {
    let length = read_number(from)?;
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| io::ErrorKind::InvalidData)?];
    from.read_exact(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
    Ok(text.into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::Note;
    use crate::path::RepoPath;

    fn entry(text: &str) -> Entry {
        Entry::of(&Note::parse(RepoPath::new("a.md").expect("a path"), text.as_bytes()))
    }

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let texts = [
            "",
            "# Only a heading\n",
            "---\ntitle: T\naliases: [b, \"c d\"]\nlabels: [x]\nstatus: stable\nsupersedes: \"[[old]]\"\n---\n\
             # H\n\n## H\n\n[[a#H|l]] ![[b]] [m](c%20d.md#h) ![i](p.png) text ^id\n\n<a id=\"x\"></a>\n\n\
             Said.[^1]\n\n[^1]: [s](../evidence/2026/11/x/source.md#L1)\n",
        ];
        for text in texts {
            let entry = entry(text);
            let mut bytes = Vec::new();
            entry.write(&mut bytes).expect("memory takes it");
            assert_eq!(Entry::read(&mut bytes.as_slice()).expect("an entry"), entry);
            for end in 0..bytes.len() {
                assert!(Entry::read(&mut &bytes[..end]).is_err(), "cut at {end}");
            }
        }
    }

    #[test]
    fn numbers_come_back_as_they_were() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number).expect("memory takes it");
            assert_eq!(read_number(&mut bytes.as_slice()).expect("a number"), number);
        }
        assert!(read_number(&mut [0xff; 12].as_slice()).is_err());
    }
}
