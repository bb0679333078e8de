extension Dictionary {
    /// Changes the value of a key in place, and returns the result of `body`; nil when the key is absent.
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
