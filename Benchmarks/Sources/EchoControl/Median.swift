extension [Double] {
    /// The middle value; the mean of the two in the middle when their number is even; not a number when there is none.
    public var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
