//! Numbers out of a safetensors file, whatever their width. What they mean is for others to know.

use safetensors::{Dtype, SafeTensors};
use thiserror::Error;

/// Says why a safetensors file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatrixError {
    /// The file is damaged or something else.
    #[error("it is no safetensors file: {0}")]
    Damaged(String),
    /// What is looked for is not in it.
    #[error("it has no `{0}`")]
    Missing(&'static str),
    /// The numbers have a form that kb does not read.
    #[error("`{name}` is {form}; kb reads F32, F16, BF16, F64, I8, I32 and I64")]
    Form {
        /// Of what.
        name: &'static str,
        /// The form.
        form: String,
    },
}

/// Numbers in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// How many numbers a row has.
    pub width: usize,
    /// The rows, one after the other.
    pub values: Vec<f32>,
}

impl Matrix {
    /// Reads the tensor `name` of a safetensors file; a list is a matrix of rows of one.
    pub fn read(bytes: &[u8], name: &'static str) -> Result<Matrix, MatrixError> {
        let file =
            SafeTensors::deserialize(bytes).map_err(|error| MatrixError::Damaged(error.to_string()))?;
        let tensor = file.tensor(name).map_err(|_| MatrixError::Missing(name))?;
        let data = tensor.data();
        let values = match tensor.dtype() {
            Dtype::F32 => each(data, f32::from_le_bytes),
            Dtype::F64 => each(data, |bytes| f64::from_le_bytes(bytes) as f32),
            Dtype::F16 => each(data, |bytes| half(u16::from_le_bytes(bytes))),
            Dtype::BF16 => each(data, |bytes| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16)),
            Dtype::I8 => each(data, |bytes| f32::from(i8::from_le_bytes(bytes))),
            Dtype::I32 => each(data, |bytes| i32::from_le_bytes(bytes) as f32),
            Dtype::I64 => each(data, |bytes| i64::from_le_bytes(bytes) as f32),
            form => return Err(MatrixError::Form { name, form: format!("{form:?}") }),
        };
        let width = tensor.shape().get(1..).unwrap_or_default().iter().product();
        Ok(Matrix { width, values })
    }

    /// A row.
    pub fn row(&self, at: usize) -> Option<&[f32]> {
        self.values.get(at * self.width..(at + 1) * self.width)
    }
}

fn each<const SIZE: usize>(data: &[u8], read: impl Fn([u8; SIZE]) -> f32) -> Vec<f32> {
    data.as_chunks().0.iter().map(|bytes| read(*bytes)).collect()
}

/// The value of a number of half precision.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2.0_f32.powi(-24),
        0x1f if fraction == 0.0 => sign * f32::INFINITY,
        0x1f => f32::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2.0_f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves_have_their_values() {
        let values = [0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff].map(half);
        assert_eq!(values[..2], [1.0, -2.0]);
        assert!((values[2] - 0.333_25).abs() < 1e-4 && values[3] > 0.0 && values[4] == 65504.0, "{values:?}");
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
    }
}
