//! Symmetric positive definite matrices: the information that games hold about ratings.

/// A square matrix of which only the lower triangle is used.
#[derive(Clone, Debug)]
pub(super) struct Information {
    size: usize,
    entries: Vec<f64>,
}

impl Information {
    pub(super) fn zero(size: usize) -> Information {
        Information { size, entries: vec![0.0; size * size] }
    }

    /// Adds `weight` · a bᵀ, where both directions are sparse. Where they differ, those of `a` are
    /// the later ones, so that the product lies in the lower triangle.
    pub(super) fn add(&mut self, a: &[(usize, f64)], b: &[(usize, f64)], weight: f64) {
        for &(row, x) in a {
            for &(column, y) in b {
                self.entries[row * self.size + column] += weight * x * y;
            }
        }
    }

    /// The Cholesky factor; `None` if some direction has no information at all.
    pub(super) fn factor(mut self) -> Option<Factor> {
        let n = self.size;
        for column in 0..n {
            for row in column..n {
                let (before, this) = (&self.entries[..], row * n);
                let dot: f64 = (0..column).map(|k| before[this + k] * before[column * n + k]).sum();
                let rest = self.entries[this + column] - dot;
                if row == column {
                    // A rounding error is not information.
                    if rest <= 1e-12 * self.entries[this + column].abs() {
                        return None;
                    }
                    self.entries[this + column] = rest.sqrt();
                } else {
                    self.entries[this + column] = rest / self.entries[column * n + column];
                }
            }
        }
        Some(Factor { size: n, lower: self.entries })
    }
}

/// A matrix L with L Lᵀ = information.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    size: usize,
    lower: Vec<f64>,
}

impl Factor {
    /// The variance of a linear combination, cᵀ (L Lᵀ)⁻¹ c.
    pub(super) fn variance(&self, combination: &[f64]) -> f64 {
        let mut x = combination.to_vec();
        self.forward(&mut x);
        x.iter().map(|x| x * x).sum()
    }

    /// The solution of L Lᵀ x = b.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        self.forward(&mut x);
        for row in (0..self.size).rev() {
            let later: f64 =
                (row + 1..self.size).map(|k| self.lower[k * self.size + row] * x[k]).sum();
            x[row] = (x[row] - later) / self.lower[row * self.size + row];
        }
        x
    }

    fn forward(&self, x: &mut [f64]) {
        for row in 0..self.size {
            let (entries, earlier) = (&self.lower[row * self.size..], &x[..row]);
            let dot: f64 = earlier.iter().zip(entries).map(|(x, l)| x * l).sum();
            x[row] = (x[row] - dot) / entries[row];
        }
    }
}
