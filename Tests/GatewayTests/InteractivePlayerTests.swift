import Foundation
import HearthModel
import PlaybackStateAPI
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import GatewayCommands

/// `hearth play` with keys, and with what comes next.
struct InteractivePlayerTests {
    private static let up: Set = ["profiles", "catalog", "playback-state"]

    /// A person at a terminal, and whether it was made what it was.
    private final class Person: Sendable {
        private let isClosed = Mutex(false)
        private let keys: AsyncStream<PlayerKey>
        private let pressed: AsyncStream<PlayerKey>.Continuation

        init() { (keys, pressed) = AsyncStream<PlayerKey>.makeStream() }

        var hasLeft: Bool { isClosed.withLock { $0 } }
        func press(_ key: PlayerKey) { pressed.yield(key) }

        var keyboard: Keyboard {
            Keyboard { [self] _ in
                Keyboard.Presses(keys: keys) { self.isClosed.withLock { $0 = true } }
            }
        }
    }

    @Test func `keys pause, jump, skip, cancel and switch, and the terminal is restored at the end`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let person = Person()
        var hints = PlaybackHints(session: "1-2-3")
        hints.skip = SkipHint(kind: .intro, from: 0, to: 1_000, action: .ask)
        bench.playback.setHints(hints)
        async let running = bench.run(list: ["play", "m1", "--length", "360000"], keyboard: person.keyboard)
        #expect(try await comes { !bench.playback.reports.isEmpty })
        person.press(.pause)
        #expect(try await comes { bench.playback.reports.last?.state == .paused })
        #expect(bench.playback.reports.last?.hasInput == true)
        person.press(.skip)
        #expect(try await comes { bench.playback.reports.last?.position == 1_000 })
        person.press(.back)
        #expect(try await comes { bench.playback.reports.last?.position == 990 })
        person.press(.variant)
        #expect(try await comes { bench.playback.switched == ["v2"] })
        person.press(.cancel)
        #expect(try await comes { bench.playback.cancelled == 1 })
        person.press(.quit)
        let outcome = await running
        #expect(outcome.status == .success, "\(outcome.err)")
        #expect(outcome.out == "Stopped Title of m1 from 1:00 to 1:40 of 100:00:00.\n")
        #expect(bench.playback.ended?.hasInput == true && bench.playback.ended?.position == 100)
        let numbers = bench.playback.reports.compactMap(\.sequence)
        #expect(numbers == Array(1...Int64(numbers.count)))
        #expect(person.hasLeft && !outcome.out.contains("s3cret"))
    }

    @Test func `Ctrl-C and other signals restore the terminal, too`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let (interruptions, signal) = AsyncStream<Void>.makeStream()
        let person = Person()
        async let running = bench.run(
            list: ["play", "m1", "--length", "360000"], interruptions: interruptions, keyboard: person.keyboard)
        #expect(try await comes { !bench.playback.reports.isEmpty })
        signal.yield()
        #expect(await running.status == .success)
        #expect(person.hasLeft && bench.playback.ended != nil)
    }

    @Test func `what comes next plays after its countdown, and by its key at once`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        let person = Person()
        bench.playback.setNext(["m2", "m3"])
        var hints = PlaybackHints(session: "1-2-3")
        hints.nextUp = NextUpHint(card: Card(id: "m2", kind: .movie, title: "Title of m2"), countdownSeconds: 0)
        bench.playback.setHints(hints)
        async let running = bench.run(
            list: ["play", "m1", "--length", "62", "--speed", "4"], keyboard: person.keyboard)
        #expect(try await comes { bench.playback.played.count == 1 })
        #expect(bench.playback.played.first?.playsByItself == true)
        person.press(.pause)
        person.press(.next)
        #expect(try await comes { bench.playback.played.count == 2 })
        #expect(bench.playback.played.last?.playsByItself == nil)
        person.press(.quit)
        let outcome = await running
        #expect(outcome.out.hasPrefix("Watched Title of m1 from 1:00 to 1:02 of 1:02.\n"), "\(outcome.out)")
        #expect(outcome.out.contains("Title of m3"))
    }

    @Test func `without a terminal --auto-next goes on until nothing comes next`() async throws {
        let bench = try GatewayHarness(up: Self.up)
        bench.playback.setNext(["m2"])
        let outcome = await bench.run("play", "m1", "--speed", "10000", "--length", "700", "--auto-next")
        #expect(outcome.status == .success, "\(outcome.err)")
        let lines = outcome.out.split(separator: "\n")
        #expect(
            lines.count == 2 && lines[0].hasPrefix("Watched Title of m1") && lines[1].hasPrefix("Watched Title of m2"))
        #expect(bench.playback.played.count == 2)
        // Without it the command ends with its title, as ever.
        let alone = await bench.run("play", "m1", "--speed", "10000", "--length", "700")
        #expect(alone.out.split(separator: "\n").count == 1 && bench.playback.played.count == 2)
    }
}
