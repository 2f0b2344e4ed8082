//! Standard errors, tails and how far apart is too far.

/// Standard errors between simulated and exact beyond which they disagree.
pub(crate) const SIGMAS: f64 = 4.5;

/// The least probability of what may be met.
pub(crate) const LEAST_TAIL: f64 = 1e-6;

/// The normal quantile of [`LEAST_TAIL`].
const LEAST_TAIL_QUANTILE: f64 = 4.753_424;

/// Fails if a deviation is more than [`SIGMAS`] standard errors.
pub(crate) fn assert_agrees(what: &str, z: f64) {
    assert_within(SIGMAS, what, z);
}

/// Fails if a deviation is more than so many standard errors.
pub(crate) fn assert_within(sigmas: f64, what: &str, z: f64) {
    println!("{what}: {z:+.2}");
    assert!(z.abs() < sigmas, "{what}: simulated and exact are {z:.2} standard errors apart");
}

/// How far a count is from what its probability lets expect, in standard errors.
pub(crate) fn z_of_count(count: u64, trials: u64, probability: f64) -> f64 {
    let expected = trials as f64 * probability;
    (count as f64 - expected) / (expected * (1.0 - probability)).sqrt()
}

/// Deviations from what is exact, of parts of a simulation that are independent and
/// alike.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deviations {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Deviations {
    pub(crate) fn add(&mut self, deviation: f64) {
        self.count += 1.0;
        self.sum += deviation;
        self.squares += deviation * deviation;
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The standard error of the mean. Results that never vary leave no more than
    /// what is lost by rounding.
    pub(crate) fn standard_error(&self) -> f64 {
        let variance = (self.squares / self.count - self.mean().powi(2)) / (self.count - 1.0);
        variance.max(0.0).sqrt().max(1e-9)
    }

    /// The mean in its standard errors: Student's t with one degree of freedom less
    /// than parts.
    pub(crate) fn z(&self) -> f64 {
        self.mean() / self.standard_error()
    }
}

/// Fails if a chi-square is too large or too small to be met by chance, by the
/// approximation of Wilson and Hilferty.
pub(crate) fn assert_chi_square(what: &str, chi_square: f64, freedom: f64) {
    let part = 2.0 / (9.0 * freedom);
    let z = ((chi_square / freedom).cbrt() - (1.0 - part)) / part.sqrt();
    println!("{what}: chi-square {chi_square:.1} of {freedom}: {z:+.2}");
    assert!(
        z.abs() < LEAST_TAIL_QUANTILE,
        "{what}: a chi-square of {chi_square:.1} with {freedom} degrees of freedom, {z:+.2}"
    );
}

/// The probability of a count so far from its expectation on either side, where the
/// count has Poisson's law: twice the smaller tail, the count included.
pub(crate) fn poisson_tail(count: u64, expected: f64) -> f64 {
    if expected == 0.0 {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    let mut term = (-expected).exp();
    let mut below = 0.0;
    for smaller in 0..count {
        below += term;
        term *= expected / (smaller + 1) as f64;
    }
    let up_to = below + term;
    // The upper tail is summed by itself: one less the rest would lose small ones.
    let mut from = 0.0;
    let mut place = count;
    while term > from * 1e-17 || (place as f64) < expected {
        from += term;
        place += 1;
        term *= expected / place as f64;
    }
    (2.0 * up_to.min(from)).min(1.0)
}

#[test]
fn poisson_tails_are_exact() {
    let near = |found: f64, exact: f64| {
        assert!((found - exact).abs() < 1e-9 * exact, "{found} instead of {exact}");
    };
    // No event: twice e to the minus λ.
    near(poisson_tail(0, 3.0), 2.0 * (-3f64).exp());
    // Two or more of 1/10: 1 - 1.1 e^(-1/10), with its digits.
    near(poisson_tail(2, 0.1), 2.0 * 0.004_678_840_160_444_469);
    // Ten or more of 1: from the series of e, 1 - 986410/362880 / e.
    near(poisson_tail(10, 1.0), 2.0 * 1.114_254_783_387_206_7e-7);
    // The middle is no tail, and what cannot be is never met.
    near(poisson_tail(20, 20.3), 1.0);
    near(poisson_tail(0, 0.0), 1.0);
    assert_eq!(poisson_tail(1, 0.0), 0.0);
}

#[test]
fn deviations_have_their_standard_error() {
    let mut deviations = Deviations::default();
    [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|deviation| deviations.add(deviation));
    // The variance of one is 5/3.
    assert!((deviations.z() - 2.5 / (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
    assert!((z_of_count(60, 100, 0.5) - 2.0).abs() < 1e-12);
}

#[test]
#[should_panic(expected = "a chi-square of 800.0")]
fn a_chi_square_can_be_too_large() {
    assert_chi_square("a die", 549.0, 549.0);
    assert_chi_square("another", 700.0, 549.0);
    assert_chi_square("a loaded one", 800.0, 549.0);
}
