/// Observes the file operations of a service: called before each change, which it may refuse, and after it. Simulations
/// use it to stop the changes of a dead service, and to undo at a power cut what was not durable. Production has none.
package protocol DiskObserver: Sendable {
    /// The errno for a refused change; nil when it may proceed.
    func refusal(of change: DiskChange) -> Int32?

    /// Records a change that was made.
    func note(_ change: DiskChange)

    /// Simulated free bytes; nil for the system's own.
    func freeBytes(below root: String) -> Int64?
}

/// A change of files, by path.
package enum DiskChange: Sendable, Hashable {
    /// A folder is created unless it exists.
    case makeFolder(String)
    /// A file is opened for writing and truncated to its first `keeping` bytes.
    case open(String, keeping: Int64)
    /// Bytes are appended to a file.
    case append(String, bytes: Int)
    /// A file's written bytes become durable.
    case sync(String)
    /// A folder's entries become durable.
    case syncFolder(String)
    /// A file or folder is renamed.
    case rename(String, to: String)
    /// A folder is deleted with its contents.
    case remove(String)
}

extension Optional where Wrapped == any DiskObserver {
    /// Performs a change unless the observer refuses it.
    ///
    /// - Throws: ``DiskError``; what `body` throws.
    func make<Value>(_ change: DiskChange, _ body: () throws -> Value) throws -> Value {
        if let number = self?.refusal(of: change) { throw DiskError(number: number) }
        let value = try body()
        self?.note(change)
        return value
    }
}
