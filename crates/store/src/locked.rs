//! A place in memory that the system does not write to the swap, where it lets us (S-22).

use std::ops::Deref;

/// Something that lies alone on its page, which stays in memory until it is dropped and wiped.
pub(crate) struct Locked<T> {
    /// Before the page: what is freed cannot be unlocked any more.
    guard: Option<region::LockGuard>,
    page: Box<Page<T>>,
}

/// A page of the usual size, or several.
#[repr(align(4096))]
struct Page<T>(Option<T>);

impl<T> Locked<T> {
    pub(crate) fn new(inside: T) -> Locked<T> {
        let page = Box::new(Page(Some(inside)));
        let guard = region::lock(std::ptr::from_ref(&*page), size_of::<Page<T>>()).ok();
        Locked { guard, page }
    }

    /// Whether the system keeps it in memory.
    pub(crate) const fn is_locked(&self) -> bool {
        self.guard.is_some()
    }
}

impl<T> Deref for Locked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.page.0.as_ref().expect("it is there until this is dropped")
    }
}

/// What lies there wipes itself before the page may be swapped again.
impl<T> Drop for Locked<T> {
    fn drop(&mut self) {
        self.page.0 = None;
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// How many kilobytes of the mapping with this address are locked.
    fn locked_kb(address: usize) -> u64 {
        let maps = std::fs::read_to_string("/proc/self/smaps").expect("Linux tells it");
        let bound = |text: &str| usize::from_str_radix(text, 16).ok();
        let mut is_its = false;
        for line in maps.lines() {
            let first = line.split(' ').next().unwrap_or_default();
            if let Some((from, to)) = first.split_once('-')
                && let (Some(from), Some(to)) = (bound(from), bound(to))
            {
                is_its = (from..to).contains(&address);
            } else if is_its && first == "Locked:" {
                let words: Vec<&str> = line.split_whitespace().collect();
                return words[1].parse().expect("a number");
            }
        }
        panic!("no mapping has {address:x}");
    }

    #[test]
    fn s_22_what_is_locked_lies_on_a_locked_page_until_it_is_dropped() {
        let secret = Locked::new([7_u8; 32]);
        let address = std::ptr::from_ref(&*secret).addr();
        // Wherever a process may lock anything at all it may lock this.
        assert!(secret.is_locked() && locked_kb(address) >= 4);
        assert_eq!(*secret, [7; 32]);
        let another = Locked::new([8_u8; 32]);
        drop(secret);
        assert!(locked_kb(std::ptr::from_ref(&*another).addr()) >= 4, "no page is shared");
    }
}
