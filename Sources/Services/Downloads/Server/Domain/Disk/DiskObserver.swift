/// Watches over the files of a service: asked before each change, told after it. In simulations it has a service that is
/// dead change nothing more, and undoes at a power cut what was not durable. There is none otherwise.
package protocol DiskObserver: Sendable {
    /// The system's number for why a change cannot be made; nil when it can.
    func refusal(of change: DiskChange) -> Int32?

    /// A change was made.
    func note(_ change: DiskChange)

    /// Bytes that can still be written; nil when the system is to say.
    func freeBytes(below root: String) -> Int64?
}

/// A change of files, by their paths.
package enum DiskChange: Sendable, Hashable {
    /// A folder is made, or is there already.
    case makeFolder(String)
    /// A file is opened for writing behind its first `keeping` bytes; what is behind those goes.
    case open(String, keeping: Int64)
    /// Bytes are added at a file's end.
    case append(String, bytes: Int)
    /// What was written of a file becomes durable.
    case sync(String)
    /// A folder's entries become durable.
    case syncFolder(String)
    /// A file or folder gets another name.
    case rename(String, to: String)
    /// A folder goes, with all that is in it.
    case remove(String)
}

extension Optional where Wrapped == any DiskObserver {
    /// Makes a change unless the watch is against it.
    ///
    /// - Throws: ``DiskError``; what `body` throws.
    func make<Value>(_ change: DiskChange, _ body: () throws -> Value) throws -> Value {
        if let number = self?.refusal(of: change) { throw DiskError(number: number) }
        let value = try body()
        self?.note(change)
        return value
    }
}
