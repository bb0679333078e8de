internal import ChaosHistory
internal import Cluster
internal import Foundation
internal import RPC
internal import RPCZeroMQ
internal import ServiceKit

/// One run of a plan: a new household on real processes, workload, faults, recovery, and a verdict.
///
/// The household is in a temporary directory, and its services are started without any setting of the caller, so that
/// no real household's data is reachable.
public struct ChaosRun: Sendable {
    /// The plan.
    public let plan: ChaosPlan
    /// The random seed.
    public let seed: UInt64
    /// The directory for history, report, picture and the services' log; nil keeps nothing.
    public let reportDirectory: String?
    /// The command that repeats the run, for the report.
    public let command: String
    private let environment: ChaosEnvironment

    /// The progress of a run.
    public struct Progress: Sendable, Hashable {
        /// The current phase.
        public var phase: Phase
        /// The elapsed time of the workload, in milliseconds.
        public var elapsedMilliseconds: Int64
        /// The duration of the workload, in milliseconds.
        public var totalMilliseconds: Int64
        /// Finished calls.
        public var calls: Int
        /// Finished faults.
        public var faults: Int
    }

    /// The phases of a run.
    public enum Phase: String, Sendable, Hashable {
        /// Services start, and the household is created.
        case starting
        /// Workload and faults run.
        case working
        /// Services recover.
        case healing
        /// Final reads.
        case reading
    }

    /// Prepares a run.
    public init(plan: ChaosPlan, seed: UInt64, environment: ChaosEnvironment, reportDirectory: String?, command: String)
    {
        (self.plan, self.seed, self.environment) = (plan, seed, environment)
        (self.reportDirectory, self.command) = (reportDirectory, command)
    }

    /// Runs it.
    ///
    /// - Parameter progress: called at intervals with the progress.
    /// - Throws: ``ChaosRunError`` when the household cannot be started; `CancellationError`.
    public func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> ChaosReport {
        let begun = environment.runtime.now
        if let reportDirectory {
            try FileManager.default.createDirectory(atPath: reportDirectory, withIntermediateDirectories: true)
        }
        let findings = await environment.doctor.examine()
        let journal = ServiceLogFile(path: reportDirectory.map { "\($0)/services.log" } ?? "/dev/null")
        defer { journal.close() }
        let node = try ZeroMQNode.start(name: "hearth-chaos-io")
        do {
            let outcome = try await withUpstream(node, findings, journal, progress)
            await node.shutDown()
            let report = report(outcome, milliseconds: begun.duration(to: environment.runtime.now).wholeMilliseconds)
            if let reportDirectory { try ReportFiles(directory: reportDirectory).write(report, outcome.history) }
            return report
        } catch {
            await node.shutDown()
            throw error
        }
    }

    // MARK: The cluster

    private func withUpstream(
        _ node: ZeroMQNode, _ findings: [ChaosDoctor.Finding], _ journal: ServiceLogFile,
        _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> RunOutcome {
        let server = UpstreamServer(runtime: environment.runtime)
        return try await withThrowingTaskGroup(of: RunOutcome?.self) { group in
            group.addTask {
                try await server.run()
                return nil
            }
            group.addTask {
                let outside: UpstreamAddress
                do { outside = UpstreamAddress(host: try await server.address()) } catch {
                    throw ChaosRunError.cannotStart("\(error)")
                }
                return try await withCluster(node, outside, findings, journal, progress)
            }
            defer { group.cancelAll() }
            while let part = try await group.next() { if let part { return part } }
            throw CancellationError()
        }
    }

    private func withCluster(
        _ node: ZeroMQNode, _ outside: UpstreamAddress, _ findings: [ChaosDoctor.Finding], _ journal: ServiceLogFile,
        _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> RunOutcome {
        let needsDisks = plan.faults.contains { $0.kind == .diskFull }
        let cluster: ChaosCluster
        do {
            cluster = try ChaosCluster(
                plan, environment: environment, node: node, outside: outside,
                ownDisks: needsDisks && findings.hasOwnDisks,
                journal: journal)
        } catch {
            throw ChaosRunError.cannotStart("\(error)")
        }
        defer { cluster.remove() }
        return try await withThrowingTaskGroup(of: RunOutcome?.self) { group in
            group.addTask {
                await cluster.run()
                return nil
            }
            group.addTask {
                defer { cluster.stop() }
                return try await ChaosSession(
                    plan: plan, seed: seed, runtime: environment.runtime, cluster: cluster, outside: outside,
                    impossible: findings.impossible, progress: progress
                ).run()
            }
            var outcome: RunOutcome?
            for try await part in group { if let part { outcome = part } }
            guard let outcome else { throw CancellationError() }
            return outcome
        }
    }

    // MARK: The report

    private func report(_ outcome: RunOutcome, milliseconds: Int64) -> ChaosReport {
        var report = ChaosReport(plan: plan.name, seed: seed, command: command, services: plan.services)
        report.workMilliseconds = outcome.workMilliseconds
        report.milliseconds = milliseconds
        report.calls = outcome.calls
        report.count(outcome.history)
        report.faults = outcome.faults
        report.missing = outcome.missing
        report.directory = reportDirectory
        let judge = RunVerifier(
            plan: plan, library: outcome.library, hidden: outcome.hidden, restores: outcome.restores,
            guests: outcome.guests)
        report.checks = judge.verdicts(outcome.history)
        if plan.checks.contains(.agreement) { report.checks.append(CheckResult(.agreement, [outcome.agreement])) }
        if plan.checks.contains(.recovery) {
            let verdict = RecoveryCheck(limitMilliseconds: plan.limits.recoveryMilliseconds).check(outcome.faults)
            // Without faults there is no recovery to check.
            if verdict.examined > 0 { report.checks.append(CheckResult(.recovery, [verdict])) }
        }
        return report
    }
}

/// Why a run failed to start.
public enum ChaosRunError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The household of the run could not be started: the reason, for people.
    case cannotStart(String)

    public var description: String {
        switch self {
        case .cannotStart(let reason): "the household of the run cannot be started: \(reason)"
        }
    }
}
