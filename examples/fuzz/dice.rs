//! A small generator of numbers: the same seed gives the same run.

#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The dice of one run: runs differ, however close their numbers are.
    pub fn of(seed: u64, run: u64) -> Self {
        let mut state = seed ^ run.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Dice((state ^ (state >> 31)) | 1)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, sides: usize) -> usize {
        (self.roll() % sides.max(1) as u64) as usize
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// Mostly small, now and then large, never above `most`.
    pub fn size(&mut self, most: usize) -> usize {
        let bits = self.below(usize::BITS as usize - most.leading_zeros() as usize + 1);
        self.below((1 << bits).min(most) + 1)
    }
}
