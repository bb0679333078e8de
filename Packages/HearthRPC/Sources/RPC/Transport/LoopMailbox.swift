internal import Synchronization

/// A queue from other threads to a loop, which takes all elements in one operation.
final class LoopMailbox<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    /// Appends an element; true when the loop must be notified, false when an earlier element has done so.
    func put(_ element: Element) -> Bool {
        elements.withLock { elements in
            elements.append(element)
            return elements.count == 1
        }
    }

    /// Swaps all elements with `taken`, which is empty, so that neither array is allocated again.
    func take(into taken: inout [Element]) { elements.withLock { swap(&$0, &taken) } }
}
