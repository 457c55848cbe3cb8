//! Fences of code in Markdown: which line opens one, and which closes it.

/// An open fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeFence {
    mark: char,
    length: usize,
}

impl CodeFence {
    /// The fence that `line` opens.
    pub(super) fn opened_by(line: &str) -> Option<CodeFence> {
        let line = line.trim_start();
        let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let length = line.chars().take_while(|&c| c == mark).count();
        let info = &line[length..];
        (length >= 3 && !(mark == '`' && info.contains('`'))).then_some(CodeFence { mark, length })
    }

    /// Whether `line` closes it.
    pub(super) fn closed_by(self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.length && line.chars().all(|c| c == self.mark)
    }
}
