//! The bytes of a layer, in memory or in a mapped file: the one place that trusts a file not to
//! change while it is read, and that speaks to the processor's caches.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Advice, Mmap, MmapMut};

/// Bytes in memory or in a mapped file.
#[derive(Debug)]
pub(crate) enum Bytes {
    Owned(Vec<u8>),
    /// In huge pages, where the system has them.
    Huge(MmapMut),
    /// A file without its first bytes.
    Mapped(Mmap, usize),
}

impl Bytes {
    /// Maps a file, of which the first `skip` bytes are left out; it must be at least that long.
    pub fn map(file: &File, skip: usize) -> io::Result<Bytes> {
        // Safety: table files are written under another name and renamed when they are whole;
        // Krou never changes one in place. Whoever cuts a file short while it is mapped takes the
        // risk, as with every program that maps files; `Access::Read` is there for them.
        let map = unsafe { Mmap::map(file)? };
        assert!(map.len() >= skip);
        Ok(Bytes::Mapped(map, skip))
    }
}

impl Bytes {
    /// Asks the processor to have a byte at hand soon.
    #[inline(always)]
    pub fn prefetch(&self, at: usize) {
        #[cfg(target_arch = "x86_64")]
        // Safety: fetching ahead reads nothing, wherever it points.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(self.as_ptr().wrapping_add(at).cast(), _MM_HINT_T0);
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Huge(map) => map,
            Bytes::Mapped(map, skip) => &map[*skip..],
        }
    }
}

/// From this size on values stand so far apart that huge pages save looking up small ones.
const HUGE: usize = 4 << 20;

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        let map = (bytes.len() >= HUGE).then(|| MmapMut::map_anon(bytes.len()));
        let Some(Ok(mut map)) = map else {
            return Bytes::Owned(bytes);
        };
        // Without huge pages everything works, slower.
        let _ = map.advise(Advice::HugePage);
        map.copy_from_slice(&bytes);
        Bytes::Huge(map)
    }
}
