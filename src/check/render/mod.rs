//! Renderers of a report, one file a format, each a pure function.
