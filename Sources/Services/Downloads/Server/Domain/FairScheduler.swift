/// Chooses the next fetch: up to a limit at once, and no profile before one with fewer running.
enum FairScheduler {
    /// A requested file.
    struct Waiting: Hashable, Sendable {
        var file: Int64
        /// The profiles that request it now, each with its position in that profile's queue.
        var positions: [String: Int64]
    }

    /// The file to fetch next; nil when there is none.
    ///
    /// Each running file counts for all profiles that request it. The profile with the fewest goes first, with its
    /// first file in queue order; ties go to the file that was requested first.
    static func next(of waiting: [Waiting], running: [Waiting], limit: Int) -> Int64? {
        guard running.count < limit else { return nil }
        var load: [String: Int] = [:]
        for file in running { for profile in file.positions.keys { load[profile, default: 0] += 1 } }
        let busy = Set(running.map(\.file))
        return waiting.filter { !busy.contains($0.file) && !$0.positions.isEmpty }
            .min { rank(of: $0, load) < rank(of: $1, load) }?.file
    }

    private static func rank(of file: Waiting, _ load: [String: Int]) -> (Int, Int64, Int64) {
        let best = file.positions.map { (load[$0.key] ?? 0, $0.value) }.min { $0 < $1 } ?? (.max, .max)
        return (best.0, best.1, file.file)
    }
}
