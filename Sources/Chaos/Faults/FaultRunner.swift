internal import ChaosHistory
internal import Cluster
internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Injects a schedule's faults into a cluster, and measures how long each service takes to serve again.
final class FaultRunner: Sendable {
    let cluster: ChaosCluster
    let recorder: HistoryRecorder
    let plan: ChaosPlan
    let begun: MonotonicInstant
    /// Why kinds of faults are impossible on this machine.
    private let impossible: [FaultKind: String]

    private struct State {
        var records: [FaultRecord] = []
        /// When each service was last hit, for recovery times of overlapping faults.
        var lastHit: [String: MonotonicInstant] = [:]
        /// Stopped processes.
        var stopped: Set<Int32> = []
        /// Processes that are stopped and continued many times a second.
        var starved: Set<Int32> = []
        /// Restored shards, and the time of each copy, to judge which writes may be missing.
        var restores: [RestoredShard] = []
        /// Services whose shard is displaced now.
        var displaced: Set<String> = []
        /// Whether the services' clock is shifted now.
        var isClockShifted = false
        /// Files created in the place of displaced shards.
        var made: [Violation] = []
    }

    private let state = Mutex(State())

    init(
        cluster: ChaosCluster, recorder: HistoryRecorder, plan: ChaosPlan, impossible: [FaultKind: String],
        begun: MonotonicInstant
    ) {
        (self.cluster, self.recorder, self.plan) = (cluster, recorder, plan)
        (self.impossible, self.begun) = (impossible, begun)
    }

    var runtime: any Runtime { cluster.runtime }
    /// The finished faults, in the order of the schedule.
    var records: [FaultRecord] {
        state.withLock { $0.records.sorted { $0.fault.number < $1.fault.number } }
    }
    var restores: [RestoredShard] { state.withLock { $0.restores } }
    /// Files that services created in the place of displaced shards.
    var made: [Violation] { state.withLock { $0.made } }

    // MARK: What kinds of faults record

    /// Records that a process is stopped, to be continued when the run ends early.
    func noteStopped(_ process: Int32) { state.withLock { _ = $0.stopped.insert(process) } }

    /// Records that a stopped process was continued, or has ended.
    func noteContinued(_ process: Int32) { state.withLock { _ = $0.stopped.remove(process) } }

    /// Records that a process is stopped and continued many times a second, until it is not any more.
    func noteStarved(_ process: Int32, _ isStarved: Bool) {
        state.withLock { state in
            if isStarved { state.starved.insert(process) } else { state.starved.remove(process) }
        }
    }

    /// Whether another fault keeps a process stopped.
    func isStopped(_ process: Int32) -> Bool { state.withLock { $0.stopped.contains(process) } }

    /// Records that a shard was restored.
    func note(_ restored: RestoredShard) { state.withLock { $0.restores.append(restored) } }

    /// Records that a service created files in the place of its shard.
    func noteMade(_ violation: Violation) { state.withLock { $0.made.append(violation) } }

    /// Records that a service's shard is displaced from now on; false when it is already.
    func beginDisplacement(of service: String) -> Bool { state.withLock { $0.displaced.insert(service).inserted } }

    /// Records that a service's shard is back.
    func endDisplacement(of service: String) { state.withLock { _ = $0.displaced.remove(service) } }

    /// Records that the services' clock is shifted from now on; false when it is already.
    func beginShift() -> Bool {
        state.withLock { state in
            defer { state.isClockShifted = true }
            return !state.isClockShifted
        }
    }

    /// Records that the services' clock is right again.
    func endShift() { state.withLock { $0.isClockShifted = false } }

    // MARK: Running

    /// Milliseconds since the start.
    var elapsed: Int64 { begun.duration(to: runtime.now).wholeMilliseconds }

    func instant(_ milliseconds: Int64) -> MonotonicInstant { begun.advanced(by: .milliseconds(milliseconds)) }

    /// Runs the whole schedule; faults with a duration are over when it returns.
    func run(_ schedule: [PlannedFault]) async {
        await withDiscardingTaskGroup { group in
            for fault in schedule {
                group.addTask { await self.run(fault) }
            }
        }
    }

    private func run(_ fault: PlannedFault) async {
        if let reason = impossible[fault.kind] {
            return note(FaultRecord(fault, fate: .skipped, at: fault.atMilliseconds, note: reason))
        }
        do {
            var record = FaultRecord(fault)
            let copies = try await takeCopies(for: fault)
            try await runtime.sleep(until: instant(fault.atMilliseconds))
            record.beganMilliseconds = elapsed
            let shown = fault.targets.map { recorder.beginFault(fault.kind.rawValue, target: $0, detail: fault.detail) }
            defer { for fault in shown { recorder.endFault(fault) } }
            let before = processes(of: fault.targets)
            do {
                record.note = try await perform(fault, copies)
            } catch let missed as FaultSkipped {
                (record.fate, record.note) = (.missed, missed.description)
            } catch let error where !(error is CancellationError) {
                (record.fate, record.note) = (.missed, "\(error)")
            }
            for fault in shown { recorder.endFault(fault) }
            record.endedMilliseconds = elapsed
            if record.fate == .done { await awaitRecovery(of: fault, from: before, &record) }
            note(record)
        } catch {
            // The run was cancelled: the fault is not recorded.
        }
    }

