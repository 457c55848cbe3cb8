//! Text as a model is shown it. Which characters nobody sees is for the evidence to say.

pub(super) use crate::evidence::hazard::escaped;
