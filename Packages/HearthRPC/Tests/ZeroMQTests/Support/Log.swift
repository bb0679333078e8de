import Synchronization

/// A list that several threads write to.
final class Log<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    func append(_ element: Element) { state.withLock { $0.append(element) } }
    func removeAll() -> [Element] {
        state.withLock { elements in
            defer { elements = [] }
            return elements
        }
    }
    var elements: [Element] { state.withLock { $0 } }
}
