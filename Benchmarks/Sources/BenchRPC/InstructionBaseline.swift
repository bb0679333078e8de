import EchoControl
import Foundation

/// The instructions of an earlier time, which later ones are held to.
struct InstructionBaseline {
    let counts: [InstructionCount]

    /// Growth that is no news: threads meet differently in each run.
    static let allowance = 1.1

    /// Reads what `--json` wrote.
    init(contentsOf path: String) throws {
        counts = try JSONDecoder().decode([InstructionCount].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// - Throws: `EchoFailure` that names what has grown, or what there is nothing to compare with.
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
