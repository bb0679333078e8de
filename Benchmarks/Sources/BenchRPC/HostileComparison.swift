import EchoControl
import Foundation

/// What well-behaved calls feel of one peer that keeps no rules.
///
/// Each kind is measured in turn with nobody beside the calls, with the rude peer, and with a control: a process that burns
/// as much processor time as the rude one did and has nothing to do with the server. A call that fails ends the comparison.
struct HostileComparison {
    let folder: String
    let rounds: Int
    let seconds: Double
    /// The calls' rate, as a share of the peak: at half of it two cores are full of the calls alone.
    let load: Double
    let only: [String]

    /// What a rude peer may use of one processor, in thousandths: what it makes others do comes on top.
    private static let share = 50
    /// How long a server may take to forget the peers of a rude process that has ended, in microseconds.
    private static let recovery: UInt32 = 200_000

    private static let anywhere = ["garbage", "half-handshakes", "idle-strangers"]
    private static let loggedIn = ["idle", "pings", "calls", "replays", "violations", "routing-ids"]

    /// What was measured of one kind in one round.
    private struct Sample {
        let alone, rude, control: EchoReport
        /// Of one processor: what the rude peer used, and what the server used more than alone.
        let rudeShare, serverShare: Double
    }

    /// Measures and prints.
    func run() throws {
        print(
            """
            Calls at \(load) of their peak, \(rounds) rounds of \(seconds) s each: alone, beside one rude peer, beside a process \
            that burns the rude peer's processor time. Medians.

            | | p50 us: alone, rude, control | p99 us: alone, rude, control | p99, rude to control | to alone \
            | rude peer's CPU | server's more CPU |
            | --- | --- | --- | --- | --- | --- | --- |
            """)
        for name in ["hearth-pool", "hearth-pool-tcp", "hearth-pool-curve"] where only.isEmpty || only.contains(name) {
            guard let contender = Contender.all.first(where: { $0.name == name }) else { continue }
            let kinds = Self.anywhere + (contender.flags.contains("--curve") ? [] : Self.loggedIn)
            var samples: [String: [Sample]] = [:]
            for round in 0..<rounds {
                let pair = try EchoPair(contender, folder: folder)
                let peak = try pair.peak(64, seconds: seconds)
                for index in kinds.indices {
                    let kind = kinds[(index + round) % kinds.count]
                    samples[kind, default: []].append(try measure(kind, contender, pair, rate: peak * load))
                }
                try pair.stop()
            }
            for kind in kinds { print(row("\(name), \(kind)", samples[kind] ?? [])) }
        }
    }

    private func measure(_ kind: String, _ contender: Contender, _ pair: EchoPair, rate: Double) throws -> Sample {
        let alone = try pair.pace(rate: rate, seconds: seconds)
        let (rude, used) = try beside(kind, share: Self.share, contender, pair, rate: rate)
        // A pause of the measurement itself: what the rude peer has left behind is not to burden the control.
        usleep(Self.recovery)
        let (control, _) = try beside("busy", share: max(1, Int(used * 1000)), contender, pair, rate: rate)
        func share(_ run: EchoPair.Run) -> Double {
            Double(run.serverCPUNanoseconds) / Double(run.report.nanoseconds)
        }
        return Sample(
            alone: alone.report, rude: rude.report, control: control.report, rudeShare: used,
            serverShare: share(rude) - share(alone))
    }

    /// Measures beside a rude peer, and what it used of one processor meanwhile.
    private func beside(
        _ kind: String, share: Int, _ contender: Contender, _ pair: EchoPair, rate: Double
    ) throws -> (EchoPair.Run, Double) {
        let peer = try EchoProcess(contender.path, ["rude", kind, pair.endpoint, "\(share)"])
        guard try peer.readLine().hasPrefix("ready") else { throw EchoFailure(reason: "\(kind): not ready") }
        let before = try peer.ask("usage", as: EchoUsage.self)
        let paced = try pair.pace(rate: rate, seconds: seconds)
        let after = try peer.ask("usage", as: EchoUsage.self)
        try peer.stop()
        let used = Double(after.cpuNanoseconds - before.cpuNanoseconds) / Double(paced.report.nanoseconds)
        return (paced, used)
    }

    private func row(_ name: String, _ samples: [Sample]) -> String {
        func median(_ value: (Sample) -> Double) -> Double { samples.map(value).median }
        func times(_ value: @escaping (EchoReport) -> UInt64) -> String {
            let parts: [(Sample) -> EchoReport] = [\.alone, \.rude, \.control]
            return parts.map { part in String(format: "%.0f", median { Double(value(part($0))) / 1000 }) }
                .joined(separator: ", ")
        }
        func late(_ report: EchoReport) -> Double { Double(report.p99Nanoseconds) }
        return String(
            format: "| %@ | %@ | %@ | %.2f | %.2f | %.1f %% | %.1f %% |", name, times(\.p50Nanoseconds),
            times(\.p99Nanoseconds), median { late($0.rude) / late($0.control) },
            median { late($0.rude) / late($0.alone) }, median(\.rudeShare) * 100, median(\.serverShare) * 100)
    }
}
