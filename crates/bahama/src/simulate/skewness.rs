//! How far from symmetric a round is.

use odds::main_wager::RoundLaw;

use super::split::SplitShape;

/// The skewness of a round: its third central moment in cubes of its standard deviation.
#[derive(Clone, Debug, PartialEq)]
pub struct Skewness {
    /// Above nothing where large wins make the longer tail.
    pub value: f64,
    /// Its standard error, which comes from rounds with a split alone; nothing where it is exact.
    pub se: Option<f64>,
    /// How it was found, in a sentence.
    pub method: String,
}

impl Skewness {
    /// The skewness of a law. Rounds with a split have two exact moments; the third is that of
    /// their simulated shape.
    pub fn of(law: &RoundLaw, shape: Option<&SplitShape>) -> Skewness {
        let Some(shape) = shape else {
            return Skewness { value: law.skewness(0.0), se: None, method: "exact".to_owned() };
        };
        let (cube, error) = shape.mean_cube();
        Skewness {
            value: law.skewness(cube),
            se: Some(law.outcomes.split * error / law.sd().powi(3)),
            method: format!(
                "exact but for the third moment of rounds with a split, which is {}",
                shape.method()
            ),
        }
    }
}
