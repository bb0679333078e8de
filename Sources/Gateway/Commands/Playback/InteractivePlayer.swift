internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// A simulated player that keys control, from title to title.
struct InteractivePlayer {
    let gateway: Gateway
    /// Makes the screen of a title.
    let screen: @Sendable (Playback) -> PlayerScreen

    /// What happens to it.
    private enum Event: Sendable {
        case tick
        case key(PlayerKey)
        case interrupted

        var isKey: Bool { if case .key = self { true } else { false } }
    }

    /// How often the line is drawn, and time passes.
    private static let tick = Duration.milliseconds(250)
    /// How long the service may be unreachable during playback.
    private static let patience = Duration.seconds(30)

    /// Plays until a person ends it, or nothing comes next.
    ///
    /// - Throws: ``GatewayFailure`` when the service refuses something.
    func run(
        _ playback: Playback, keys: AsyncStream<PlayerKey>, until interruptions: AsyncStream<Void>
    ) async throws {
        let (events, sink) = AsyncStream<Event>.makeStream()
        let runtime = gateway.runtime
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await key in keys { sink.yield(.key(key)) } }
            group.addTask {
                for await _ in interruptions { break }
                sink.yield(.interrupted)
            }
            group.addTask {
                while !Task.isCancelled {
                    try? await runtime.sleep(for: Self.tick)
                    sink.yield(.tick)
                }
            }
            defer { group.cancelAll() }
            var current = Session(screen(playback), at: runtime.now)
            defer { gateway.output.endProgressLines() }
            for await event in events {
                let now = runtime.now
                current.screen.advance(to: now)
                guard let next = try await handle(event, &current, now) else { return }
                current = next
                gateway.output.progress(lines: [line(current.screen), current.screen.hintLine(at: now)])
            }
        }
    }

    /// A session of the player.
    private struct Session: Sendable {
        var screen: PlayerScreen
        let opened: MonotonicInstant
        let from: Double
        var sequence: Int64 = 0
        var reported: MonotonicInstant?
        /// Whether the end was reported.
        var hasReportedEnd = false
        var responded: MonotonicInstant

        init(_ screen: PlayerScreen, at now: MonotonicInstant) {
            (self.screen, opened, responded, from) = (screen, now, now, screen.position)
        }
    }

    /// - Returns: the session to go on with; nil when it is over.
    private func handle(_ event: Event, _ session: inout Session, _ now: MonotonicInstant) async throws -> Session? {
        switch event {
        case .interrupted, .key(.quit):
            try await end(session, now, hasInput: event.isKey)
            return nil
        case .key(.next):
            try await report(&session, now, hasInput: true)
            if let next = try await playNext(session, now, byItself: false) { return next }
        case .key(let key):
            try await press(key, &session)
            try await report(&session, now, hasInput: true)
        case .tick:
            let pause = Duration.seconds(Double(session.screen.playback.reportSeconds) / session.screen.speed)
            let isDue = session.reported.map { $0.duration(to: now) >= max(Self.tick, pause) } ?? true
            if isDue || session.screen.isAtEnd && !session.hasReportedEnd {
                try await report(&session, now, hasInput: false)
            }
        }
        if session.screen.isNextDue(at: now) {
            // Where it is decides whether the title is completed.
            try await report(&session, now, hasInput: false)
            return try await playNext(session, now, byItself: true)
        }
        guard session.screen.isAtEnd, session.screen.playsNextAt == nil else { return session }
        // Asked whether they still watch, they say so with a key.
        if session.screen.hints?.stillWatching != nil { return session }
        try await end(session, now, hasInput: false)
        return nil
    }

    private func press(_ key: PlayerKey, _ session: inout Session) async throws {
        switch key {
        case .pause: session.screen.togglePause()
        case .back: session.screen.jump(by: -PlayerScreen.jump)
        case .forward: session.screen.jump(by: PlayerScreen.jump)
        case .skip: _ = session.screen.skip()
        case .cancel:
            _ = try await gateway.send(
                PlaybackState.CancelNextUp(session: session.screen.playback.session), see: "hearth activity")
            session.screen.cancelNextUp()
        case .variant:
            guard let variant = session.screen.variants.first else { return }
            session.screen.take(
                try await gateway.send(
                    PlaybackState.SwitchVariant(session: session.screen.playback.session, variant: variant),
                    see: "hearth activity"))
        case .next, .quit: break
        }
    }

    private func report(_ session: inout Session, _ now: MonotonicInstant, hasInput: Bool) async throws {
        session.sequence += 1
        (session.reported, session.hasReportedEnd) = (now, session.screen.isAtEnd)
        let report = self.report(session, now, hasInput)
        do {
            let taken = try await gateway.send(PlaybackState.ReportProgress(reports: [report]))
            session.responded = now
            if let refused = taken.refused.first { throw SimulatedPlayer.gone(refused) }
            session.screen.take(taken.hints?.first { $0.session == report.session }, at: now)
        } catch let failure as GatewayFailure where failure.status == .unavailable {
            // A lost report does no harm: the next one supersedes it.
            guard session.responded.duration(to: now) < Self.patience else { throw failure }
        }
    }

    private func report(_ session: Session, _ now: MonotonicInstant, _ hasInput: Bool) -> ProgressReport {
        let screen = session.screen
        return ProgressReport(
            session: screen.playback.session, elapsedMilliseconds: session.opened.duration(to: now).wholeMilliseconds,
            position: screen.position, duration: screen.duration, state: screen.isPaused ? .paused : .playing,
            sequence: session.sequence, hasInput: hasInput ? true : nil)
    }

    /// - Returns: the next title's session; nil when nothing comes next.
    private func playNext(_ session: Session, _ now: MonotonicInstant, byItself: Bool) async throws -> Session? {
        do {
            let playback = try await gateway.send(
                PlaybackState.PlayNext(session: session.screen.playback.session, playsByItself: byItself ? true : nil),
                see: "hearth activity")
            tell(session)
            return Session(screen(playback), at: now)
        } catch let failure as GatewayFailure where failure.isNothingNext {
            guard byItself else { return nil }
            try await end(session, now, hasInput: false)
            return nil
        }
    }

    private func end(_ session: Session, _ now: MonotonicInstant, hasInput: Bool) async throws {
        var session = session
        session.sequence += 1
        let last = report(session, now, hasInput)
        _ = try await gateway.send(
            PlaybackState.EndSession(session: session.screen.playback.session, last: last), see: "hearth activity")
        tell(session)
    }

    private func tell(_ session: Session) {
        let (screen, output) = (session.screen, gateway.output)
        output.endProgressLines()
        let end = screen.duration.map { " of \(SimulatedPlayer.clock($0))" } ?? ""
        let verb = screen.isAtEnd ? "Watched" : "Stopped"
        output.line(
            "\(verb) \(Table.printable(screen.playback.card.longTitle)) from \(SimulatedPlayer.clock(session.from)) "
                + "to \(SimulatedPlayer.clock(screen.position))\(end).")
    }

    private func line(_ screen: PlayerScreen) -> String {
        let bar = ProgressBar(
            screen.playback.card.longTitle, done: Int64(screen.position), total: Int64(screen.duration ?? 0)
        ) { SimulatedPlayer.clock(Double($0)) }
        return bar.line + (screen.isPaused ? "  paused" : "")
    }
}

extension GatewayFailure {
    /// Whether nothing plays after a session's title.
    var isNothingNext: Bool { code == PlaybackProblem.Code.nothingNext.rawValue }
}
