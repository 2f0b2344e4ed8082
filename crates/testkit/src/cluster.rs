//! A PostgreSQL server of a test's own: made in a short temporary folder, reached only by its
//! socket, and gone with whoever started it, however that one ends.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The name of the tool in BAHAMA_TEST_REQUIRE.
const NAME: &str = "postgres";
/// How often a server that starts is asked whether it is there, and the pause between.
const LOOKS: u32 = 1_200;
const PAUSE: Duration = Duration::from_millis(50);

/// Runs the server until its input ends, then stops it and removes its folder. In a session of its
/// own, so that what kills the test does not kill it before it has cleaned up.
const KEEPER: &str = r#"
trap '' INT HUP TERM
dir=$1; shift
"$@" >>"$dir/log" 2>&1 &
cat >/dev/null
for try in 1 2 3 4 5 6 7 8 9 10; do
    pid=$(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null) && kill -CONT "$pid" && kill -QUIT "$pid"
    sleep 0.2
    [ -e "$dir/data/postmaster.pid" ] || break
done 2>/dev/null
rm -rf "$dir"
"#;

/// A running server.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    keeper: Child,
    port: u16,
    databases: AtomicU32,
}

/// The port that names the socket of a server which is reached by nothing else.
const PORT: u16 = 5_432;

impl Cluster {
    /// Starts a server. Where PostgreSQL is not installed there is none, and a line says what is
    /// left out.
    ///
    /// # Panics
    /// If BAHAMA_TEST_REQUIRE asks for it and it is missing, or if it does not start.
    pub fn start(what: &str) -> Option<Cluster> {
        Cluster::start_with(what, &[])
    }

    /// The same with settings, as `name=value`.
    ///
    /// # Panics
    /// As [`Cluster::start`].
    pub fn start_with(what: &str, settings: &[&str]) -> Option<Cluster> {
        Cluster::start_at(what, PORT, settings)
    }

    fn start_at(what: &str, port: u16, settings: &[&str]) -> Option<Cluster> {
        let Some(programs) = programs() else {
            left_out(NAME, "postgresql", what);
            return None;
        };
        let folder = folder().expect("a folder for the server");
        let made = run_as(&programs.join("initdb"), &folder)
            .args(["--username=bahama", "--auth=trust", "--encoding=UTF8", "--no-locale"])
            .args(["--no-sync", "--no-instructions", "-D"])
            .arg(folder.join("data"))
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let cluster = Cluster::run(folder, programs, port, settings);
        cluster.wait(|| cluster.is_open());
        Some(cluster)
    }

    /// Runs the server of a folder, with settings.
    fn run(folder: PathBuf, programs: PathBuf, port: u16, settings: &[&str]) -> Cluster {
        let mut server = run_as(&programs.join("postgres"), &folder);
        server.arg("-D").arg(folder.join("data")).arg("-k").arg(&folder);
        let usual = ["listen_addresses=", "shared_buffers=64MB", "max_connections=200"];
        for setting in usual.iter().chain(settings) {
            server.args(["-c", setting]);
        }
        let keeper = Command::new("setsid")
            .args(["sh", "-c", KEEPER, "keeper"])
            .arg(&folder)
            .arg(server.get_program())
            .args(server.get_args())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the keeper of the server starts");
        Cluster { folder, programs, keeper, port, databases: AtomicU32::new(0) }
    }

    /// Two servers that listen on ports of this machine: a primary, and its standby without which
    /// nothing is committed. The standby lets nobody in before it is promoted.
    ///
    /// # Panics
    /// As [`Cluster::start`].
    pub fn pair(what: &str, ports: [u16; 2]) -> Option<[Cluster; 2]> {
        let listening = ports.map(|port| format!("port={port}"));
        let settings =
            |of: usize| [&*listening[of], "listen_addresses=127.0.0.1", "hot_standby=off"];
        let primary = Cluster::start_at(what, ports[0], &settings(0))?;
        let programs = primary.programs.clone();
        let folder = folder().expect("a folder for the standby");
        let copied = run_as(&programs.join("pg_basebackup"), &folder)
            .args(["-h", "127.0.0.1", "-p", &ports[0].to_string(), "-U", "bahama"])
            .args(["-R", "-X", "stream", "-c", "fast", "-D"])
            .arg(folder.join("data"))
            .output()
            .expect("pg_basebackup runs");
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        let standby = Cluster::run(folder, programs, ports[1], &settings(1));
        let streams = "SELECT COUNT(*) FROM pg_stat_replication WHERE state = 'streaming'";
        primary.wait(|| primary.say("postgres", streams) == "1");
        primary.say("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'");
        primary.say("postgres", "SELECT pg_reload_conf()");
        let sync = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        primary.wait(|| primary.say("postgres", sync) == "1");
        Some([primary, standby])
    }

