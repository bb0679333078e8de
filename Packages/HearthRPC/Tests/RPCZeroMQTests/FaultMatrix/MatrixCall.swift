import RPC
import RPCInProcess
import Synchronization

@testable import FaultMatrixPeer

/// What a caller is told of its call.
enum Verdict: String, Sendable, CaseIterable {
    case succeeded, no, yes, maybe
}

/// One call, and how it ended.
final class MatrixCall: Sendable {
    /// What a call is besides its plan.
    struct Expectation: Sendable {
        var timeout: Duration
        /// Whether it waits for a server, and comes back.
        var waitForReady = true
        /// What its caller may be told; anything that is true when empty.
        var expected: Set<Verdict> = []
        /// Whether it is certain that no handler is begun.
        var mustNotRun = false
        /// Whether it is certain that its effect is there.
        var mustCommit = false
        /// When its caller reads.
        var reading = Reading.steadily
        /// Bytes that the last of its own items has besides.
        var itemBytes = 0
    }

    /// When a caller reads the items that come.
    enum Reading: Sendable {
        case steadily
        /// One, and the others when the readers' gate is open.
        case afterGate
        /// One, and the others when its time is over; what it has to write it writes at once.
        case afterDeadline
    }

    struct End: Sendable {
        let verdict: Verdict
        let error: (any Error)?
        let at: MonotonicInstant
    }

    static let attempts = 3

    let plan: CallScript
    let terms: Expectation
    let kind: CallVariant
    let deadline: MonotonicInstant
    private let state = Mutex<End?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Begins it.
    init(_ plan: CallScript, _ terms: Expectation, _ kind: CallVariant, on fixture: MatrixFixture) async throws {
        (self.plan, self.terms, self.kind) = (plan, terms, kind)
        deadline = fixture.runtime.now.advanced(by: terms.timeout)
        let (channel, runtime) = (try await fixture.endpoint.channel(fixture.limits), fixture.runtime)
        let begun = runtime.spawn { [self] in
            let error = await run(channel, fixture)
            state.withLock { $0 = End(verdict: Self.verdict(error), error: error, at: runtime.now) }
            // On a machine that has no time for it a call may end before its handler begins: nothing is to wait for that.
            fixture.ledger.arrivals.note(plan.call)
        }
        task.withLock { $0 = begun }
        // Who is not told in time is told by this: a test that waits for ever says less.
        runtime.schedule(at: deadline.advanced(by: fixture.tempo.patience)) { begun.cancel() }
    }

    /// Returns when it has ended.
    func ended() async -> End? {
        await task.withLock { $0 }?.value
        return state.withLock { $0 }
    }

    private static func verdict(_ error: (any Error)?) -> Verdict {
        guard let error else { return .succeeded }
        switch (error as? RPCError)?.executed {
        case .no: return .no
        case .yes: return .yes
        case .maybe, nil: return .maybe
        }
    }

    private func run(_ channel: any RPCChannel, _ fixture: MatrixFixture) async -> (any Error)? {
        do {
            switch kind.safety {
            case .readOnly: try await run(ReadOnly.self, channel, fixture)
            case .idempotent: try await run(Idempotent.self, channel, fixture)
            case .idempotentByKey: try await run(Keyed.self, channel, fixture)
            case .unsafe: try await run(Unsafe.self, channel, fixture)
            }
            return nil
        } catch {
            return error
        }
    }

    private func run<Safety: SafetyMarker>(
        _: Safety.Type, _ channel: any RPCChannel, _ fixture: MatrixFixture
    ) async throws {
        let client = RPCClient<Chaos<Safety>>(channel)
        // A retry may come within the time that was given to the whole.
        let options = CallOptions(
            timeout: terms.timeout, waitForReady: terms.waitForReady, attempts: Self.attempts)
        switch kind.shape {
        case .unary:
            let done = try await client.send(Chaos<Safety>.Ask(plan: plan), options: options)
            guard done.call == plan.call else { throw Wrong.response }
        case .serverStream:
            var count = 0
            for try await step in try await client.stream(Chaos<Safety>.Download(plan: plan), options: options) {
                count += 1
                guard step.number == count else { throw Wrong.item }
                if count == 1 { try await pause(fixture) }
            }
            guard count == plan.items else { throw Wrong.count }
        case .clientStream:
            let done = try await client.send(Chaos<Safety>.Upload(plan: plan), options: options) { writer in
                for number in 1...plan.items { try await writer.write(step(number)) }
            }
            guard done.call == plan.call else { throw Wrong.response }
        case .bidirectional:
            try await client.exchange(Chaos<Safety>.Exchange(plan: plan), options: options) { writer, items in
                try await talk(writer, items)
            }
        }
    }

    private func talk(_ writer: RPCWriter<CallItem>, _ items: RPCItems<CallItem>) async throws {
        var (reader, read) = (items.makeAsyncIterator(), 0)
        for number in 1...plan.items {
            try await writer.write(step(number))
            guard terms.reading == .steadily, let next = try await reader.next() else { continue }
            read += 1
            guard next.number == number else { throw Wrong.item }
        }
        writer.finish()
        while let next = try await reader.next() {
            read += 1
            guard next.number == read else { throw Wrong.item }
        }
        guard read == plan.items else { throw Wrong.count }
    }

    /// What a slow reader does instead of reading.
    private func pause(_ fixture: MatrixFixture) async throws {
        switch terms.reading {
        case .steadily: break
        case .afterGate: try await fixture.readers.pass(noting: plan.call)
        case .afterDeadline: try await fixture.runtime.sleep(until: deadline)
        }
    }

    private func step(_ number: Int) -> CallItem {
        let isLong = terms.itemBytes > 0 && number == plan.items
        return CallItem(number: number, padding: isLong ? String(repeating: "x", count: terms.itemBytes) : nil)
    }

    /// An answer that is not the call's own: whatever `executed` says, this must not be.
    enum Wrong: Error { case response, item, count }
}
