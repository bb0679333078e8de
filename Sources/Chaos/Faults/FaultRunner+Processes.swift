internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit

// Faults of processes: signals, resource limits, failpoints.
extension FaultRunner {
    /// Injects a fault, and returns when it is over.
    ///
    /// - Returns: how it was injected, where that is worth reporting.
    /// - Throws: ``FaultSkipped``, and errors of the kernel.
    func perform(_ fault: PlannedFault, _ copies: [String: SavedShard]) async throws -> String? {
        let span = Duration.milliseconds(fault.spanMilliseconds ?? 0)
        let target = fault.targets.first ?? ""
        switch fault.kind {
        case .kill: try signal(SIGKILL, target)
        case .restart: try signal(SIGTERM, target)
        case .stop: try await stop(target, for: span)
        case .storm: return try await storm(fault)
        case .crash: try await crash(target, at: fault.point ?? "")
        case .slowStart:
            cluster.launcher.delayNext(of: target, by: span)
            try signal(SIGKILL, target)
            // The delay is the fault; the start after it is the recovery.
            try await runtime.sleep(for: span)
        case .diskFull: return try await fillDisk(of: target, for: span)
        case .memory: try await limitMemory(of: target, roomMiB: fault.roomMiB ?? 0, for: span)
        case .restore: try await restore(fault, copies)
        case .mislay: return try await mislay(fault, for: span)
        case .rollback: try await rollBack(fault, copies)
        case .lose: try await lose(target)
        case .starve: try await starve(target, percent: fault.percent ?? 100, for: span)
        case .delay, .throttle, .partition: return try await disturb(target, by: fault.link ?? LinkFault(), for: span)
        case .cut: return try cut(target)
        case .bitFlip: return try await flipBits(fault, for: span)
        case .syncError: return try await failSyncs(of: target, for: span)
        case .clock: try await shiftClock(of: fault.targets, milliseconds: fault.shiftMilliseconds ?? 0, for: span)
        }
        return nil
    }

    func process(of service: String) throws(FaultSkipped) -> Int32 {
        guard let process = cluster.process(of: service) else {
            throw FaultSkipped("no process of \(service) was running")
        }
        return process
    }

    private func signal(_ number: Int32, _ service: String) throws(FaultSkipped) {
        hit(service, at: runtime.now)
        guard ProcessControl.send(number, to: try process(of: service)) else {
            throw FaultSkipped("the process of \(service) had just ended")
        }
    }

    private func stop(_ service: String, for span: Duration) async throws {
        let process = try process(of: service)
        guard ProcessControl.send(SIGSTOP, to: process) else { throw FaultSkipped("the process had just ended") }
        noteStopped(process)
        defer {
            resume(process, of: service)
            noteContinued(process)
        }
        try await runtime.sleep(for: span)
    }

    /// Lets a process run for a part of each period, as if others took the processor.
    private func starve(_ service: String, percent: Int, for span: Duration) async throws {
        let process = try process(of: service)
        noteStarved(process, true)
        defer {
            noteStarved(process, false)
            feed(process, of: service)
        }
        let end = runtime.now.advanced(by: span)
        while runtime.now < end {
            guard cluster.process(of: service) == process, ProcessControl.send(SIGSTOP, to: process) else { return }
            try await runtime.sleep(for: Self.period * (100 - percent) / 100)
            feed(process, of: service)
            try await runtime.sleep(for: Self.period * percent / 100)
        }
    }

    /// Continues a starved process, unless another fault stops it, which continues it in its own time.
    private func feed(_ process: Int32, of service: String) {
        if !isStopped(process) { resume(process, of: service) }
    }

    /// Only while the process is still that service's: another one may have reused its ID.
    private func resume(_ process: Int32, of service: String) {
        if cluster.process(of: service) == process { ProcessControl.send(SIGCONT, to: process) }
    }

    /// The period of a starved process.
    private static let period = Duration.milliseconds(100)

    /// Restarts one service after the other, several times over.
    private func storm(_ fault: PlannedFault) async throws -> String {
        var restarts = 0
        for _ in 0..<(fault.rounds ?? 1) {
            for service in fault.targets {
                hit(service, at: runtime.now)
                if let process = cluster.process(of: service), ProcessControl.send(SIGTERM, to: process) {
                    restarts += 1
                }
                try await runtime.sleep(for: Self.stormPause)
            }
        }
        return "\(restarts) restarts"
    }

    /// The pause between two restarts of a storm: shorter than a start takes, so that several services are down at
    /// once.
    private static let stormPause = Duration.milliseconds(150)

    // MARK: Failpoints

    private func crash(_ service: String, at name: String) async throws {
        guard let point = FailPoint(rawValue: name) else { throw FaultSkipped("there is no failpoint \(name)") }
        _ = try process(of: service)
        let file = FailPoints.file(of: point, service: service, in: cluster.directory.crashes)
        try Data().write(to: URL(filePath: file))
        let end = runtime.now.advanced(by: Self.crashPatience)
        while FileManager.default.fileExists(atPath: file) {
            guard runtime.now < end else {
                try? FileManager.default.removeItem(atPath: file)
                throw FaultSkipped("\(service) did not reach \(name)")
            }
            try await runtime.sleep(for: ChaosCluster.pollInterval)
        }
        hit(service, at: runtime.now)
    }

    /// How long a service has to reach a failpoint; some never do.
    private static let crashPatience = Duration.seconds(5)

    // MARK: Limits

    private func limitMemory(of service: String, roomMiB: Int, for span: Duration) async throws {
        let process = try process(of: service)
        guard let used = Self.addressSpaceBytes(of: process) else { throw FaultSkipped("the process had just ended") }
        try ProcessControl.limit(.addressSpace, of: process, to: used + UInt64(roomMiB) << 20)
        defer { if cluster.process(of: service) == process { lift(.addressSpace, of: process) } }
        try await runtime.sleep(for: span)
    }

    private func lift(_ resource: ProcessControl.Resource, of process: Int32) {
        // It may have ended meanwhile; then there is no limit to lift.
        try? ProcessControl.limit(resource, of: process, to: nil)
    }

    /// The mapped memory of a process (proc(5), VmSize).
    private static func addressSpaceBytes(of process: Int32) -> UInt64? {
        ProcessControl.status(of: process, "VmSize").flatMap { UInt64($0) }.map { $0 << 10 }
    }

    // MARK: The disk

    private func fillDisk(of service: String, for span: Duration) async throws -> String {
        if cluster.hasOwnDisks {
            let filler = cluster.directory.filler(of: service)
            try ProcessControl.fill(with: filler)
            defer { try? FileManager.default.removeItem(atPath: filler) }
            try await runtime.sleep(for: span)
            return "its file system was filled"
        }
        let process = try process(of: service)
        let shard = cluster.directory.shard(of: service)
        let sizes = ["", "-wal"].compactMap {
            try? FileManager.default.attributesOfItem(atPath: shard + $0)[.size] as? UInt64
        }
        try ProcessControl.limit(.fileSize, of: process, to: sizes.max() ?? 0)
        defer { if cluster.process(of: service) == process { lift(.fileSize, of: process) } }
        try await runtime.sleep(for: span)
        return "its files could not grow"
    }
}
