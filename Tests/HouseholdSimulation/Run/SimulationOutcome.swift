package import ChaosHistory

/// What one run came to; two runs of a plan must agree in all of it.
package struct SimulationOutcome: Equatable, Sendable {
    /// A hash over all that happened, and when.
    package var trace: UInt64 = 0
    /// How many jobs have run.
    package var jobs = 0
    /// Where the monotonic clock was in the end, in nanoseconds.
    package var virtualTime: UInt64 = 0
    /// How many seconds the wall clock has gone on, nights and other jumps included.
    package var wallSeconds: Double = 0
    /// How many jobs came from another thread: 0, or runs do not repeat.
    package var foreignJobs = 0
    /// Whether it came to its end.
    package var ended = false
    /// How many operations were left out, as what they refer to is not there.
    package var skipped = 0
    /// How many services died.
    package var deaths = 0
    /// How many events were told by logs.
    package var events = 0
    /// What broke really, by kind: faults, and frames that met them.
    package var faults: [String: Int] = [:]
    /// All that was asked, with what came of it.
    package var history = History()
    /// What every checker says.
    package var verdicts: [Verdict] = []
    /// What is not as it should be.
    package var violations: [Violation] = []

    /// The outcome of a run in which nothing has happened yet.
    package init() {}

    /// Calls by what came of them.
    package var calls: (ok: Int, refused: Int, unknown: Int) {
        var calls = (ok: 0, refused: 0, unknown: 0)
        for operation in history.operations {
            if operation.outcome.observation != nil {
                calls.ok += 1
            } else if operation.effect == .unknown {
                calls.unknown += 1
            } else {
                calls.refused += 1
            }
        }
        return calls
    }

    /// What another run of the same plan must come to, in any process, in one line.
    package var fingerprint: String { "trace \(trace), \(jobs) jobs, \(virtualTime) ns" }

    /// What tells it from another run of the same plan; nil when both are the same.
    package func difference(from other: SimulationOutcome) -> String? {
        if self == other { return nil }
        if trace != other.trace { return "the traces are \(trace) and \(other.trace)" }
        if jobs != other.jobs { return "\(jobs) jobs and \(other.jobs)" }
        if virtualTime != other.virtualTime { return "\(virtualTime) ns and \(other.virtualTime) ns" }
        for (mine, theirs) in zip(history.operations, other.history.operations) where mine != theirs {
            return "\(mine) and \(theirs)"
        }
        for (mine, theirs) in zip(verdicts, other.verdicts) where mine != theirs { return "\(mine) and \(theirs)" }
        return "violations, faults or counts differ"
    }

    /// How many faults happened, frames left out.
    package var faultCount: Int { faults.filter { !Self.frameFaults.contains($0.key) }.map(\.value).reduce(0, +) }

    /// What is counted of frames.
    package static let frameFaults: Set = [
        "frames lost", "frames doubled", "frames delayed", "frames reordered", "frames cut off",
    ]
}
