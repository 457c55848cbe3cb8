//! Which figures each set is measured by, and the floors: what a plain BM25 reaches (data/README.md).

/// A set and its figures.
pub struct Floor {
    /// The folder of the set.
    pub set: &'static str,
    /// The figures, each with what it must reach.
    pub figures: &'static [(&'static str, Option<f64>)],
}

/// Every set.
pub const FLOORS: &[Floor] = &[
    Floor {
        set: "scifact",
        figures: &[("ndcg10", Some(0.68)), ("recall10", None), ("recall100", Some(0.929))],
    },
    Floor {
        set: "anthropic-code-chunks",
        figures: &[("pass5", Some(0.698)), ("pass10", Some(0.778)), ("pass20", Some(0.841))],
    },
    Floor { set: "anthropic-docs", figures: &[("recall3", Some(0.60)), ("mrr", Some(0.75))] },
    Floor { set: "musique-train-100", figures: &[("ndcg10", Some(0.532)), ("recall10", Some(0.559))] },
    Floor { set: "heq-he", figures: &[("ndcg10", Some(0.887)), ("recall10", None)] },
    Floor { set: "cmrc2018-zh", figures: &[("ndcg10", Some(0.979)), ("recall10", None)] },
    Floor { set: "xquad-en", figures: &[("ndcg10", Some(0.965)), ("recall10", None)] },
    Floor { set: "xquad-de", figures: &[("ndcg10", Some(0.942)), ("recall10", None)] },
    Floor { set: "xquad-ru", figures: &[("ndcg10", Some(0.953)), ("recall10", None)] },
    Floor { set: "xquad-zh", figures: &[("ndcg10", Some(0.967)), ("recall10", None)] },
    Floor { set: "xquad-ar", figures: &[("ndcg10", Some(0.934)), ("recall10", None)] },
    Floor { set: "limit-small", figures: &[("ndcg10", None), ("recall10", None)] },
    Floor { set: "xquad-de-en", figures: &[("ndcg10", None), ("recall10", None)] },
    Floor { set: "xquad-zh-en", figures: &[("ndcg10", None), ("recall10", None)] },
    Floor { set: "xquad-ar-en", figures: &[("ndcg10", None), ("recall10", None)] },
    Floor { set: "sib200-hun_Latn-eng_Latn", figures: &[("ndcg10", None), ("recall10", None)] },
    Floor { set: "zh-statutes", figures: &[("ndcg10", None), ("recall10", None)] },
];
