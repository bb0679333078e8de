extension RandomAccessCollection {
    /// The index of the first element that satisfies the predicate, in a collection whose satisfying elements come last; `endIndex` if
    /// there is none. Binary search: O(log n) calls of the predicate.
    ///
    /// Named as in swift-algorithms.
    @inlinable
    public func partitioningIndex(where isInSecondPart: (Element) throws -> Bool) rethrows -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try isInSecondPart(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
