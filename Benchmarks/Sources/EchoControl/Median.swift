extension [Double] {
    /// The median; the mean of the two middle values when their number is even; NaN when there is none.
    public var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
