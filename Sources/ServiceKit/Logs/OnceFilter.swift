internal import Synchronization

/// Remembers what the log has been told, for what callers can repeat at will and what stays the same however often they do.
final class OnceFilter<Element: Hashable & Sendable>: Sendable {
    private let told = Mutex<Set<Element>>([])
    private let limit: Int

    /// Makes a memory with nothing in it.
    ///
    /// - Parameter limit: further elements than so many count as told, so that neither memory nor the log can be flooded.
    init(limit: Int = 100) { self.limit = limit }

    /// Whether the log is to be told of it, which counts as done.
    func isNew(_ element: Element) -> Bool {
        told.withLock { $0.count < limit && $0.insert(element).inserted }
    }

    /// Has it told again when it happens next.
    func forget(_ element: Element) { told.withLock { _ = $0.remove(element) } }

    /// How many are remembered.
    var count: Int { told.withLock { $0.count } }
}
