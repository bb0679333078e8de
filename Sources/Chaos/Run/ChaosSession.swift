internal import ChaosHistory
internal import Cluster
internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The outcome of a run before it is judged.
struct RunOutcome: Sendable {
    var history: History
    var calls: [CallCount]
    var faults: [FaultRecord]
    var restores: [RestoredShard]
    var agreement: Verdict
    var missing: [String]
    var library: Set<String>
    var hidden: Set<String>
    var guests: [RunVerifier.Guest]
    var workMilliseconds: Int64
}

/// The phases of a run on a cluster that is being started.
struct ChaosSession: Sendable {
    let plan: ChaosPlan
    let seed: UInt64
    let runtime: any Runtime
    let cluster: ChaosCluster
    let outside: UpstreamAddress
    let impossible: [FaultKind: String]
    let progress: @Sendable (ChaosRun.Progress) -> Void

    /// The interval between two progress reports.
    private static let progressPause = Duration.milliseconds(250)

    func run() async throws -> RunOutcome {
        tell(.starting, calls: 0, faults: 0, elapsed: 0)
        let states = await cluster.settled()
        try Task.checkCancellation()
        if let state = states.first(where: { $0.phase != "serving" }) {
            throw ChaosRunError.cannotStart("\(state.service) is \(state.phase): \(state.problem ?? "no reason known")")
        }
        let recorder = HistoryRecorder { [runtime] in Int64(clamping: runtime.now.nanoseconds) }
        let caller = Caller(
            recorder: recorder, clients: cluster.clients, runtime: runtime,
            timeout: .milliseconds(plan.limits.callMilliseconds))
        let household: ChaosHousehold
        do {
            household = try ChaosHousehold(
                plan, caller: caller, directory: cluster.directory, outside: outside)
            try await household.moveIn()
        } catch let error where !(error is CancellationError) {
            throw ChaosRunError.cannotStart("\(error)")
        }
        let begun = runtime.now
        let faults = FaultRunner(
            cluster: cluster, recorder: recorder, plan: plan, impossible: impossible, begun: begun)
        defer { faults.heal() }
        let worked = try await work(household, faults)
        return try await finish(household, faults, workMilliseconds: worked)
    }

    private func tell(_ phase: ChaosRun.Phase, calls: Int, faults: Int, elapsed: Int64) {
        progress(
            ChaosRun.Progress(
                phase: phase, elapsedMilliseconds: min(elapsed, plan.durationMilliseconds),
                totalMilliseconds: plan.durationMilliseconds, calls: calls, faults: faults))
    }

    // MARK: Workload and faults

    private enum Part: Sendable {
        case work
        case faults
        case attendant
    }

    /// Runs workload and faults until both are over.
    ///
    /// - Returns: the duration, in milliseconds.
    private func work(_ household: ChaosHousehold, _ faults: FaultRunner) async throws -> Int64 {
        let end = faults.begun.advanced(by: plan.duration)
        let workload = Workload(household: household, seed: seed, end: end)
        let schedule = FaultSchedule.make(plan, seed: seed)
        await withTaskGroup(of: Part.self) { group in
            group.addTask {
                await workload.run()
                return .work
            }
            group.addTask {
                await faults.run(schedule)
                return .faults
            }
            group.addTask {
                await household.renewTokens()
                return .attendant
            }
            group.addTask {
                await reportProgress(household, faults)
                return .attendant
            }
            var open = 2
            for await part in group where part != .attendant {
                open -= 1
                if open == 0 { group.cancelAll() }
            }
        }
        try Task.checkCancellation()
        return faults.elapsed
    }

    private func reportProgress(_ household: ChaosHousehold, _ faults: FaultRunner) async {
        while !Task.isCancelled {
            tell(
                .working, calls: household.caller.endedCalls, faults: faults.records.count, elapsed: faults.elapsed)
            do { try await runtime.sleep(for: Self.progressPause) } catch { return }
        }
    }

    // MARK: Final reads

    private func finish(
        _ household: ChaosHousehold, _ faults: FaultRunner, workMilliseconds: Int64
    ) async throws -> RunOutcome {
        let caller = household.caller
        let recorder = caller.recorder
        tell(.healing, calls: caller.endedCalls, faults: faults.records.count, elapsed: plan.durationMilliseconds)
        faults.heal()
        let missing = await faults.waitUntilAllServing()
        try await runtime.sleep(for: plan.quiet)
        let judge = RunVerifier(
            plan: plan, library: [], hidden: [], restores: faults.restores, guests: household.madeGuests)
        var agreement = await ConsistencyCheck(household: household, judge: judge).settle(within: plan.heal)
        agreement.violations += faults.made
        try Task.checkCancellation()
        tell(.reading, calls: caller.endedCalls, faults: faults.records.count, elapsed: plan.durationMilliseconds)
        recorder.beginFinalPhase()
        await FinalReads(household: household, sessions: FinalReads.sessions(in: recorder.history)).run()
        try Task.checkCancellation()
        return RunOutcome(
            history: recorder.history, calls: caller.callCounts, faults: faults.records, restores: faults.restores,
            agreement: agreement, missing: missing, library: Set(household.library.map(\.rawValue)),
            hidden: Set((household.hidden + UpstreamTitle.forAdults).map(\.rawValue)), guests: household.madeGuests,
            workMilliseconds: workMilliseconds)
    }
}