    private func note(_ record: FaultRecord) { state.withLock { $0.records.append(record) } }

    private func processes(of services: [String]) -> [String: Int32] {
        var found: [String: Int32] = [:]
        for service in services { found[service] = cluster.process(of: service) }
        return found
    }

    // MARK: Recovery

    /// Waits until the services of a fault serve again, as new processes where the old ones had to end.
    private func awaitRecovery(
        of fault: PlannedFault, from before: [String: Int32], _ record: inout FaultRecord
    ) async {
        let ended = runtime.now
        for service in fault.targets { hit(service, at: ended) }
        let patience = plan.heal
        let isAnother = fault.kind.endsProcesses
        let times = await withTaskGroup(of: (String, Int64?).self) { group in
            for service in fault.targets {
                group.addTask {
                    let old = isAnother ? before[service] : nil
                    return (service, await self.recovery(of: service, insteadOf: old, since: ended, patience: patience))
                }
            }
            var times: [String: Int64?] = [:]
            for await (service, time) in group { times[service] = time }
            return times
        }
        for service in fault.targets {
            if let time = times[service] ?? nil {
                record.recoveryMilliseconds[service] = time
            } else {
                record.unrecovered.append(service)
            }
        }
    }

    /// Records that a service was hit.
    func hit(_ service: String, at instant: MonotonicInstant) {
        state.withLock { $0.lastHit[service] = max($0.lastHit[service] ?? instant, instant) }
    }

    private func recovery(
        of service: String, insteadOf old: Int32?, since ended: MonotonicInstant, patience: Duration
    ) async -> Int64? {
        while !Task.isCancelled {
            if await cluster.serves(service, insteadOf: old) {
                let hit = state.withLock { $0.lastHit[service] ?? ended }
                return max(0, max(hit, ended).duration(to: runtime.now).wholeMilliseconds)
            }
            let hit = state.withLock { $0.lastHit[service] ?? ended }
            if max(hit, ended).duration(to: runtime.now) > patience { return nil }
            do { try await runtime.sleep(for: ChaosCluster.pollInterval) } catch { return nil }
        }
        return nil
    }

    // MARK: Healing

    /// Reverts all faults that outlast the schedule, also when the run is cancelled.
    func heal() {
        for process in state.withLock({ $0.stopped.union($0.starved) }) { ProcessControl.send(SIGCONT, to: process) }
        cluster.links.heal()
        for service in cluster.services {
            try? FileManager.default.removeItem(atPath: cluster.directory.filler(of: service))
            ShiftedClock.remove(of: service, in: cluster.directory.crashes)
            for point in FailPoint.allCases {
                let file = FailPoints.file(of: point, service: service, in: cluster.directory.crashes)
                try? FileManager.default.removeItem(atPath: file)
            }
        }
    }

    /// Waits until every service serves.
    ///
    /// - Returns: the services that do not serve within the plan's time limit.
    func waitUntilAllServing() async -> [String] {
        let end = runtime.now.advanced(by: plan.heal)
        var missing = cluster.services
        while !missing.isEmpty, runtime.now < end, !Task.isCancelled {
            var rest: [String] = []
            for service in missing where !(await cluster.serves(service, insteadOf: nil)) { rest.append(service) }
            missing = rest
            if !missing.isEmpty { do { try await runtime.sleep(for: ChaosCluster.pollInterval) } catch { break } }
        }
        return missing
    }
}

/// Why a fault was not injected at its time.
struct FaultSkipped: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A shard restored from a copy: writes acknowledged between the two times may be missing.
struct RestoredShard: Sendable, Hashable {
    let service: String
    /// When the copy began, in nanoseconds of the recorder's clock.
    let copied: Int64
    /// When the service ran on it, in nanoseconds of the recorder's clock.
    let restored: Int64
}

extension FaultKind {
    /// Whether the service is another process afterwards.
    var endsProcesses: Bool {
        switch self {
        case .kill, .restart, .storm, .crash, .slowStart, .restore, .mislay, .lose, .rollback, .bitFlip: true
        case .stop, .diskFull, .memory, .delay, .throttle, .cut, .partition, .starve, .syncError, .clock: false
        }
    }
}
