extension Dictionary {
    /// Changes the value of a key in its place, and returns what `body` does; nil when there is none.
    ///
    /// The key is looked up once, and the value is not copied: `self[key]?.change()` does both for every change.
    @discardableResult
    mutating func update<Result, Failure: Error>(
        _ key: Key, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let index = index(forKey: key) else { return nil }
        return try body(&values[index])
    }
}
