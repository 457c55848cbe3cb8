//! Locks, temporary folders, and a merge that was interrupted.

use super::DoctorReport;
use crate::port::{GitRead, Machine};

/// A lock of git's that is older than this, in seconds, was left by a process that died.
const STALE: u64 = 600;

impl DoctorReport {
    pub(super) fn leftovers(&mut self, git: Option<&dyn GitRead>, machine: &Machine) {
        match &machine.writer {
            Some(holder) => {
                self.warn("lock", format!("another kb is writing: {holder}"), "wait for it to finish")
            }
            None => self.ok("lock", "no kb is writing"),
        }
        for (path, age) in &machine.git_locks {
            let message = format!("{path} exists since {}", duration(*age));
            let help = format!("when no git is running any more: rm {path}");
            if *age >= STALE {
                self.fail("lock", message, help);
            } else {
                self.warn("lock", message, help);
            }
        }
        if !machine.left_over.is_empty() {
            let count = machine.left_over.len();
            let message =
                format!("{count} temporary folder{} of dead processes", if count == 1 { "" } else { "s" });
            self.warn(
                "temporary",
                message,
                "`kb doctor --repair` removes them, as does the next command that writes",
            );
            self.mark_repairable();
        }
        match git.map(|git| git.interrupted()) {
            Some(Ok(Some(advance))) => {
                let message = format!(
                    "a merge into `{}` was interrupted between {} and {}",
                    advance.target.strip_prefix("refs/heads/").unwrap_or(&advance.target),
                    advance.from.short(),
                    advance.to.short()
                );
                self.fail("merge", message, "`kb doctor --repair` finishes it, as does the next `kb merge`");
                self.mark_repairable();
            }
            Some(Err(error)) => self.fail("merge", error.to_string(), "check that .git/kb can be read"),
            Some(Ok(None)) | None => {}
        }
    }

    fn mark_repairable(&mut self) {
        if let Some(last) = self.examined.last_mut() {
            last.repairable = true;
        }
    }
}

fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        7_200..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn ages_are_told_in_the_unit_that_fits() {
        let told = [0, 119, 120, 7_199, 7_200, 172_800].map(duration);
        assert_eq!(told, ["0 s", "119 s", "2 min", "119 min", "2 h", "2 days"]);
    }
}
