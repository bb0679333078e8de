import ArgumentParser
import HearthModel
import PlaybackStateAPI
import RPC

/// The reads of a home screen and of a player, one after the other.
struct ReadCalls {
    let client: RPCClient<PlaybackState>
    let count: Int
    /// How many series there are.
    let series: Int

    /// Measures and prints the figures.
    func run() async throws {
        var figures = Figures()
        for _ in 0..<count {
            let list = try await figures.measure { try await client.send(PlaybackState.ContinueWatching()) }
            guard list.titles.count == Int(PlaybackState.ContinueWatching.standardLimit) else {
                throw ValidationError("Continue watching has \(list.titles.count) titles.")
            }
        }
        figures.show("continue watching (aim 10)")
        figures = Figures()
        for number in 0..<count {
            let content = ContentID(rawValue: "s\(number &* 7_919 % series)")
            let next = try await figures.measure { try await client.send(PlaybackState.GetNextUp(content: content)) }
            guard next.total == LibraryServiceClients.episodes else { throw ValidationError("It knows no episodes.") }
        }
        figures.show("what comes next in a series (aim 10)")
        figures = Figures()
        for _ in 0..<count {
            let head = try await figures.measure { try await client.send(PlaybackState.NextInQueue()) }
            guard head.total > 0 else { throw ValidationError("The queue is empty.") }
        }
        figures.show("what comes next in the queue (aim 10)")
        figures = Figures()
        for number in 0..<count / 4 {
            let content = ContentID(
                rawValue: "s\(number &* 7_919 % series)e\(1 + number % LibraryServiceClients.episodes)")
            _ = try await figures.measure {
                try await client.send(PlaybackState.CompleteTitle(content: content))
            }
        }
        figures.show("complete a title, and what comes next (durable)")
    }
}
