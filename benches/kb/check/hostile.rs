//! Inputs made to be slow to read, at one size and at twice the size: the ratio says whether reading is linear.

use super::cpu_ms;
use crate::binary::Base;
use crate::report::Row;

/// An input that grows with its number.
type Input = (&'static str, fn(usize) -> String);

/// The inputs; each is about 40,000 of something at the smaller size, the line 25 MB.
const INPUTS: [Input; 9] = [
    ("open_brackets", |size| "[[".repeat(size * 40_000)),
    ("closed_brackets", |size| "[[a]] ".repeat(size * 40_000)),
    ("nested_brackets", |size| format!("{}a{}", "[".repeat(size * 40_000), "]".repeat(size * 40_000))),
    ("pipes", |size| format!("[[a{}]]", "|b".repeat(size * 40_000))),
    ("table_pipes", |size| format!("{}\n{}\n", "|a".repeat(size * 20_000), "|-".repeat(size * 20_000))),
    ("quotes", |size| format!("{} a\n", ">".repeat(size * 40_000))),
    ("emphasis", |size| "*a_ ".repeat(size * 40_000)),
    ("footnotes", |size| (0..size * 10_000).map(|n| format!("Said.[^{n}]\n\n[^{n}]: x\n\n")).collect()),
    ("one_line", |size| "word ".repeat(size * 800_000)),
];

/// How often each is read.
const ROUNDS: usize = 3;

/// Measures each input.
pub fn run(rows: &mut Vec<Row>) -> Result<(), String> {
    for (name, input) in INPUTS {
        let (one, two) = (time(&input(1))?, time(&input(2))?);
        let ratio = Row::new(format!("hostile_{name}_ratio"), two / one, "ratio").target("<= 3");
        rows.push(ratio.reference(&format!("{one:.0} ms, twice the input {two:.0} ms")));
    }
    let line = "word ".repeat(10 << 20);
    rows.push(Row::new("hostile_50_mb_line_ms", time(&line)?, "ms"));
    Ok(())
}

/// What checking a folder with `text` and a small note costs above checking the small note alone, in milliseconds.
fn time(text: &str) -> Result<f64, String> {
    let base = Base::plain()?;
    let write = |name: &str, text: &str| {
        std::fs::write(base.root.path().join(name), text).map_err(|error| format!("writing {name}: {error}"))
    };
    write("small.md", "# Small\n")?;
    let check = || {
        base.forget_caches()?;
        base.kb(&["check"]).map(drop)
    };
    let floor = cpu_ms(ROUNDS, check)?;
    write("hostile.md", text)?;
    // Times are counted in hundredths of a second: what is below one counts as one.
    Ok((cpu_ms(ROUNDS, check)? - floor).max(10.0 / ROUNDS as f64))
}
