//! The bytes of a layer, wherever they lie.

use std::ops::Deref;

/// Bytes in memory or in a mapped file.
#[derive(Debug)]
pub(crate) enum Bytes {
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::Owned(bytes)
    }
}
