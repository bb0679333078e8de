/// A fuzzer's target: code that traps when a property of it does not hold for an input.
public struct FuzzTarget: Sendable {
    /// The name that `scripts/fuzz` knows it by.
    public let name: String
    private let body: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - body: runs the code on one input, and traps when a property does not hold, see `expect`.
    public init(_ name: String, _ body: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// Runs it on one input.
    public func run(on input: UnsafeRawBufferPointer) { body(input) }

    /// Runs it on one input.
    public func run(on input: [UInt8]) { input.withUnsafeBytes(body) }
}

/// Traps when a property is violated, which is how libFuzzer detects a finding: every `fatalError` of a target is one.
public func expect(_ holds: @autoclosure () throws -> Bool, _ promise: @autoclosure () -> String) {
    do {
        if try holds() { return }
        fatalError("broken: \(promise())")
    } catch {
        fatalError("broken: \(promise()): \(error)")
    }
}
