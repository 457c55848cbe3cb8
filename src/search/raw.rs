//! Makes the documents of an evidence item, line by line, without the lines that nobody stands by any more.

use std::collections::BTreeMap;

use super::chunk::{Chunk, CitedLines, Unit};
use super::facet;
use super::indexing::of_evidence;
use crate::evidence::Item;
use crate::port::{Document, IndexError, IndexView, Validity};
use crate::search::Admission;
use crate::text::LineRange;

/// The size that a chunk of lines is filled to, in bytes.
const FILL: usize = 1_600;

/// The documents of `item`; nothing of a line that `withdrawn` names.
pub fn raw_documents(item: &Item, withdrawn: &Withdrawn) -> Vec<Document> {
    let id = item.meta.id.to_string();
    let path = item.text_path();
    let empty = Chunk {
        note: path.clone(),
        ordinal: 0,
        title: item.meta.title.clone().unwrap_or_else(|| {
            format!("{} of {}", item.meta.kind, item.meta.captured_at.strftime("%Y-%m-%d"))
        }),
        headings: Vec::new(),
        status: None,
        standing: None,
        validity: Validity::default(),
        index_page: false,
        aliases: Vec::new(),
        links: Vec::new(),
        units: Vec::new(),
    };
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut size = usize::MAX;
    for line in (1..=item.line_count()).map(LineRange::single) {
        let Some(text) = item.spoken_lines(line).filter(|text| text.contains(char::is_alphanumeric)) else {
            continue;
        };
        if withdrawn.touches(&id, line) {
            continue;
        }
        let text = text.trim();
        if size.saturating_add(text.len()) > FILL {
            let ordinal = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
            chunks.push(Chunk { ordinal, ..empty.clone() });
            size = 0;
        }
        size += text.len();
        let Some(chunk) = chunks.last_mut() else { continue };
        chunk.units.push(Unit {
            lines: line,
            text: text.to_owned(),
            again: false,
            citations: vec![CitedLines { evidence: id.clone(), lines: Some(line) }],
            quotes: Vec::new(),
        });
    }
    let facets =
        vec![facet::of_folder(path.as_str()), facet::of_folder(item.folder.as_str()), facet::of_name(&id)];
    of_evidence(item.text(), chunks, item.meta.sha256.as_str(), facets, &item.meta.access())
}

/// Lines of evidence on which only claims rest that are superseded, deprecated or not valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Withdrawn {
    lines: BTreeMap<String, Vec<LineRange>>,
}

impl Withdrawn {
    /// Asks the notes in `view` which lines nobody stands by, as far as its caller can see.
    pub fn of(view: &dyn IndexView, admission: &Admission) -> Result<Withdrawn, IndexError> {
        let holds = |document: u32| admission.admits(view.validity(document));
        let mut withdrawn = Withdrawn::default();
        let mut standing = Withdrawn::default();
        for document in (0..view.bound()).filter(|&document| view.is_visible(document) && !holds(document)) {
            withdrawn.take(&view.body(document)?);
        }
        for id in withdrawn.lines.keys() {
            for document in
                view.faceted(&facet::of_citation(id))?.into_iter().filter(|&document| holds(document))
            {
                standing.take(&view.body(document)?);
            }
        }
        for (id, lines) in &mut withdrawn.lines {
            lines.retain(|range| !standing.touches(id, *range));
        }
        Ok(withdrawn)
    }

    /// What a reader should know of it, one line.
    pub fn said(&self) -> Option<String> {
        let items = self.lines.values().filter(|lines| !lines.is_empty()).count();
        let plural = if items == 1 { "" } else { "s" };
        (items > 0).then(|| {
            format!(
                "lines of {items} evidence item{plural} left out: only claims that do not hold any more rest on them, \
                 `--include-deprecated` shows them"
            )
        })
    }

    fn take(&mut self, body: &[u8]) {
        let Some(chunk) = Chunk::decode(body) else { return };
        for cited in chunk.units.into_iter().flat_map(|unit| unit.citations) {
            if let Some(lines) = cited.lines {
                self.lines.entry(cited.evidence).or_default().push(lines);
            }
        }
    }

    /// Whether a line of `range` is among those of `id`.
    fn touches(&self, id: &str, range: LineRange) -> bool {
        let own = self.lines.get(id).map_or(&[][..], Vec::as_slice);
        own.iter().any(|lines| lines.first() <= range.last() && range.first() <= lines.last())
    }
}
