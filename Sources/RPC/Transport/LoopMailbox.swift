internal import Synchronization

/// What other threads hand to a loop: one operation there takes all that came meanwhile.
final class LoopMailbox<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    /// Puts an element in; true when the loop has to be told, which it has been of those before.
    func put(_ element: Element) -> Bool {
        elements.withLock { elements in
            elements.append(element)
            return elements.count == 1
        }
    }

    /// Exchanges all elements for `taken`, which is empty, so that neither array is made anew.
    func take(into taken: inout [Element]) { elements.withLock { swap(&$0, &taken) } }
}
