import EchoControl
import Foundation

/// Instruction counts of an earlier run, as the upper bound of later ones.
struct InstructionBaseline {
    let counts: [InstructionCount]

    /// The tolerated growth: threads interleave differently in each run.
    static let allowance = 1.1

    /// Reads the output of `--json`.
    init(contentsOf path: String) throws {
        counts = try JSONDecoder().decode([InstructionCount].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// - Throws: `EchoFailure` that names the growth, or the missing baseline.
    func check(_ now: [InstructionCount]) throws {
        let complaints = now.flatMap { count -> [String] in
            let name = "\(count.contender), \(count.inFlight) in flight"
            let earlier = counts.first { $0.contender == count.contender && $0.inFlight == count.inFlight }
            guard let earlier else { return ["\(name): not in the baseline"] }
            let figures = [
                ("instructions of the client", earlier.client, count.client),
                ("instructions of the server", earlier.server, count.server),
                ("allocations of the client", earlier.clientAllocations, count.clientAllocations),
                ("allocations of the server", earlier.serverAllocations, count.serverAllocations),
            ]
            return figures.filter { $0.2 > $0.1 * Self.allowance }.map { what, before, after in
                String(format: "\(name): \(what) a call grew from %.1f to %.1f", before, after)
            }
        }
        guard complaints.isEmpty else { throw EchoFailure(reason: complaints.joined(separator: "\n")) }
    }
}
