//! Frames of RFC 6455 as a client writes and reads them, and no more of it than a load needs: whole messages out, whole
//! frames in.

/// A frame of text.
pub(super) const TEXT: u8 = 0x1;
/// Word that the other end goes.
pub(super) const CLOSE: u8 = 0x8;
/// A question whether the line is alive.
pub(super) const PING: u8 = 0x9;
/// The answer to it.
pub(super) const PONG: u8 = 0xa;

/// The longest frame that is taken, in bytes. A server's longest message is a part of the list of games.
const FRAME_BYTES_MAX: u64 = 4 << 20;

/// The other end said something that is no frame of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadFrame;

/// A frame to a server. The mask is nothing but zeros: it hides bytes from proxies, and there is none here.
pub(super) fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 14);
    bytes.push(0x80 | opcode);
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(short @ 0..126), _) => bytes.push(0x80 | short),
        (_, Ok(length)) => {
            bytes.push(0x80 | 126);
            bytes.extend(length.to_be_bytes());
        }
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend((payload.len() as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// The frames in a stream of bytes that comes in pieces. Keeps only what is left of an unfinished one.
#[derive(Debug, Default)]
pub(super) struct Frames {
    rest: Vec<u8>,
}

impl Frames {
    /// Takes bytes, and gives each frame that is whole to `take`: what it is, and its payload.
    pub(super) fn feed(&mut self, bytes: &[u8], mut take: impl FnMut(u8, &[u8])) -> Result<(), BadFrame> {
        if self.rest.is_empty() {
            let used = split(bytes, &mut take)?;
            self.rest.extend_from_slice(&bytes[used..]);
            return Ok(());
        }
        self.rest.extend_from_slice(bytes);
        let used = split(&self.rest, &mut take)?;
        self.rest.drain(..used);
        if self.rest.is_empty() {
            self.rest = Vec::new();
        }
        Ok(())
    }
}

/// Gives all whole frames away. How many bytes they took.
fn split(bytes: &[u8], take: &mut impl FnMut(u8, &[u8])) -> Result<usize, BadFrame> {
    let mut used = 0;
    while let Some((opcode, head, payload)) = head(&bytes[used..])? {
        let end = used + head + payload;
        let Some(payload) = bytes.get(used + head..end) else { break };
        take(opcode, payload);
        used = end;
    }
    Ok(used)
}

/// What the first frame is, how long its head and its payload; none if the head is not all there.
fn head(bytes: &[u8]) -> Result<Option<(u8, usize, usize)>, BadFrame> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    // A server's frames have no mask, and ours never sends a message in pieces.
    if first & 0xf0 != 0x80 || second & 0x80 != 0 {
        return Err(BadFrame);
    }
    let (head, length) = match (second, rest) {
        (126, [a, b, ..]) => (4, u64::from(u16::from_be_bytes([*a, *b]))),
        (127, [a, b, c, d, e, f, g, h, ..]) => (10, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h])),
        (126 | 127, _) => return Ok(None),
        (short, _) => (2, u64::from(*short)),
    };
    if length > FRAME_BYTES_MAX {
        return Err(BadFrame);
    }
    Ok(Some((first & 0x0f, head, usize::try_from(length).map_err(|_| BadFrame)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_a_server(opcode: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = frame(opcode, payload);
        let mask = bytes.len() - payload.len() - 4;
        bytes.drain(mask..mask + 4);
        bytes[1] &= 0x7f;
        bytes
    }

    #[test]
    fn frames_are_the_same_however_the_bytes_are_cut() {
        let payloads = [&b"a"[..], &[b'b'; 200], &[b'c'; 70_000], b""];
        let bytes: Vec<u8> = payloads.iter().flat_map(|payload| of_a_server(TEXT, payload)).collect();
        for cut in [1, 2, 7, 4096, 1_000_000] {
            let mut frames = Frames::default();
            let mut came = Vec::new();
            for piece in bytes.chunks(cut) {
                frames.feed(piece, |opcode, payload| came.push((opcode, payload.to_vec()))).unwrap();
            }
            let expected = payloads.map(|payload| (TEXT, payload.to_vec()));
            assert_eq!(came, expected, "cut by {cut}");
            assert!(frames.rest.is_empty());
        }
    }

    #[test]
    fn what_no_server_sends_is_refused() {
        let mut absurd = vec![0x81, 127];
        absurd.extend([0xff; 8]);
        for bytes in [frame(TEXT, b"masked"), vec![0x01, 1, 0], vec![0xc1, 0], absurd] {
            assert_eq!(Frames::default().feed(&bytes, |_, _| {}), Err(BadFrame), "{bytes:?}");
        }
    }
}
