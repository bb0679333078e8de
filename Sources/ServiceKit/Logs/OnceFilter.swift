internal import Synchronization

/// Deduplicates log messages that callers can repeat at will and that do not change with repetition.
final class OnceFilter<Element: Hashable & Sendable>: Sendable {
    private let seen = Mutex<Set<Element>>([])
    private let limit: Int

    /// Creates an empty filter.
    ///
    /// - Parameter limit: the maximum of remembered elements; further ones count as logged, so that neither memory nor
    ///   the log can be flooded.
    init(limit: Int = 100) { self.limit = limit }

    /// Whether the element is new and should be logged; it then counts as logged.
    func isNew(_ element: Element) -> Bool {
        seen.withLock { $0.count < limit && $0.insert(element).inserted }
    }

    /// Removes an element, so that its next occurrence is logged again.
    func forget(_ element: Element) { seen.withLock { _ = $0.remove(element) } }

    /// The number of remembered elements.
    var count: Int { seen.withLock { $0.count } }
}
