import EchoControl
import Foundation

/// The effect of one misbehaving peer on well-behaved calls.
///
/// Each kind is measured in turn without another peer, with the rude peer, and with a control: the same rude peer with
/// another server of the same kind, which shows the effect of two more processes on the same processors. A failed call
/// ends the comparison.
struct HostileComparison {
    let folder: String
    let rounds: Int
    let seconds: Double
    /// The calls' rate, as a share of the peak: at half of it the calls alone saturate two cores.
    let load: Double
    let only: [String]

    /// The rude peer's CPU limit in thousandths of one processor, without the load that it causes in others.
    private static let share = 50
    /// The lowest limit of calls a second of a connection, as in the suite's services.
    private static let callsPerSecond = 10_000.0
    /// The margin of that limit over the rate of the paced calls, if these are as many.
    private static let spare = 1.25
    /// How long a server may take to remove the peers of an ended rude process, in microseconds.
    private static let recovery: UInt32 = 200_000

    private static let anywhere = ["garbage", "half-handshakes", "idle-strangers"]
    private static let loggedIn = ["idle", "pings", "calls", "replays", "violations", "routing-ids"]

    /// The measurements of one kind in one round.
    private struct Sample {
        let alone, rude, control: EchoReport
        /// Of one processor: the rude peer's use, and the server's additional use.
        let rudeShare, serverShare: Double

        /// The p99 beside the rude peer, relative to the control's.
        var timesControl: Double { Double(rude.p99Nanoseconds) / Double(control.p99Nanoseconds) }
        var timesAlone: Double { Double(rude.p99Nanoseconds) / Double(alone.p99Nanoseconds) }
    }

    /// Measures and prints the figures.
    func run() throws {
        let otherFolder = folder + "/other"
        try FileManager.default.createDirectory(
            atPath: otherFolder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        print(
            """
            Calls at \(load) of their peak, \(rounds) rounds of \(seconds) s each: alone, beside one rude peer, beside the same \
            rude peer of another server. Medians.

            | | p50 us: alone, rude, control | p99 us: alone, rude, control | p99, rude to control | to alone \
            | rude peer's CPU | server's more CPU |
            | --- | --- | --- | --- | --- | --- | --- |
            """)
        for name in ["hearth-pool", "hearth-pool-tcp", "hearth-pool-curve"] where only.isEmpty || only.contains(name) {
            guard let contender = Contender.all.first(where: { $0.name == name }) else { continue }
            let kinds = Self.anywhere + (contender.flags.contains("--curve") ? [] : Self.loggedIn)
            var samples: [String: [Sample]] = [:]
            for round in 0..<rounds {
                let free = try EchoPair(contender, folder: folder)
                let rate = try free.peak(64, seconds: seconds) * load
                try free.stop()
                var limited = contender
                limited.flags.append("--calls-per-second=\(Int(max(Self.callsPerSecond, rate * Self.spare)))")
                let pair = try EchoPair(limited, folder: folder)
                let other = try EchoPair(limited, folder: otherFolder)
                for index in kinds.indices {
                    let kind = kinds[(index + round) % kinds.count]
                    samples[kind, default: []].append(try measure(kind, pair, other: other, rate: rate))
                }
                try pair.stop()
                try other.stop()
            }
            for kind in kinds { print(row("\(name), \(kind)", samples[kind] ?? [])) }
        }
    }

    private func measure(_ kind: String, _ pair: EchoPair, other: EchoPair, rate: Double) throws -> Sample {
        let alone = try pair.pace(rate: rate, seconds: seconds)
        let (rude, used) = try beside(kind, of: pair, pair, rate: rate)
        // A pause of the measurement: leftovers of the rude peer must not affect the control.
        usleep(Self.recovery)
        let (control, _) = try beside(kind, of: other, pair, rate: rate)
        usleep(Self.recovery)
        func share(_ run: EchoPair.Run) -> Double {
            Double(run.serverCPUNanoseconds) / Double(run.report.nanoseconds)
        }
        return Sample(
            alone: alone.report, rude: rude.report, control: control.report, rudeShare: used,
            serverShare: share(rude) - share(alone))
    }

    /// Measures a pair's calls beside a rude peer of a server, and the rude peer's CPU use meanwhile.
    private func beside(
        _ kind: String, of server: EchoPair, _ pair: EchoPair, rate: Double
    ) throws -> (EchoPair.Run, Double) {
        let peer = try EchoProcess(pair.program, ["rude", kind, server.endpoint, "\(Self.share)"])
        guard try peer.readLine().hasPrefix("ready") else { throw EchoFailure(reason: "\(kind): not ready") }
        let before = try peer.request("usage", as: EchoUsage.self)
        let paced = try pair.pace(rate: rate, seconds: seconds)
        let after = try peer.request("usage", as: EchoUsage.self)
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
        return String(
            format: "| %@ | %@ | %@ | %.2f | %.2f | %.1f %% | %.1f %% |", name, times(\.p50Nanoseconds),
            times(\.p99Nanoseconds), median(\.timesControl), median(\.timesAlone), median(\.rudeShare) * 100,
            median(\.serverShare) * 100)
    }
}
