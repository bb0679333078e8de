/// Something that may be passed around freely but is touched only on its loop, which is checked at run time.
//
// Unchecked: that check is what makes it safe.
public struct LoopBound<Value>: @unchecked Sendable {
    /// The loop that the value lives on.
    public let loop: IOLoop

    private let storage: Value

    /// Binds a value to the loop whose thread calls.
    public init(_ value: Value, to loop: IOLoop) {
        loop.preconditionIsCurrent()
        self.loop = loop
        storage = value
    }

    /// The value. Stops the process when it is asked for from another thread.
    public var value: Value {
        loop.preconditionIsCurrent()
        return storage
    }
}
