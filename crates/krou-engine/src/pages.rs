//! Much zeroed memory, in huge pages where the system has them.
#![allow(unsafe_code)] // a mapping is bytes to the system, words to us

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::{Advice, MmapMut};

pub(crate) struct Pages {
    map: MmapMut,
    words: usize,
}

impl Pages {
    /// So many words, all zero.
    pub fn new(words: usize) -> std::io::Result<Pages> {
        let map = MmapMut::map_anon(words * size_of::<AtomicU64>())?;
        // Without huge pages everything works, slower.
        let _ = map.advise(Advice::HugePage);
        Ok(Pages { map, words })
    }

    /// Asks the processor to have a word at hand soon.
    #[inline(always)]
    pub fn prefetch(&self, at: usize) {
        debug_assert!(at < self.words);
        #[cfg(target_arch = "x86_64")]
        // Safety: fetching ahead reads nothing, wherever it points.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word = self.map.as_ptr().wrapping_add(at * size_of::<AtomicU64>());
            _mm_prefetch(word.cast(), _MM_HINT_T0);
        }
    }
}

impl Deref for Pages {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // Safety: the mapping is that long, lives as long as `self`, begins at a page, is zeroed
        // by the system, and nobody else has it; any bits are an `AtomicU64`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.words) }
    }
}
