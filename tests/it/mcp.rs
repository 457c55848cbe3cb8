//! `kb mcp`, as a client sees it: a process that is spoken to over its standard input and output.

mod around;
pub mod client;
mod handing_over;
mod http;
mod protocol;
mod tools;

use self::client::text_of;
use crate::test_repo::TestRepo;

/// A small base: two folders, a note that somebody may not see, evidence, a link.
fn base() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "[callers.staff]\nlabels = [\"staff\"]\n")
        .file(
            "knowledge/index.md",
            "---\ntitle: Handbook\ndescription: How we work.\n---\n* [Billing](billing/)\n",
        )
        .file(
            "knowledge/billing/refund-policy.md",
            "---\ntype: Policy\ntitle: Refund policy\ndescription: When a customer gets money back.\nstanding: disputed\n\
             valid_until: 2027-12-31\naliases: [money back]\n---\n# Refund policy\n\nA full refund can be requested within 7 \
             days of receipt.[^1] See [[order-status]].\n\n## Deadline\n\nThe deadline is 7 days and never moves.\n\n\
             [^1]: [call](../../evidence/2026/11/2026-11-30-call-ab12cd/source.md#L3)\n    \"within seven days\"\n",
        )
        .file(
            "knowledge/billing/order-status.md",
            "---\ntitle: Order status\n---\n# Order status\n\nAn order is open, paid or closed.\n",
        )
        .file(
            "knowledge/hr/pay.md",
            "---\ntitle: Pay\nlabels: [staff]\n---\n# Pay\n\nSalaries are paid on the zyzzyva day.\n",
        )
        .commit("notes")
}
