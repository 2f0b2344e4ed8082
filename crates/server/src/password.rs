//! Passwords: which are good enough, and how they are kept (S-10).

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::token::{NoEntropy, entropy};
use crate::typed_secret::Typed;

/// The least and most characters.
pub const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// Why a password is not good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefused {
    /// Too short or too long.
    #[error("a password has 8 to 128 characters")]
    Length,
    /// Among the first that somebody would try.
    #[error("this password is among the first that somebody would try")]
    Common,
    /// The account's own name.
    #[error("a password must not be made from the name")]
    Name,
}

/// Whether a password is good enough for this name.
///
/// # Errors
/// If not, with the reason.
pub fn check(name: &str, password: &str) -> Result<(), PasswordRefused> {
    if !LENGTH.contains(&password.chars().count()) {
        return Err(PasswordRefused::Length);
    }
    let root = root(password);
    let name = self::root(name);
    if name.len() >= 3 && (root == name || (root.contains(&name) && root.len() <= name.len() + 3)) {
        return Err(PasswordRefused::Name);
    }
    let few = few_characters(password) || is_run(password) || root.chars().count() < 3;
    if few || is_common(&root) || half(&root).is_some_and(is_common) {
        return Err(PasswordRefused::Common);
    }
    Ok(())
}

/// What remains of a password when the usual decorations are taken off: capitals,
/// digits for letters, digits and signs in front and behind. Thousands of entries of
/// the lists in circulation are one word with such decorations.
fn root(password: &str) -> String {
    let lower = password.to_lowercase();
    let bare = lower.trim_matches(|sign: char| !sign.is_alphabetic() && !"@$".contains(sign));
    bare.chars()
        .filter_map(|sign| match sign {
            '0' => Some('o'),
            '1' | '!' | '|' => Some('i'),
            '3' => Some('e'),
            '4' | '@' => Some('a'),
            '5' | '$' => Some('s'),
            '7' => Some('t'),
            _ => sign.is_alphabetic().then_some(sign),
        })
        .collect()
}

/// The half of a word that is written twice.
fn half(root: &str) -> Option<&str> {
    let (left, right) = root.split_at_checked(root.len() / 2)?;
    (left == right).then_some(left)
}

fn is_common(root: &str) -> bool {
    COMMON.contains(&root) || ROWS.iter().any(|row| root.len() >= 4 && row.contains(root))
}

/// Fewer than four different characters.
fn few_characters(password: &str) -> bool {
    let mut seen: Vec<char> = password.chars().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() < 4
}

/// A run up or down, such as 12345678 or hgfedcba, or a row of the keyboard.
fn is_run(password: &str) -> bool {
    let codes: Vec<i64> = password.chars().map(|sign| i64::from(u32::from(sign))).collect();
    let step = |by: i64| codes.windows(2).filter(|pair| pair[1] - pair[0] == by).count();
    let most = codes.len().saturating_sub(2);
    let lower = password.to_lowercase();
    step(1) >= most || step(-1) >= most || ROWS.iter().any(|row| row.contains(&lower))
}

/// Ways across a keyboard, there and back.
const ROWS: [&str; 12] = [
    "qwertyuiopasdfghjklzxcvbnm",
    "mnbvcxzlkjhgfdsapoiuytrewq",
    "1234567890qwertyuiop",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "zaqxswcdevfrbgtnhymjukilop",
    "0987654321",
    "qweasdzxcrtyfghvbn",
];

/// Roots that people choose first. With decorations and doublings taken off, a short
/// list stands for a long one.
const COMMON: [&str; 129] = [
    "password",
    "passwort",
    "passw",
    "pass",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "secure",
    "security",
    "letmein",
    "welcome",
    "wilkommen",
    "bienvenue",
    "hello",
    "admin",
    "administrator",
    "root",
    "user",
    "username",
    "guest",
    "test",
    "testing",
    "tester",
    "demo",
    "default",
    "changeme",
    "change",
    "login",
    "signin",
    "master",
    "access",
    "system",
    "manager",
    "service",
    "server",
    "computer",
    "internet",
    "google",
    "facebook",
    "microsoft",
    "apple",
    "windows",
    "linux",
    "abc",
    "abcd",
    "abcdef",
    "qwe",
    "asd",
    "asdf",
    "zxc",
    "iloveyou",
    "loveyou",
    "love",
    "lover",
    "baby",
    "babygirl",
    "angel",
    "princess",
    "prince",
    "queen",
    "king",
    "dragon",
    "monkey",
    "tiger",
    "lion",
    "eagle",
    "falcon",
    "phoenix",
    "shadow",
    "ninja",
    "samurai",
    "warrior",
    "hunter",
    "killer",
    "batman",
    "superman",
    "spiderman",
    "starwars",
    "pokemon",
    "naruto",
    "matrix",
    "football",
    "soccer",
    "baseball",
    "basketball",
    "hockey",
    "golf",
    "tennis",
    "cricket",
    "liverpool",
    "chelsea",
    "arsenal",
    "barcelona",
    "yankees",
    "cowboys",
    "lakers",
    "sunshine",
    "summer",
    "winter",
    "spring",
    "autumn",
    "monday",
    "friday",
    "january",
    "december",
    "flower",
    "cookie",
    "chocolate",
    "cheese",
    "banana",
    "orange",
    "pepper",
    "ginger",
    "freedom",
    "forever",
    "whatever",
    "trustno",
    "casino",
    "dealer",
    "blackjack",
    "poker",
    "jackpot",
    "bahama",
    "bahamas",
    "supervisor",
    "executive",
    "auditor",
    "player",
];

/// Why a password could not be hashed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum HashFailed {
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    #[error("the password could not be hashed: {0}")]
    Argon2(String),
}

