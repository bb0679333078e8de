internal import Basics
internal import Foundation

/// Runs blocking work off the task pool, whose few threads everything else needs.
package enum Blocking {
    private static let queue = DispatchQueue(label: "hearth.blocking", attributes: .concurrent)

    /// Runs `body`: on a dedicated thread in production, on the calling thread in simulations.
    package static func run<Value: Sendable, Failure: Error>(
        _ face: ShardOptions.ExecutionMode, _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if face == .inline { return try body() }
        return try await queue.run(body)
    }
}

/// Runs heavy blocking work off the task pool, one job at a time in FIFO order.
package final class SerialWorker: Sendable {
    private let queue: DispatchQueue
    private let face: ShardOptions.ExecutionMode

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - label: the name of its thread in debuggers.
    ///   - face: whether it has a dedicated thread, or works on the calling thread as in simulations.
    package init(label: String, face: ShardOptions.ExecutionMode) {
        queue = DispatchQueue(label: label)
        self.face = face
    }

    /// Runs `body` after all jobs submitted earlier.
    ///
    /// - Throws: what `body` throws.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if face == .inline { return try body() }
        return try await queue.run(body)
    }
}

extension DispatchQueue {
    fileprivate func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outcome = Promise<Result<Value, Failure>>()
        self.async { outcome.fulfill(Result(catching: body)) }
        return try await outcome.value.get()
    }
}
