//! Vectors: directions of length one, one byte a dimension. Which model gave them is for their holder to know.

/// A direction in a model's space, of length one, each dimension in units of 1/127.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vector(Vec<i8>);

/// What one unit of a dimension is.
const SCALE: f32 = 127.0;

impl Vector {
    /// Brings `values` to length one and rounds them. What has no direction stays zero.
    pub fn of(values: &[f32]) -> Vector {
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        if !length.is_normal() {
            return Vector(vec![0; values.len()]);
        }
        Vector(values.iter().map(|value| (value / length * SCALE).round() as i8).collect())
    }

    /// A vector of dimensions that are rounded already.
    pub fn from_units(units: Vec<i8>) -> Vector {
        Vector(units)
    }

    /// The dimensions, in units of 1/127.
    pub fn units(&self) -> &[i8] {
        &self.0
    }

    /// The cosine of the angle between two vectors of one model, from -1 to 1.
    pub fn cosine(&self, other: &Vector) -> f32 {
        let dot: i32 = self.0.iter().zip(&other.0).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
        dot as f32 / (SCALE * SCALE)
    }
}

#[cfg(test)]
mod tests {
    use super::Vector;

    #[test]
    fn only_the_direction_counts() {
        let one = Vector::of(&[3.0, 4.0]);
        assert_eq!(one, Vector::of(&[30.0, 40.0]));
        assert!((one.cosine(&one) - 1.0).abs() < 0.02);
        assert!(one.cosine(&Vector::of(&[-3.0, -4.0])) < -0.98);
        assert_eq!(Vector::of(&[0.0, f32::NAN]).cosine(&one), 0.0);
    }
}
