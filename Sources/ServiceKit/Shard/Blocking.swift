internal import Foundation

/// Work that blocks, kept off the task pool, whose few threads everything else needs.
package enum Blocking {
    private static let queue = DispatchQueue(label: "hearth.blocking", attributes: .concurrent)

    /// Runs `body`: on a thread of its own in production, on the spot in simulations.
    package static func run<Value: Sendable, Failure: Error>(
        _ face: ShardOptions.Face, _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if face == .inline { return try body() }
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