/// Argon2id with OWASP's parameters: 19 MiB, two passes, one lane.
fn hasher() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

/// Hashes a password for storage. It takes tens of milliseconds on purpose.
///
/// # Errors
/// If the system gives no entropy for the salt.
pub fn hash(password: &str) -> Result<String, HashFailed> {
    let salt = entropy()?;
    let hashed = hasher().hash_password_with_salt(password.as_bytes(), &salt[..16]);
    Ok(hashed.map_err(|error| HashFailed::Argon2(error.to_string()))?.to_string())
}

/// Whether a password fits a stored hash.
pub(crate) fn verify(password: &str, stored: &str) -> bool {
    hasher().verify_password(password.as_bytes(), stored).is_ok()
}

/// Checks passwords and PINs, each in a queue of its own: strangers at the door do not delay
/// a supervisor at the table (S-20).
pub(crate) struct Passwords {
    pub(crate) of_sign_ins: Queue,
    pub(crate) of_cards: Queue,
}

impl Passwords {
    pub(crate) fn new() -> Result<Passwords, HashFailed> {
        let nobody = hash("there is no such account")?;
        let queue = |name| Queue::new(name, nobody.clone());
        Ok(Passwords { of_sign_ins: queue("sign-ins"), of_cards: queue("cards") })
    }

    /// Notes how long the queues are; asked for only when somebody looks.
    pub(crate) fn note(&self) {
        for queue in [&self.of_sign_ins, &self.of_cards] {
            metrics::gauge!("bahama_password_queue", "queue" => queue.name).set(queue.length());
        }
    }
}

/// How many hashes of a queue are worked out at once.
const AT_ONCE: usize = 2;
/// How many wait for that at most, about a second and a half.
const MOST_WAITING: usize = 128;

/// Checks a few at a time, away from the tasks that serve tables.
pub(crate) struct Queue {
    name: &'static str,
    waiting: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Checked for names that do not exist, so that they take the same time.
    nobody: String,
}

impl Queue {
    fn new(name: &'static str, nobody: String) -> Queue {
        let waiting = Arc::new(Semaphore::new(MOST_WAITING));
        Queue { name, waiting, places: Arc::new(Semaphore::new(AT_ONCE)), nobody }
    }

    /// Whether the password fits the stored hash. Without one (no such account, or no
    /// password yet) the answer is no, after the same work.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) async fn fits(
        &self,
        password: Typed,
        stored: Option<String>,
    ) -> Result<bool, ApiError> {
        let Ok(_waiting) = self.waiting.try_acquire() else { return Err(ApiError::rate()) };
        // The semaphore is never closed.
        let Ok(place) = Arc::clone(&self.places).acquire_owned().await else { return Ok(false) };
        // Somebody whose password was taken away has a text there that is no hash.
        let stored = stored.filter(|stored| stored.starts_with('$'));
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.nobody.clone());
        let check = tokio::task::spawn_blocking(move || {
            let fits = verify(password.as_str(), &stored);
            drop(place);
            fits
        });
        Ok(check.await.unwrap_or(false) && known)
    }

    /// Hashes a password that somebody has chosen.
    ///
    /// # Errors
    /// If too many wait already, or there is no entropy.
    pub(crate) async fn hash(&self, password: Typed) -> Result<String, ApiError> {
        let Ok(_waiting) = self.waiting.try_acquire() else { return Err(ApiError::rate()) };
        let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
            return Err(ApiError::rate());
        };
        let made = tokio::task::spawn_blocking(move || {
            let made = hash(password.as_str());
            drop(place);
            made
        });
        let made = made.await.map_err(|error| ApiError::inside(&error))?;
        made.map_err(|error| ApiError::inside(&error))
    }

    /// How many wait or are worked on.
    fn length(&self) -> f64 {
        (MOST_WAITING - self.waiting.available_permits()) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_10_what_people_choose_first_is_refused() {
        for password in [
            "password",
            "Password1",
            "P@ssw0rd123",
            "passwordpassword",
            "12345678",
            "87654321",
            "aaaaaaaa",
            "qwertyuiop",
            "Qwerty123!",
            "1q2w3e4r",
            "abcdefgh",
            "iloveyou2",
            "letmein!!",
            "abababab",
            "11112222",
            "1qaz2wsx",
            "blackjack21",
            "Welcome2026",
            "trustno1!",
        ] {
            assert_eq!(check("somebody", password), Err(PasswordRefused::Common), "{password}");
        }
        for password in ["correct horse battery", "tin-lamp-otter", "Zt9!kvQx", "лодка у пирса"]
        {
            assert_eq!(check("somebody", password), Ok(()), "{password}");
        }
    }

    #[test]
    fn s_10_length_and_name_are_checked() {
        assert_eq!(check("x", "Zt9!kvQ"), Err(PasswordRefused::Length));
        assert_eq!(check("x", &"zt9!kv q".repeat(17)), Err(PasswordRefused::Length));
        assert_eq!(check("morgana", "Morgana2026"), Err(PasswordRefused::Name));
    }

    #[tokio::test]
    async fn s_10_a_hash_is_argon2id_and_fits_only_its_password() {
        let stored = hash("tin-lamp-otter").unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_ne!(stored, hash("tin-lamp-otter").unwrap(), "salted");
        let passwords = Passwords::new().unwrap();
        let fits = async |password: &str, stored: Option<&String>| {
            passwords.of_sign_ins.fits(password.to_owned().into(), stored.cloned()).await.unwrap()
        };
        assert!(fits("tin-lamp-otter", Some(&stored)).await);
        assert!(!fits("tin-lamp-ottes", Some(&stored)).await);
        assert!(!fits("there is no such account", None).await);
        assert!(!fits("there is no such account", Some(&"none".to_owned())).await);
    }
}
