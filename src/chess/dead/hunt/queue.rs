//! The order in which positions are looked at.

/// Nodes by estimated distance from a mate.
#[derive(Default)]
pub(super) struct Queue {
    buckets: Vec<Vec<u32>>,
    lowest: usize,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.lowest = 0;
    }

    pub(super) fn push(&mut self, estimate: usize, node: u32) {
        if self.buckets.len() <= estimate {
            self.buckets.resize_with(estimate + 1, Vec::new);
        }
        self.buckets[estimate].push(node);
        self.lowest = self.lowest.min(estimate);
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(node) = bucket.pop() {
                return Some(node);
            }
            self.lowest += 1;
        }
        None
    }
}
