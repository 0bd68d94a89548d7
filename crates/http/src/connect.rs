//! Connections whose waiting can be ended.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, Either, LazyBuffers, NextTimeout, Transport,
};

use crate::watch::{self, Watch};

/// How long one of several addresses of a host is tried before the next one.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a connection is tried that nobody waits for any more.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// Opens connections.
#[derive(Debug, Default)]
pub(crate) struct Dialler;

impl<In: Transport> Connector<In> for Dialler {
    type Out = Either<In, Line>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, ureq::Error> {
        if let Some(chained) = chained {
            // A proxy has connected already.
            return Ok(Some(Either::A(chained)));
        }
        let watch = watch::current();
        let stream = dial(&details.addrs, &watch)?;
        stream.set_nodelay(true)?;
        let config = details.config;
        Ok(Some(Either::B(Line {
            stream,
            buffers: LazyBuffers::new(config.input_buffer_size(), config.output_buffer_size()),
            read_timeout: None,
            write_timeout: None,
        })))
    }
}

/// The first address that answers. Each is tried in a thread of its own, which the system may keep
/// waiting while we do not.
fn dial(addresses: &[SocketAddr], watch: &Watch) -> Result<TcpStream, ureq::Error> {
    let began = Instant::now();
    let mut failure = ureq::Error::ConnectionFailed;
    for (number, address) in addresses.iter().copied().enumerate() {
        let (sender, receiver) = mpsc::sync_channel(1);
        let most = watch.left().unwrap_or(FORGOTTEN).min(FORGOTTEN);
        let most = most.max(Duration::from_millis(1));
        thread::Builder::new()
            .name("connection".to_owned())
            .spawn(move || sender.send(TcpStream::connect_timeout(&address, most)))?;
        let is_last = number + 1 == addresses.len();
        let tried = Instant::now();
        loop {
            let slice = watch.slice_of_connecting(began)?;
            match receiver.recv_timeout(slice) {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => failure = error.into(),
                Err(RecvTimeoutError::Timeout) if is_last || tried.elapsed() < PATIENCE => continue,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    failure = io::Error::from(io::ErrorKind::TimedOut).into();
                }
            }
            break;
        }
    }
    Err(failure)
}

/// A connection that waits for bytes in slices.
pub(crate) struct Line {
    stream: TcpStream,
    buffers: LazyBuffers,
    read_timeout: Option<Duration>,
    write_timeout: Option<Duration>,
}

impl Transport for Line {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), ureq::Error> {
        let watch = watch::current();
        let mut began = Instant::now();
        let mut sent = 0;
        while sent < amount {
            let slice = watch.slice_of_transfer(began)?;
            if self.write_timeout != Some(slice) {
                self.stream.set_write_timeout(Some(slice))?;
                self.write_timeout = Some(slice);
            }
            match self.stream.write(&self.buffers.output()[sent..amount]) {
                Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero).into()),
                Ok(count) => {
                    sent += count;
                    began = Instant::now();
                }
                Err(error) if is_a_pause(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, ureq::Error> {
        let watch = watch::current();
        let began = Instant::now();
        loop {
            let slice = watch.slice_of_transfer(began)?;
            if self.read_timeout != Some(slice) {
                self.stream.set_read_timeout(Some(slice))?;
                self.read_timeout = Some(slice);
            }
            match self.stream.read(self.buffers.input_append_buf()) {
                Ok(count) => {
                    self.buffers.input_appended(count);
                    return Ok(count > 0);
                }
                Err(error) if is_a_pause(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn is_open(&mut self) -> bool {
        // Nothing should arrive that was not asked for.
        let silent = |stream: &TcpStream| {
            stream.set_nonblocking(true)?;
            let peeked = stream.peek(&mut [0]);
            stream.set_nonblocking(false)?;
            peeked
        };
        matches!(silent(&self.stream), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }
}

/// Whether a slice has passed, and nothing is wrong.
fn is_a_pause(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("to", &self.stream.peer_addr().ok())
            .finish_non_exhaustive()
    }
}
