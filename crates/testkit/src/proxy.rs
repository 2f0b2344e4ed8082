//! HAProxy in front of servers of a test's own; gone with whoever started it.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Runs it until its input ends, in a session of its own, so that nothing is left of it.
const KEEPER: &str = r#"
trap '' INT HUP TERM
haproxy -db -f "$1" >"$1.log" 2>&1 &
cat >/dev/null
kill -KILL $!
rm -f "$1" "$1.log"
"#;
/// How often it is asked whether it listens, and the pause between.
const LOOKS: u32 = 600;
const PAUSE: Duration = Duration::from_millis(50);

/// A running HAProxy.
#[derive(Debug)]
pub struct Proxy {
    keeper: Child,
}

impl Proxy {
    /// Whether there is one on this machine; where there is none, a line says what is left out.
    ///
    /// # Panics
    /// If BAHAMA_TEST_REQUIRE asks for it and it is missing.
    pub fn is_installed(what: &str) -> bool {
        let version = Command::new("haproxy").arg("-v").stdout(Stdio::null()).status();
        let is_there = version.is_ok_and(|status| status.success());
        if !is_there {
            crate::cluster::left_out("haproxy", "haproxy", what);
        }
        is_there
    }

    /// Starts it with a configuration, and waits until it listens on these ports.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(configuration: &str, ports: &[u16]) -> Proxy {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bproxy-{}-{number}.cfg", std::process::id());
        let path: PathBuf = std::env::temp_dir().join(name);
        std::fs::write(&path, configuration).expect("the configuration is written");
        let keeper = Command::new("setsid")
            .args(["sh", "-c", KEEPER, "keeper"])
            .arg(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the keeper of the proxy starts");
        let proxy = Proxy { keeper };
        for port in ports {
            let listens = (0..LOOKS).any(|_| {
                let there = TcpStream::connect(("127.0.0.1", *port)).is_ok();
                if !there {
                    std::thread::sleep(PAUSE);
                }
                there
            });
            let mut log = path.clone().into_os_string();
            log.push(".log");
            let said = std::fs::read_to_string(log).unwrap_or_default();
            assert!(listens, "haproxy does not listen on {port}: {said}");
        }
        proxy
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// A port of this machine that nobody listens on.
///
/// # Errors
/// If there is none.
pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
