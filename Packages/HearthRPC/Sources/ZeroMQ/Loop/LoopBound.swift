/// A value that may be passed to any thread but accessed only on its loop, which is checked at run time.
//
// Unchecked: the run-time check makes it safe.
public struct LoopBound<Value>: @unchecked Sendable {
    /// The loop that the value lives on.
    public let loop: IOLoop

    private let storage: Value

    /// Binds a value to the loop that the calling thread belongs to.
    public init(_ value: Value, to loop: IOLoop) {
        loop.preconditionIsCurrent()
        self.loop = loop
        storage = value
    }

    /// The value. Traps on any other thread.
    public var value: Value {
        loop.preconditionIsCurrent()
        return storage
    }
}