    /// Ends it at once, as a power cut would.
    ///
    /// # Panics
    /// If it does not run.
    pub fn kill(&self) {
        let killed = Command::new("kill").args(["-KILL", &self.pid().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "the server is killed");
    }

    /// Makes a standby the primary.
    ///
    /// # Panics
    /// If it refuses.
    pub fn promote(&self) {
        let said = run_as(&self.programs.join("pg_ctl"), &self.folder)
            .args(["promote", "-w", "-D"])
            .arg(self.folder.join("data"))
            .output()
            .expect("pg_ctl runs");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
    }

    /// The address of a new, empty database.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn database(&self) -> String {
        let name = format!("floor_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.say("postgres", &format!("CREATE DATABASE {name}"));
        self.address("bahama", &name)
    }

    /// The address of a database for a user.
    pub fn address(&self, user: &str, database: &str) -> String {
        format!("postgres:///{database}?host={}&user={user}", self.folder.display())
    }

    /// Says something to a database as its owner, and gives what it answers.
    ///
    /// # Panics
    /// If it refuses.
    pub fn say(&self, database: &str, sql: &str) -> String {
        let said = self.psql(database, sql).output().expect("psql runs");
        let (out, err) =
            (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        assert!(said.status.success(), "{sql}: {err}");
        out.trim().to_owned()
    }

    fn psql(&self, database: &str, sql: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h"]).arg(&self.folder);
        psql.args(["-p", &self.port.to_string()]);
        psql.args(["-U", "bahama", "-d", database, "-c", sql]).stdin(Stdio::null());
        psql
    }

    /// A program of this PostgreSQL, such as `pgbench`.
    pub fn program(&self, name: &str) -> Command {
        Command::new(self.programs.join(name))
    }

    /// Where its socket lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of the server's first process.
    ///
    /// # Panics
    /// If it does not run.
    pub fn pid(&self) -> u32 {
        let text = fs::read_to_string(self.folder.join("data/postmaster.pid"));
        let first = text.ok().and_then(|text| text.lines().next()?.trim().parse().ok());
        first.expect("the server runs")
    }

    fn is_open(&self) -> bool {
        self.psql("postgres", "SELECT 1").output().is_ok_and(|it| it.status.success())
    }

    fn wait(&self, mut until: impl FnMut() -> bool) {
        for _ in 0..LOOKS {
            if until() {
                return;
            }
            std::thread::sleep(PAUSE);
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        panic!("the server does not start: {log}");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// Says what is left out because a package of Debian is missing.
///
/// # Panics
/// If BAHAMA_TEST_REQUIRE asks for it.
pub(crate) fn left_out(name: &str, package: &str, what: &str) {
    let required = std::env::var("BAHAMA_TEST_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|it| [name, "all"].contains(&it.trim()));
    assert!(!is_required, "BAHAMA_TEST_REQUIRE asks for {name}, which is missing");
    eprintln!("skipped: {what} (install: apt-get install {package})");
}

/// Where the programs of the newest PostgreSQL lie.
fn programs() -> Option<PathBuf> {
    let asked = Command::new("pg_config").arg("--bindir").output().ok();
    let asked = asked.map(|it| PathBuf::from(String::from_utf8_lossy(&it.stdout).trim()));
    let mut found: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|release| release.path().join("bin"))
        .collect();
    found.sort_by_key(|path| {
        let release = path.parent().and_then(|it| it.file_name()?.to_str()?.parse::<u32>().ok());
        release.unwrap_or_default()
    });
    let all = found.into_iter().rev().chain(asked);
    all.into_iter().find(|path| path.join("initdb").exists())
}

/// A new folder with a short name, because a socket's has at most 107 bytes; it belongs to the
/// user that runs the server.
fn folder() -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("bpg-{}-{number}", std::process::id()));
    fs::create_dir(&folder)?;
    if is_root() {
        let given = Command::new("chown").arg(USER).arg(&folder).status()?;
        if !given.success() {
            return Err(io::Error::other("the folder cannot be given to the server's user"));
        }
    }
    Ok(folder)
}

/// Who runs the server where we are root: it refuses to be.
const USER: &str = "postgres";

fn is_root() -> bool {
    let asked = Command::new("id").arg("-u").output();
    asked.is_ok_and(|it| it.stdout.starts_with(b"0\n"))
}

fn run_as(program: &Path, folder: &Path) -> Command {
    let mut command = match is_root() {
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", USER, "--"]).arg(program);
            command
        }
        false => Command::new(program),
    };
    command.current_dir(folder).stdin(Stdio::null());
    command
}
