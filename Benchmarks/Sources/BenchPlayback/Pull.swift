import ArgumentParser
import HearthModel
import PlaybackStateAPI
import RPC

/// A device that was away pulls what has changed since.
struct Pull {
    let client: RPCClient<PlaybackState>
    /// How many changes wait.
    let count: Int

    /// Measures and prints the figures.
    func run() async throws {
        var token: SyncToken?
        // The whole history first: the token is where the device has gone away.
        for try await page in try await client.stream(PlaybackState.PullEverything(device: "tablet")) {
            token = page.token
        }
        for first in stride(from: 0, to: count, by: PlaybackState.MarkWatched.maximumCount) {
            let last = min(count, first + PlaybackState.MarkWatched.maximumCount)
            let contents = (first..<last).map { ContentID(rawValue: "m\(1_000_000 + $0)") }
            _ = try await client.send(PlaybackState.MarkWatched(contents: contents))
        }
        var (pages, pulled) = (Figures(), 0)
        let begun = SystemRuntime.shared.now
        while true {
            let request = PlaybackState.PullChanges(
                device: "tablet", token: token, limit: PlaybackState.PullChanges.maximumLimit)
            let page = try await pages.measure { try await client.send(request) }
            (token, pulled) = (page.token, pulled + page.changes.count)
            if page.remaining == 0 { break }
        }
        guard pulled >= count else { throw ValidationError("Only \(pulled) of \(count) changes came.") }
        let passed = Double(begun.duration(to: SystemRuntime.shared.now).wholeNanoseconds) / 1e6
        pages.show("a page of 1,000 changes")
        Figures.show("\(pulled) changes in all", p50: passed, p99: passed, highest: passed)
    }
}
