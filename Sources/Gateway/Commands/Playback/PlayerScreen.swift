internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// Where a simulated player is in a title, and what it shows: pure, of what has happened.
struct PlayerScreen: Sendable {
    /// What is played.
    private(set) var playback: Playback
    /// The length in seconds; nil for a stream without an end.
    let duration: Double?
    /// Where to stop in seconds; nil: at the end.
    let stop: Double?
    /// Seconds of the title in one second.
    let speed: Double

    private(set) var position: Double
    private(set) var isPaused = false
    /// What the last report was told.
    private(set) var hints: PlaybackHints?
    /// The links that have not been tried.
    private(set) var variants: [String]
    /// When what comes next plays by itself; nil: not by itself.
    private(set) var playsNextAt: MonotonicInstant?
    private var moved: MonotonicInstant

    /// How far an arrow key jumps, in seconds.
    static let jump = 10.0

    init(_ playback: Playback, duration: Double?, amount: Double?, speed: Double, at now: MonotonicInstant) {
        (self.playback, self.duration, self.speed, moved) = (playback, duration, speed, now)
        position = playback.resume ?? 0
        stop = amount.map { (playback.resume ?? 0) + $0 }
        variants = playback.fallbacks.filter { $0 != playback.variant }
    }

    /// Where it ends by itself, in seconds; infinite for a stream without an end.
    var end: Double { min(stop ?? .infinity, duration ?? .infinity) }

    /// Whether it has come to its end.
    var isAtEnd: Bool { position >= end }

    /// Whether what comes next is due: its countdown is over, and with a countdown of 0 the end has come.
    func isNextDue(at now: MonotonicInstant) -> Bool {
        guard let due = playsNextAt, stop == nil, hints?.stillWatching == nil else { return false }
        return hints?.nextUp?.countdownSeconds == 0 ? isAtEnd : due <= now
    }

    /// Lets time pass.
    mutating func advance(to now: MonotonicInstant) {
        let passed = Double(moved.duration(to: now).wholeNanoseconds) / 1e9
        moved = now
        guard !isPaused else { return }
        position = min(position + passed * speed, end)
    }

    mutating func togglePause() { isPaused.toggle() }

    /// Jumps by some seconds, within the title.
    mutating func jump(by seconds: Double) { position = min(max(0, position + seconds), end) }

    /// Jumps behind the part that is offered to be skipped; false when none is.
    mutating func skip() -> Bool {
        guard let skip = hints?.skip else { return false }
        position = min(skip.to, end)
        hints?.skip = nil
        return true
    }

    /// The next-up card is gone.
    mutating func cancelNextUp() {
        hints?.nextUp = nil
        playsNextAt = nil
    }

    /// Goes on with another link.
    mutating func take(_ switched: Playback) {
        playback = switched
        if let resume = switched.resume { position = min(resume, end) }
        variants.removeAll { $0 == switched.variant }
    }

    /// Takes what a report was told. A part that is to be skipped without asking is skipped at once.
    mutating func take(_ new: PlaybackHints?, at now: MonotonicInstant) {
        hints = new
        if new?.skip?.action == .skip { _ = skip() }
        if new?.stillWatching != nil { isPaused = true }
        guard let countdown = new?.nextUp?.countdownSeconds else {
            playsNextAt = nil
            return
        }
        // It counts from the first time that the card is shown.
        if playsNextAt == nil { playsNextAt = now.advanced(by: .seconds(Double(countdown))) }
    }

    /// What the line below shows: what keys would do now.
    func hintLine(at now: MonotonicInstant) -> String {
        var parts: [String] = []
        if hints?.stillWatching != nil { parts.append("Still watching? space: go on") }
        if let skip = hints?.skip { parts.append("s: skip the \(skip.kind.rawValue)") }
        if let next = hints?.nextUp {
            let left = playsNextAt.map { max(0, Int(now.duration(to: $0).wholeMilliseconds + 999) / 1_000) }
            let when = left.map { hints?.nextUp?.countdownSeconds == 0 ? " at the end" : " in \($0) s" } ?? ""
            parts.append("next\(when): \(Table.printable(next.card.longTitle))  n: now  c: cancel")
        }
        if parts.isEmpty {
            parts = [isPaused ? "space: go on" : "space: pause", "arrows: 10 s", "v: another link", "q: quit"]
        }
        return parts.joined(separator: "   ")
    }
}
