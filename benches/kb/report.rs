//! What a benchmark prints: one row a figure, as a table for people or as JSON. It computes nothing.

use serde::Serialize;

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What was measured, such as `facts_own`.
    pub metric: String,
    /// The figure.
    pub value: f64,
    /// Its unit, such as `share`, `ms`, `claims`.
    pub unit: &'static str,
    /// What it should reach, and on which side of it: `>= 0.65`.
    pub target: Option<String>,
    /// What it is compared with: a floor, a peer, the same work by another tool.
    pub reference: Option<String>,
}

impl Row {
    /// A figure with neither target nor reference.
    pub fn new(metric: impl Into<String>, value: f64, unit: &'static str) -> Row {
        Row { metric: metric.into(), value, unit, target: None, reference: None }
    }

    /// Adds what the figure should reach.
    pub fn target(mut self, target: &str) -> Row {
        self.target = Some(target.to_owned());
        self
    }

    /// Adds what the figure is compared with.
    pub fn reference(mut self, reference: &str) -> Row {
        self.reference = Some(reference.to_owned());
        self
    }
}

/// One line, for who watches a benchmark that takes long.
impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.metric, shown(self.value), self.unit)
    }
}

/// All figures of one benchmark.
#[derive(Debug, Serialize)]
pub struct Report {
    name: &'static str,
    machine: String,
    rows: Vec<Row>,
}

impl Report {
    /// A report of `rows`, measured on this machine.
    pub fn new(name: &'static str, rows: Vec<Row>) -> Report {
        Report { name, machine: machine(), rows }
    }

    /// The report as JSON: `{name, machine, rows:[{metric, value, unit, target, reference}]}`.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).map_or_else(|error| format!("{error}\n"), |text| text + "\n")
    }

    /// The report as a table.
    pub fn human(&self) -> String {
        let mut cells = vec![["metric", "value", "unit", "target", "reference"].map(str::to_owned)];
        cells.extend(self.rows.iter().map(|row| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            [
                row.metric.clone(),
                shown(row.value),
                row.unit.to_owned(),
                text(&row.target),
                text(&row.reference),
            ]
        }));
        let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 5] = std::array::from_fn(width);
        let mut table = format!("{} on {}\n\n", self.name, self.machine);
        for row in &cells {
            let [metric, value, unit, target, reference] = row;
            let line = format!(
                "{metric:<0$}  {value:>1$}  {unit:<2$}  {target:<3$}  {reference}",
                widths[0], widths[1], widths[2], widths[3]
            );
            table.push_str(line.trim_end());
            table.push('\n');
        }
        table
    }
}

/// A figure as a person reads it: whole numbers whole, others with three digits after the point.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value:.0}") } else { format!("{value:.3}") }
}

/// Processor, cores and system, as far as they can be told.
fn machine() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{processor}, {cores} cores, {}", std::env::consts::OS)
}
