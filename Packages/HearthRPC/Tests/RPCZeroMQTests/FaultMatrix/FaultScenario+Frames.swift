import RPC
import RPCInProcess
import Synchronization
import Testing

@testable import FaultMatrixPeer

extension FaultScenario {
    /// Readers that do not read hold up their writers, end by their deadline, and are in no other call's way.
    static func slowReader(_ fixture: MatrixFixture) async throws {
        let isUpload = fixture.kind.shape == .clientStream
        // More than a window of items. In an upload the reader is the handler.
        let stuck = try await fixture.begin("stuck", isUpload ? .slow : .quick, expected: [.maybe]) { plan, terms in
            (plan.items, terms.timeout) = (64, fixture.tempo.short)
            terms.reading = .afterDeadline
        }
        let slow = try await fixture.begin("slow", .slow, expected: [.succeeded]) { plan, terms in
            (plan.items, terms.reading) = (64, fixture.kind.shape == .serverStream ? .afterGate : .steadily)
        }
        for number in 1...2 {
            let quick = try await fixture.begin("quick \(number)", expected: [.succeeded])
            _ = await quick.ended()
        }
        _ = await stuck.ended()
        fixture.readers.open()
        await fixture.openGate()
        _ = await slow.ended()
        fixture.noteStrike()
    }

    /// What the server says of calls gets lost, after their effect.
    static func responseLost(_ fixture: MatrixFixture) async throws {
        fixture.tamper { way, frame in
            guard way == .toClient, FrameEditor.kinds(in: frame).contains(where: FrameEditor.isOfCall) else {
                return nil
            }
            return []
        }
        var lost: [MatrixCall] = []
        for number in 1...2 {
            lost.append(
                try await fixture.begin("lost \(number)", expected: [.maybe]) { _, terms in
                    (terms.timeout, terms.mustCommit) = (fixture.tempo.short, fixture.tempo.isExact)
                })
        }
        for call in lost { _ = await call.ended() }
        fixture.stopTampering()
    }

    /// Everything that is said of calls is said twice.
    static func duplicates(_ fixture: MatrixFixture) async throws {
        fixture.tamper { _, frame in
            guard FrameEditor.kinds(in: frame).contains(where: FrameEditor.isOfCall) else { return nil }
            return [FrameEditor.rewritten(frame) { $1 = FrameEditor.isOfCall($0.kind) ? 2 : 1 }]
        }
        let crowd = try await fixture.crowd(expected: [.succeeded])
        for number in 1...3 { try await fixture.begin("quick \(number)", expected: [.succeeded]) }
        await fixture.openGate()
        for call in crowd { _ = await call.ended() }
        // The second of the last is still on its way.
        let last = try await fixture.begin("last", expected: [.succeeded])
        _ = await last.ended()
        fixture.stopTampering()
    }

    /// One byte of a frame is another one: where every reader sees it. Bodies have no checksum, their transports have.
    static func corrupt(_ fixture: MatrixFixture, _ way: InProcessDirection) async throws {
        let crowd = try await fixture.crowd(expected: [.succeeded, .maybe, .yes])
        let (count, offset) = (AtomicCounter(), Int(fixture.runtime.random() % 4))
        fixture.tamper { direction, frame in
            guard direction == way, FrameEditor.kinds(in: frame).contains(where: FrameEditor.isOfCall),
                count.next() == 1
            else { return nil }
            return [FrameEditor.corrupted(frame, at: offset)]
        }
        var others: [MatrixCall] = []
        for number in 1...3 { others.append(try await fixture.begin("struck \(number)")) }
        await fixture.openGate()
        for call in crowd + others { _ = await call.ended() }
    }

    /// A request over the limit, and one with items of which the last is.
    static func longRequest(_ fixture: MatrixFixture) async throws {
        let padding = String(repeating: "x", count: fixture.limits.messageBytes)
        let long = try await fixture.begin("long", expected: [.no]) { plan, terms in
            (plan.padding, terms.mustNotRun) = (padding, true)
        }
        _ = await long.ended()
        fixture.noteStrike()
        guard fixture.kind.shape.hasRequestItems else { return }
        let item = try await fixture.begin("long item", expected: [.maybe]) {
            $1.itemBytes = fixture.limits.messageBytes
        }
        _ = await item.ended()
    }

    /// An answer over the client's limit: what was done is done, and it is said so. Of an item it cannot be said.
    static func longResponse(_ fixture: MatrixFixture) async throws {
        let expected: Set<Verdict> = fixture.kind.shape.hasResponseItems ? [.maybe] : [.yes]
        let long = try await fixture.begin("long", expected: expected) { plan, terms in
            (plan.responseBytes, terms.mustCommit) = (fixture.limits.messageBytes, true)
        }
        _ = await long.ended()
        fixture.noteStrike()
    }

    /// Bodies of calls are other bytes than their sender's: a request is refused before anything is done, of an answer it is
    /// known that it was one.
    static func hostile(_ fixture: MatrixFixture, _ way: InProcessDirection, _ body: [UInt8]) async throws {
        fixture.tamper { direction, frame in
            guard direction == way, FrameEditor.kinds(in: frame).contains(where: FrameEditor.isOfCall) else {
                return nil
            }
            return [FrameEditor.rewritten(frame) { message, _ in if !message.body.isEmpty { message.body = body } }]
        }
        let isResponse = way == .toClient
        let expected: Set<Verdict> = !isResponse ? [.no] : fixture.kind.shape.hasResponseItems ? [.maybe] : [.yes]
        for number in 1...2 {
            let call = try await fixture.begin("hostile \(number)", expected: expected) { _, terms in
                (terms.mustNotRun, terms.mustCommit) = (!isResponse, isResponse)
            }
            _ = await call.ended()
        }
        fixture.stopTampering()
    }
}

/// Counts what happens on several threads.
final class AtomicCounter: Sendable {
    private let count = Atomic<Int>(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
