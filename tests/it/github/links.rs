//! Where the addresses in answers begin.

/// The addresses of the fake, by the base that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// `http://127.0.0.1:1/api/v3`
    pub api: String,
    /// `http://127.0.0.1:1`
    pub web: String,
}

impl Links {
    /// The address of a repository in the API.
    pub fn repo(&self, full_name: &str) -> String {
        format!("{}/repos/{full_name}", self.api)
    }

    /// The address of a page of a repository.
    pub fn page(&self, full_name: &str, rest: &str) -> String {
        format!("{}/{full_name}/{rest}", self.web)
    }
}
