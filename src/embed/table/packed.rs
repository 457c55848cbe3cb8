//! The packed form of a table: word pieces in order, and a row of small integers for each. Reading it copies nothing.

/// What a packed table begins with.
const MAGIC: &[u8; 8] = b"kbtable1";

/// The magic, the number of pieces and the dimension.
const HEAD: usize = 16;

/// A table in its packed form: the head, the end of each piece, the pieces one after the other in the order of their
/// bytes, and for each piece a scale and one signed byte a dimension. Numbers are little-endian.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed<'b> {
    dimension: usize,
    ends: &'b [u8],
    pieces: &'b [u8],
    rows: &'b [u8],
}

impl<'b> Packed<'b> {
    /// Reads a packed table; `None` where the bytes are none.
    pub fn read(bytes: &'b [u8]) -> Option<Packed<'b>> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (count, dimension) = (number(rest, 0)?, number(rest, 1)?);
        let (ends, rest) = bytes.get(HEAD..)?.split_at_checked(count.checked_mul(4)?)?;
        let (pieces, rows) =
            rest.split_at_checked(count.checked_sub(1).and_then(|last| number(ends, last))?)?;
        (rows.len() == count * (4 + dimension)).then_some(Packed { dimension, ends, pieces, rows })
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.ends.len() / 4
    }

    /// A piece.
    pub fn piece(&self, at: usize) -> &'b [u8] {
        let end = |at| number(self.ends, at).unwrap_or_default();
        let start = if at == 0 { 0 } else { end(at - 1) };
        self.pieces.get(start..end(at)).unwrap_or_default()
    }

    /// The row of the piece that is `mark` and then `text`.
    pub fn find(&self, mark: &str, text: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.piece(middle).iter().copied().cmp(mark.bytes().chain(text.bytes())) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The scale and the units of a row.
    pub fn row(&self, at: usize) -> (f32, impl Iterator<Item = i8> + 'b) {
        let size = 4 + self.dimension;
        let row = self.rows.get(at * size..(at + 1) * size).unwrap_or_default();
        let (scale, units) = row.split_first_chunk().unwrap_or((&[0; 4], &[]));
        (f32::from_le_bytes(*scale), units.iter().map(|&unit| unit.cast_signed()))
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at * 4..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes) as usize)
}

/// Packs pieces with their rows, all of one length: each row to signed bytes and a scale of its own.
pub fn pack(mut rows: Vec<(String, Vec<f32>)>) -> Vec<u8> {
    rows.sort_by(|(one, _), (other, _)| one.as_bytes().cmp(other.as_bytes()));
    let dimension = rows.first().map_or(0, |(_, row)| row.len());
    let mut packed = MAGIC.to_vec();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    packed.extend(number(rows.len()));
    packed.extend(number(dimension));
    let mut end = 0;
    for (piece, _) in &rows {
        end += piece.len();
        packed.extend(number(end));
    }
    rows.iter().for_each(|(piece, _)| packed.extend(piece.bytes()));
    for (_, row) in &rows {
        let most = row.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
        let scale = if most > 0.0 { most / 127.0 } else { 1.0 };
        packed.extend(scale.to_le_bytes());
        packed.extend(row.iter().map(|value| ((value / scale).round() as i8).cast_unsigned()));
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::{Packed, pack};

    #[test]
    fn what_is_packed_is_found_again() {
        let bytes = pack(vec![("##b".to_owned(), vec![0.5, -1.0]), ("a".to_owned(), vec![0.0, 0.0])]);
        let packed = Packed::read(&bytes).expect("a table");
        let at = packed.find("##", "b").expect("a row");
        let (scale, units) = packed.row(at);
        let row: Vec<f32> = units.map(|unit| scale * f32::from(unit)).collect();
        assert!((row[0] - 0.5).abs() < 0.01 && (row[1] + 1.0).abs() < 0.01, "{row:?}");
        assert_eq!(packed.find("", "b"), None);
        assert!((0..bytes.len()).all(|end| Packed::read(&bytes[..end]).is_none()));
    }
}
