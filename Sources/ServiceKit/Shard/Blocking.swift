internal import Foundation

/// Work that blocks, kept off the task pool, whose few threads everything else needs.
package enum Blocking {
    private static let queue = DispatchQueue(label: "hearth.blocking", attributes: .concurrent)

    /// Runs `body`: on a thread of its own in production, on the spot in simulations.
    package static func run<Value: Sendable, Failure: Error>(
        _ face: ShardOptions.ExecutionMode, _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if face == .inline { return try body() }
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}

/// Work that blocks and is heavy, done one piece at a time and off the task pool, in the order in which it came.
package final class SerialWorker: Sendable {
    private let queue: DispatchQueue
    private let face: ShardOptions.ExecutionMode

    /// Makes a worker.
    ///
    /// - Parameters:
    ///   - label: the name of its thread in debuggers.
    ///   - face: whether it has a thread of its own, or works on the spot as simulations want it.
    package init(label: String, face: ShardOptions.ExecutionMode) {
        queue = DispatchQueue(label: label)
        self.face = face
    }

    /// Runs `body` after everything that was given earlier.
    ///
    /// - Throws: what `body` throws.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if face == .inline { return try body() }
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
