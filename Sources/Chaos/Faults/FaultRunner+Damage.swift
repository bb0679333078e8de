internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit

// What disks and clocks do wrong without a word: flipped bits, a failing fsync, another time.
extension FaultRunner {
    /// Flips bits of a shard's file while its service is down, lets it run on that for a while, and puts the pages back.
    ///
    /// Whatever the service says meanwhile is checked as always: a damaged page may be an error, and never data.
    ///
    /// - Throws: ``FaultSkipped``; `ProcessControl.Refused`.
    func flipBits(_ fault: PlannedFault, for span: Duration) async throws -> String {
        guard let service = fault.targets.first else { throw FaultSkipped("it names no service") }
        guard beginDisplacement(of: service) else { throw FaultSkipped("the shard of \(service) is displaced") }
        defer { endDisplacement(of: service) }
        let shard = cluster.directory.shard(of: service)
        guard FileManager.default.fileExists(atPath: shard) else { throw FaultSkipped("\(service) has no shard") }
        var generator = SplitMix64(seed: UInt64(fault.number))
        var (damage, starts) = (PageDamage?.none, 0)
        try await whileDown([service]) {
            starts = cluster.state(of: service)?.starts ?? 0
            damage = try PageDamage(of: shard, pages: fault.pages ?? 1, using: &generator)
        }
        guard let damage else { throw FaultSkipped("\(service) did not end") }
        // Also when the run is cancelled: the pages are put back.
        try? await runtime.sleep(for: span)
        let ends = max(0, (cluster.state(of: service)?.starts ?? 0) - starts - 1)
        var unchanged = 0
        try await whileDown([service]) { unchanged = try damage.revert() }
        let pages = damage.numbers.map(String.init).joined(separator: ", ")
        return "pages \(pages) of \(damage.total), \(unchanged) put back; ended \(ends) times meanwhile"
    }

    /// Lets each fsync of a service fail for a while, or until it ends, as it must when it needs one.
    ///
    /// - Throws: ``FaultSkipped``.
    func failSyncs(of service: String, for span: Duration) async throws -> String {
        let process = try process(of: service)
        hit(service, at: runtime.now)
        let failures = SyncFailures(process: process, launcher: cluster.launcher.base, runtime: runtime)
        guard await failures.run(for: span) else { throw FaultSkipped("the process of \(service) could not be traced") }
        let state = ProcessControl.status(of: process, "State")
        return state == nil || state == "Z" ? "it ended" : "it needed no fsync"
    }

    /// Sets the services' wall clock, and puts it right after a while.
    ///
    /// - Throws: ``FaultSkipped``; `CocoaError`.
    func shiftClock(of services: [String], milliseconds: Int64, for span: Duration) async throws {
        guard beginShift() else { throw FaultSkipped("the clock is set to another time already") }
        let directory = cluster.directory.crashes
        defer {
            for service in services { ShiftedClock.remove(of: service, in: directory) }
            endShift()
        }
        for service in services { try ShiftedClock.set(.milliseconds(milliseconds), of: service, in: directory) }
        try await runtime.sleep(for: span)
    }
}
