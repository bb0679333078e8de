import HTTPFetch
import RPC
import Testing

/// Servers that dribble, in virtual time.
struct PaceTests {
    /// Answers all with pieces of the same length, each so long after the one before.
    private struct Dribbler: ScriptedNetwork {
        let (pause, bytes): (Duration, Int)

        func response(to request: FetchRequest, at time: MonotonicInstant) -> ScriptedResponse {
            var response = ScriptedResponse(.connected("93.184.216.34"))
            response.body = (0..<30).map { _ in
                ScriptedResponse.Piece(after: pause, [UInt8](repeating: 1, count: bytes))
            }
            return response
        }
    }

    /// Seconds between pieces, bytes of each, and whether that is too slow for 1,024 bytes a second over a minute.
    @Test(arguments: [(10, 100, true), (50, 51_000, true), (50, 52_000, false), (1, 2_000, false)])
    func `a server that sends less than the least for a stretch is ended`(
        pause: Int, bytes: Int, isTooSlow: Bool
    ) async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let fetcher = try HTTPFetcher(
                FetchConfiguration(), runtime: simulation, network: Dribbler(pause: .seconds(pause), bytes: bytes))
            let hasEnded = simulation.run {
                do {
                    var request = FetchRequest(try FetchURL("http://slow.example/"))
                    request.limits.time = .seconds(3_600)
                    request.limits.idleTimeout = .seconds(60)
                    request.limits.leastBytesPerSecond = 1_024
                    let count = try await fetcher.stream(request) { _, _, body in
                        var count = 0
                        for try await piece in body { count += piece.count }
                        return count
                    }
                    #expect(!isTooSlow && count == 30 * bytes)
                } catch {
                    #expect(isTooSlow)
                    #expect((error as? FetchError)?.kind == .tooSlow(bytesPerSecond: 1_024))
                    #expect("\(error)".contains("less than 1024 bytes a second"))
                }
            }
            #expect(hasEnded)
        }
    }
}
