//! HTTP/1.1 and WebSockets as a crowd speaks them: with as little work as possible,
//! because it shares its processors with the server that is measured.

use std::io::{Error, ErrorKind, Result};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What is read at once.
const READ: usize = 4096;

/// A connection on which one request follows the other.
pub(crate) struct Connection {
    stream: TcpStream,
    /// What was read and not used yet.
    read: Vec<u8>,
}

/// An answer.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

fn unreadable(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what.to_owned())
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, read: Vec::new() })
    }

    /// Sends a request, written out whole, and reads the answer.
    pub(crate) async fn ask(&mut self, request: &str) -> Result<Response> {
        self.stream.write_all(request.as_bytes()).await?;
        let head = self.head().await?;
        let status = head.get(9..12).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| unreadable("no status"))?;
        let length = header(&head, "content-length").and_then(|length| length.parse().ok());
        let body = self.take(length.unwrap_or(0)).await?;
        Ok(Response { status, head, body })
    }

    /// Everything up to the empty line.
    async fn head(&mut self) -> Result<String> {
        loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                return self.take(end + 4).await;
            }
            self.more().await?;
        }
    }

    /// So many bytes of text.
    async fn take(&mut self, length: usize) -> Result<String> {
        while self.read.len() < length {
            self.more().await?;
        }
        let rest = self.read.split_off(length);
        let text = std::mem::replace(&mut self.read, rest);
        String::from_utf8(text).map_err(|_| unreadable("no text"))
    }

    async fn more(&mut self) -> Result<()> {
        self.read.reserve(READ);
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Makes a WebSocket of it, with the request that asks for one.
    pub(crate) async fn upgrade(mut self, request: &str) -> Result<Socket> {
        let switched = self.ask(request).await?;
        if switched.status == 101 { Ok(Socket(self)) } else { Err(unreadable(&switched.head)) }
    }
}

/// A WebSocket that listens.
pub(crate) struct Socket(Connection);

/// An empty answer to a ping, masked as clients must (with zeros).
const PONG: [u8; 6] = [0x8A, 0x80, 0, 0, 0, 0];

impl Socket {
    /// Gives every text to `hear` until the server closes the socket.
    pub(crate) async fn listen(self, mut hear: impl FnMut(&str)) -> Result<()> {
        let Connection { mut stream, mut read } = self.0;
        loop {
            let mut used = 0;
            while let Some(frame) = Frame::first(&read[used..]) {
                match frame.opcode {
                    1 => hear(str::from_utf8(frame.payload).map_err(|_| unreadable("no text"))?),
                    9 => stream.write_all(&PONG).await?,
                    8 => return Ok(()),
                    _ => return Err(unreadable("an unknown frame")),
                }
                used += frame.length;
            }
            read.drain(..used);
            stream.readable().await?;
            let mut part = [0; READ];
            match stream.try_read(&mut part) {
                Ok(0) => return Ok(()),
                Ok(length) => read.extend_from_slice(&part[..length]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// A frame of a server: whole, and without a mask.
struct Frame<'a> {
    opcode: u8,
    payload: &'a [u8],
    /// Of the whole frame.
    length: usize,
}

impl Frame<'_> {
    /// The first frame of these bytes, if all of it is there.
    fn first(bytes: &[u8]) -> Option<Frame<'_>> {
        let short = usize::from(bytes.get(1)? & 0x7F);
        let (head, payload) = match short {
            126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
            127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?) as usize),
            _ => (2, short),
        };
        let length = head + payload;
        Some(Frame { opcode: bytes[0] & 0x0F, payload: bytes.get(head..length)?, length })
    }
}
