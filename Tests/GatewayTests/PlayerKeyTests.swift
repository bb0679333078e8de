import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

@testable import GatewayCommands

/// The keys of a player, and what it shows.
struct PlayerKeyTests {
    private static func keys(_ pieces: [UInt8]...) -> [PlayerKey] {
        var decoder = KeyDecoder()
        return pieces.flatMap { decoder.keys(of: $0) }
    }

    @Test func `keys are read from the bytes of a terminal, also in pieces`() {
        #expect(Self.keys(Array(" sncvq".utf8)) == [.pause, .skip, .next, .cancel, .variant, .quit])
        #expect(Self.keys(Array("SNCVQ".utf8)) == [.skip, .next, .cancel, .variant, .quit])
        #expect(Self.keys(Array("\u{1b}[C\u{1b}[D".utf8)) == [.forward, .back])
        #expect(Self.keys(Array("\u{1b}OC\u{1b}OD".utf8)) == [.forward, .back])
        #expect(Self.keys([0x1B], [UInt8(ascii: "[")], [UInt8(ascii: "C")]) == [.forward])
        #expect(Self.keys([3], [4]) == [.quit, .quit])
        // With modifiers it is the same key; others are none.
        #expect(Self.keys(Array("\u{1b}[1;5C".utf8)) == [.forward])
        #expect(Self.keys(Array("\u{1b}[A\u{1b}[3~x\r\n".utf8)) == [])
        #expect(Self.keys(Array("\u{1b}n ".utf8)) == [.pause])
        // A new sequence ends one without an end.
        #expect(Self.keys(Array("\u{1b}[1\u{1b}[D".utf8)) == [.back])
    }

    @Test(arguments: Seeds.make(10))
    func `no bytes are taken for more keys than there are`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 0...40, using: &source)).map { _ in
                [0x1B, 0x5B, 0x4F, 0x43, 0x20, UInt8.random(in: 0...255, using: &source)].randomElement(using: &source)
                    ?? 0
            }
            var (whole, pieces) = (KeyDecoder(), KeyDecoder())
            let keys = whole.keys(of: bytes)
            #expect(keys.count <= bytes.count)
            #expect(bytes.flatMap { pieces.keys(of: [$0]) } == keys, "seed \(seed)")
        }
    }

    private static let start = SystemRuntime.shared.now

    private static func screen(_ change: (inout Playback) -> Void = { _ in }) -> PlayerScreen {
        var playback = Playback(
            session: "1", card: Card(id: "m1", kind: .movie, title: "Glass"), variant: "v1", url: "", headers: [:],
            fallbacks: ["v2"], resume: 60, progress: 0, reportSeconds: 10)
        change(&playback)
        return PlayerScreen(playback, duration: 600, amount: nil, speed: 2, at: start)
    }

    @Test func `time passes by the speed, not in a pause, and jumps stay within the title`() {
        var screen = Self.screen()
        screen.advance(to: Self.start.advanced(by: .seconds(10)))
        #expect(screen.position == 80)
        screen.togglePause()
        screen.advance(to: Self.start.advanced(by: .seconds(20)))
        #expect(screen.position == 80 && screen.isPaused)
        screen.jump(by: -100)
        #expect(screen.position == 0)
        screen.jump(by: 1_000)
        #expect(screen.position == 600 && screen.isAtEnd)
    }

    @Test func `a part is skipped by a key, or by itself`() {
        var screen = Self.screen()
        let nothing = screen.skip()
        #expect(!nothing)
        var hints = PlaybackHints(session: "1")
        hints.skip = SkipHint(kind: .intro, from: 50, to: 120, action: .ask)
        screen.take(hints, at: Self.start)
        #expect(screen.position == 60 && screen.hintLine(at: Self.start).contains("s: skip the intro"))
        let something = screen.skip()
        #expect(something && screen.position == 120)
        hints.skip = SkipHint(kind: .intro, from: 50, to: 130, action: .skip)
        screen.take(hints, at: Self.start)
        #expect(screen.position == 130)
    }

    @Test func `what comes next counts down from its first card, and can be cancelled`() {
        var screen = Self.screen()
        var hints = PlaybackHints(session: "1")
        hints.nextUp = NextUpHint(card: Card(id: "m2", kind: .movie, title: "Harbour"), countdownSeconds: 10)
        screen.take(hints, at: Self.start)
        screen.take(hints, at: Self.start.advanced(by: .seconds(5)))
        #expect(screen.hintLine(at: Self.start.advanced(by: .seconds(5))).hasPrefix("next in 5 s: Harbour"))
        #expect(
            !screen.isNextDue(at: Self.start.advanced(by: .seconds(9)))
                && screen.isNextDue(at: Self.start.advanced(by: .seconds(10))))
        screen.cancelNextUp()
        #expect(!screen.isNextDue(at: Self.start.advanced(by: .seconds(20))))
        // A countdown of 0 is the end.
        hints.nextUp?.countdownSeconds = 0
        screen.take(hints, at: Self.start)
        #expect(!screen.isNextDue(at: Self.start.advanced(by: .seconds(20))))
        screen.jump(by: 1_000)
        #expect(screen.isNextDue(at: Self.start))
        // Nothing plays by itself for a viewer who is asked, and the player waits.
        hints.stillWatching = .titles
        hints.nextUp?.countdownSeconds = nil
        screen.take(hints, at: Self.start)
        #expect(screen.isPaused && !screen.isNextDue(at: Self.start.advanced(by: .seconds(90))))
        #expect(screen.hintLine(at: Self.start).hasPrefix("Still watching?"))
    }

    @Test func `another link goes on where it says`() {
        var screen = Self.screen()
        #expect(screen.variants == ["v2"])
        var switched = screen.playback
        (switched.variant, switched.resume) = ("v2", 300)
        screen.take(switched)
        #expect(screen.position == 300 && screen.variants == [])
    }
}
