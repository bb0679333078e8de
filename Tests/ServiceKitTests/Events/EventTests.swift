import Foundation
import HearthModel
import RPC
import RPCInProcess
import Synchronization
import TestSupport
import Testing

@testable import ServiceKit

/// What one service tells another arrives once, whatever happens to either.
@Suite(.timeLimit(.minutes(10))) struct EventTests {
    /// Runs a test on real threads, and in simulations of several seeds.
    private static func everywhere(
        faults: InProcessFaults = .none, _ body: @escaping @Sendable (EventFixture) async throws -> Void
    ) async throws {
        try await ShardFixture.with { fixture in
            let press = EventFixture(SystemRuntime.shared, face: .queued, in: fixture.directory)
            try await body(press)
            await press.stopReceiver()
            await press.stopSource()
        }
        for seed in 1...5 as ClosedRange<UInt64> {
            try await Simulation.runOnDedicatedThread {
                try ShardFixture.inDirectory { fixture in
                    let simulation = Simulation(seed: seed)
                    let press = EventFixture(simulation, face: .inline, in: fixture.directory, faults: faults)
                    let problem = Mutex<(any Error)?>(nil)
                    let ended = simulation.run {
                        do { try await body(press) } catch { problem.withLock { $0 = error } }
                        await press.stopReceiver()
                        await press.stopSource()
                    }
                    #expect(ended, "seed \(seed)")
                    #expect(simulation.foreignJobs == 0, "seed \(seed)")
                    if let problem = problem.withLock({ $0 }) { throw problem }
                }
            }
        }
    }

    @Test func `nothing of another household's snapshot is applied`() async throws {
        try await Self.everywhere { press in
            press.saysIdentity = true
            try await press.startSource()
            try await press.tell(1)
            try await press.startReceiver()
            // Either, so that the test fails at once when it does.
            let isDecided = try await comes(on: press.runtime) {
                if press.health.overall == .degraded { return true }
                return try await !press.seen.isEmpty
            }
            #expect(isDecided)
            #expect(press.health.overall == .degraded)
            #expect(try await press.seen.isEmpty)
            let shard = try await press.receiver?.shard(for: "home")
            #expect(try await shard?.read { try OutboxTable.cursor(of: "gazette", $0) } == nil)
        }
    }

    @Test func `a receiver that does not know its household learns it of the first snapshot`() async throws {
        try await Self.everywhere { press in
            (press.saysIdentity, press.receiverFounds) = (true, false)
            try await press.startSource()
            try await press.tell(1)
            try await press.startReceiver()
            #expect(try await press.arrives([1]))
            let learned = try await comes(on: press.runtime) {
                let identity = press.receiver?.identity(of: "home")
                return identity != nil && identity == press.source?.identity(of: "home")
            }
            #expect(learned)
            // It knows it when it is opened again.
            await press.stopReceiver()
            try await press.startReceiver()
            #expect(press.receiver?.identity(of: "home") == press.source?.identity(of: "home"))
        }
    }

    @Test func `outdated tokens are known from the first snapshot on, after a restart too, and one may set them back`()
        async throws
    {
        try await Self.everywhere { press in
            func child(_ generation: Int64?) -> Viewer {
                Viewer(
                    household: "home", subject: "kim", profile: "kids", role: .child, policy: .kids(seesUnrated: true),
                    policyGeneration: generation)
            }
            press.policies = PolicyGenerations(kids: 3)
            try await press.startSource()
            try await press.tell(1)
            try await press.startReceiver()
            #expect(try await press.arrives([1]))
            let policies = try #require(press.receiver?.policies)
            let isKnown = try await comes(on: press.runtime) { policies.isOutdated(child(2)) == true }
            #expect(isKnown && policies.isOutdated(child(nil)) == true && policies.isOutdated(child(3)) == false)
            let copy = "\(press.directory)/copy.sqlite"
            try await press.source?.shard(for: "home").backup(to: copy)
            await press.stopReceiver()
            await press.stopSource()
            try await press.startReceiver()
            #expect(press.receiver?.policies.isOutdated(child(2)) == true)
            // The source comes back as another log, as from an older copy: its snapshot counts.
            press.policies = PolicyGenerations(kids: 1)
            try Self.restore(copy, over: "\(press.directory)/source/home/source.sqlite")
            try await press.startSource()
            try await press.tell(2)
            let isBack = try await comes(on: press.runtime) { press.receiver?.policies.isOutdated(child(2)) == false }
            #expect(isBack && press.receiver?.policies.isOutdated(child(0)) == true)
        }
    }

    @Test func `each event is applied once, while both sides stop and start`() async throws {
        // No frame overtakes another on a socket; where they do, a stream of many frames is taken for broken each time.
        let faults = InProcessFaults(loss: 0.02, duplication: 0.05)
        try await Self.everywhere(faults: faults) { press in
            try await press.startSource()
            try await press.startReceiver()
            for number in 1...60 as ClosedRange<Int64> {
                try await press.tell(number)
                if number % 13 == 0 {
                    await press.stopSource()
                    try await press.startSource()
                }
                if number % 17 == 0 {
                    await press.stopReceiver()
                    try await press.startReceiver()
                }
            }
            let hasArrived = try await press.arrives(1...60)
            let seen = try await press.seen
            #expect(hasArrived, "\(seen)")
            #expect(try await press.snapshots == 1)
        }
    }

    @Test func `what was told while the receiver was away arrives`() async throws {
        try await Self.everywhere { press in
            try await press.startSource()
            try await press.startReceiver()
            try await press.tell(1)
            #expect(try await press.arrives(1...1))
            await press.stopReceiver()
            for number in 2...700 as ClosedRange<Int64> { try await press.tell(number) }
            try await press.startReceiver()
            #expect(try await press.arrives(1...700))
            // Its place was kept with the last event: nothing comes again.
            await press.stopReceiver()
            try await press.startReceiver()
            try await press.tell(701)
            #expect(try await press.arrives(1...701))
            #expect(try await press.snapshots == 1)
        }
    }

    @Test func `a receiver that was restored from an older copy catches up`() async throws {
        try await Self.everywhere { press in
            try await press.startSource()
            try await press.startReceiver()
            for number in 1...10 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives(1...10))
            let copy = "\(press.directory)/copy.sqlite"
            try await press.receiver?.shard(for: "home").backup(to: copy)
            for number in 11...20 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives(1...20))
            await press.stopReceiver()
            try Self.restore(copy, over: "\(press.directory)/receiver/home/receiver.sqlite")
            try await press.startReceiver()
            #expect(try await press.arrives(1...20))
            #expect(try await press.snapshots == 1)
        }
    }

    @Test func `a source that was restored from an older copy is followed again, from a snapshot`() async throws {
        try await Self.everywhere { press in
            try await press.startSource()
            try await press.startReceiver()
            for number in 1...20 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives(1...20))
            let copy = "\(press.directory)/copy.sqlite"
            try await press.source?.shard(for: "home").backup(to: copy)
            for number in 21...30 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives(1...30))
            await press.stopSource()
            try Self.restore(copy, over: "\(press.directory)/source/home/source.sqlite")
            try await press.startSource()
            // The same places in the log, taken by others now.
            for number in 41...43 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives(Set(1...20).union(41...43)))
            #expect(try await press.snapshots == 2)
        }
    }

    @Test func `a receiver that was away for longer than the log is kept gets a snapshot`() async throws {
        try await ShardFixture.with { fixture in
            let runtime = ManualClockRuntime()
            let press = EventFixture(runtime, face: .queued, in: fixture.directory)
            try await press.startSource()
            for number in 1...5 as ClosedRange<Int64> { try await press.tell(number) }
            try await press.startReceiver()
            #expect(try await press.arrives(1...5))
            await press.stopReceiver()
            for number in 6...30 as ClosedRange<Int64> { try await press.tell(number) }
            runtime.pass(.seconds(31 * 24 * 3_600))
            #expect(try await press.source?.shard(for: "home").sweepOutbox() == 30)
            try await press.tell(31)
            try await press.startReceiver()
            #expect(try await press.arrives(1...31))
            #expect(try await press.snapshots == 2)
            await press.stopReceiver()
            await press.stopSource()
        }
    }

    @Test func `an event that is refused stops its pair, and health says so by name`() async throws {
        try await Self.everywhere { press in
            try await press.startSource()
            try await press.startReceiver(refusing: 4)
            try await press.follows()
            for number in 1...8 as ClosedRange<Int64> { try await press.tell(number) }
            #expect(try await press.arrives(1...3))
            _ = try await comes(on: press.runtime) { press.health.overall == .degraded }
            let part = press.health.all.first { $0.name == "events from gazette" }
            #expect(part?.state == .degraded)
            #expect(part?.reason.contains("home") == true)
            #expect(try await press.seen.keys.max() == 3)
            // Mended and started again, it goes on where it stopped.
            await press.stopReceiver()
            try await press.startReceiver()
            #expect(try await press.arrives(1...8))
        }
    }

    private static func restore(_ copy: String, over path: String) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try FileManager.default.copyItem(atPath: copy, toPath: path)
    }
}
