import ArgumentParser
import BenchKit
import Foundation
import HearthModel
import PlaybackStateAPI
import RPC

/// A profile with years of history, handed in as a device does that was offline: films and episodes, some of them to the
/// end, and a queue.
struct YearsOfHistory {
    let sessions: Int
    let films: Int
    let series: Int

    private static let length = 1_800.0
    private static let queued = 40

    /// Pushes the sessions, a minute of the household's time apart.
    func push(_ client: RPCClient<PlaybackState>) async throws {
        let status = try await client.send(
            PlaybackState.PushChanges(device: "archive", operations: [operation(0, clock: 0)]))
        let clock = status.clock - Int64(sessions + 10) * 60_000
        for first in stride(from: 1, to: sessions, by: PlaybackState.PushChanges.maximumCount) {
            let last = min(sessions, first + PlaybackState.PushChanges.maximumCount)
            let operations = (first..<last).map { operation($0, clock: clock) }
            let pushed = try await client.send(PlaybackState.PushChanges(device: "archive", operations: operations))
            if let refused = pushed.results.first(where: { $0.outcome != .applied }) {
                throw ValidationError("An operation was refused: \(refused)")
            }
        }
        for number in 0..<Self.queued {
            let content = number.isMultiple(of: 2) ? "s\(number)" : "m\(films - 1 - number)"
            _ = try await client.send(PlaybackState.AddToQueue(content: ContentID(rawValue: content)))
        }
    }

    /// Every second session is of a film; every third stops in the middle.
    private func operation(_ number: Int, clock: Int64) -> PlaybackOperation {
        // Numbers are spread by a multiplier without a common factor, so that titles come again after a long time.
        let spread = number &* 7_919
        let content =
            number.isMultiple(of: 2)
            ? "m\(spread % films)" : "s\(spread % series)e\(1 + spread / series % LibraryServiceClients.episodes)"
        let reach = number.isMultiple(of: 3) ? 0.4 : 0.97
        var operation = PlaybackOperation(
            id: "o\(number)", number: Int64(number + 1), clock: clock, elapsedMilliseconds: Int64(number) * 60_000)
        let report = ProgressReport(
            session: "", elapsedMilliseconds: 50_000, position: Self.length * reach, duration: Self.length)
        operation.play = OfflinePlay(
            session: "p\(number)", content: ContentID(rawValue: content), variant: "v", reports: [report],
            hasEnded: true)
        return operation
    }
}
