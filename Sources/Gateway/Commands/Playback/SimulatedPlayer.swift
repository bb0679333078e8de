internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// A player without output: it advances its position in time, and reports it.
struct SimulatedPlayer {
    let gateway: Gateway
    let playback: Playback
    /// The length in seconds; nil for a stream without an end.
    let duration: Double?
    /// How many seconds to watch; nil: to the end.
    let amount: Double?
    /// Seconds of the title in one real second.
    let speed: Double

    /// The outcome. The address is a secret and not part of it.
    struct Outcome: Codable, Sendable {
        var session: String
        var content: ContentID
        var title: String
        var variant: String
        /// The download that was played; absent when it came by its link.
        var download: String?
        var from: Double
        var to: Double
        var duration: Double?
        var reports: Int
        /// Whether the person ended it early; absent when not.
        var isInterrupted: Bool?
    }

    /// The highest speed: a day in eight seconds or so.
    static let fastest = 10_000.0
    /// The longest that can be watched, in seconds.
    static let longestSeconds = 1_000_000.0
    /// The default length of a title.
    static let standardSeconds = 3_600.0
    /// The shortest interval between reports, at any playback speed.
    private static let shortestPause = Duration.milliseconds(50)
    /// How long the service may be unreachable during playback.
    private static let patience = Duration.seconds(30)
    /// How long an interrupted command waits for the service's acknowledgement.
    private static let interruptedPatience = Duration.seconds(5)

    /// Plays, and ends the session: at its end, or when the person interrupts it.
    ///
    /// - Parameter interruptions: yields when the person interrupts it.
    /// - Throws: ``GatewayFailure`` when reports are rejected.
    func run(until interruptions: AsyncStream<Void>) async throws -> Outcome {
        let begun = gateway.runtime.now
        let played = try await withThrowingTaskGroup(of: Played?.self) { group in
            group.addTask { try await play(since: begun) }
            group.addTask {
                for await _ in interruptions { break }
                return nil
            }
            var played: Played?
            while played == nil, let next = try await group.next() {
                if next == nil { group.cancelAll() }
                played = next
            }
            group.cancelAll()
            return played ?? Played(outcome: start, sequence: 0)
        }
        var outcome = played.outcome
        let last = report(outcome.to, begun.duration(to: gateway.runtime.now), played.sequence + 1)
        _ = try await gateway.send(
            PlaybackState.EndSession(session: playback.session, last: last),
            timeout: outcome.isInterrupted == true ? Self.interruptedPatience : nil, see: "hearth activity")
        outcome.reports += 1
        return outcome
    }

    /// The outcome, and the number of the last report, whether it arrived or not.
    private struct Played {
        var outcome: Outcome
        var sequence: Int64
    }

    /// The report before playback starts.
    private var start: Outcome {
        let from = playback.resume ?? 0
        return Outcome(
            session: playback.session, content: playback.card.id, title: playback.card.longTitle,
            variant: playback.variant, download: playback.download, from: from, to: from, duration: duration, reports: 0
        )
    }

    /// Lets time pass and reports it, until the end or until the task is cancelled.
    private func play(since begun: MonotonicInstant) async throws -> Played {
        let (runtime, output) = (gateway.runtime, gateway.output)
        var outcome = start
        let from = outcome.from
        let end = min(amount.map { from + $0 } ?? .infinity, duration ?? .infinity)
        let pause = max(Self.shortestPause, .seconds(Double(playback.reportSeconds) / speed))
        var lastResponse = begun
        defer { output.endProgress() }
        var sequence: Int64 = 0
        while outcome.to < end, !Task.isCancelled {
            let left = Duration.seconds(min((end - outcome.to) / speed, Self.longestSeconds))
            // Cancelled: the position is still reported, with the session's end.
            try? await runtime.sleep(for: min(pause, left))
            let elapsed = begun.duration(to: runtime.now)
            outcome.to = min(from + Double(elapsed.wholeNanoseconds) / 1e9 * speed, end)
            guard !Task.isCancelled else { break }
            do {
                sequence += 1
                try await tell(report(outcome.to, elapsed, sequence))
                outcome.reports += 1
                lastResponse = runtime.now
            } catch  where Task.isCancelled {
                break
            } catch let failure as GatewayFailure where failure.status == .unavailable {
                // A lost report does no harm: the next one supersedes it.
                guard lastResponse.duration(to: runtime.now) < Self.patience else { throw failure }
            }
            output.progress(
                ProgressBar(playback.card.longTitle, done: Int64(outcome.to), total: Int64(duration ?? 0)) {
                    Self.clock(Double($0))
                }.line)
        }
        if outcome.to < end { outcome.isInterrupted = true }
        return Played(outcome: outcome, sequence: sequence)
    }

    /// - Parameter sequence: the report's number, from 1: with it a late report changes nothing.
    private func report(_ position: Double, _ elapsed: Duration, _ sequence: Int64) -> ProgressReport {
        ProgressReport(
            session: playback.session, elapsedMilliseconds: elapsed.wholeMilliseconds, position: position,
            duration: duration, sequence: sequence)
    }

    private func tell(_ report: ProgressReport) async throws {
        let result = try await gateway.send(PlaybackState.ReportProgress(reports: [report]))
        guard let refused = result.refused.first else { return }
        throw Self.gone(refused)
    }

    /// The failure of a rejected report.
    static func gone(_ refused: RefusedReport) -> GatewayFailure {
        if refused.problem == .slotLost {
            return GatewayFailure(
                refused.problem.rawValue, "The session was ended: another one plays with its stream of the account.",
                advice: "`hearth source slots` shows which sessions hold the streams.", status: .failure)
        }
        return GatewayFailure(
            refused.problem.rawValue, "The session is gone: it was removed from the history.",
            advice: "Play it again.", status: .failure)
    }

    /// Seconds as players show them, `1:02:03`.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(max(0, seconds))
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d", hours, minutes, rest) : String(format: "%d:%02d", minutes, rest)
    }
}
