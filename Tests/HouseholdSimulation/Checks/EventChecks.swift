import ChaosHistory
import GRDB
import RPC
import ServiceKit

/// The checks of what services tell each other, which no history of calls shows.
struct EventChecks {
    let run: HouseholdRun
    private var household: SimulatedHousehold { run.household }

    /// Those who must hear of the household's people, as far as they run.
    static let followers = ["playback-state", "reading-list", "scheduler", "downloads"]
    private static let (looks, pause) = (400, Duration.milliseconds(100))

    /// Each follower comes to the end of each log, and the one who tracks the household's, too.
    func arrival() async {
        for source in ["profiles", "catalog"] where run.runs(source) { await arrival(of: source) }
    }

    private func arrival(of source: String) async {
        var state = ""
        for _ in 0..<Self.looks {
            do {
                let log = "SELECT generation, (SELECT max(sequence) FROM outbox) FROM outboxState"
                guard let end = try await position(log, household.machine(source)) else { return }
                var cursors = try await cursors(of: source)
                if source == "profiles" { cursors["tracker"] = run.delivered.last?.position }
                if cursors.values.allSatisfy({ $0 == end }) {
                    run.events += Int(clamping: end.sequence)
                    return run.simulation.note("\(source) \(end)")
                }
                let late = cursors.filter { $0.value != end }.sorted { $0.key < $1.key }
                state = "\(late.map { "\($0.key) at \($0.value?.sequence ?? 0)" }) of \(end.sequence)"
            } catch {
                state = "\(error)"
            }
            try? await run.simulation.sleep(for: Self.pause)
        }
        run.report(
            "events-arrive", "late", source, "a follower of \(source) does not come to the end of its log: \(state)")
    }

    private func cursors(of source: String) async throws -> [String: StreamPosition?] {
        var cursors: [String: StreamPosition?] = [:]
        for machine in household.machines where machine.name != source {
            let sql = "SELECT generation, sequence FROM inbox WHERE source = '\(source)'"
            let cursor = try await position(sql, machine)
            if cursor == nil, source == "catalog" || !Self.followers.contains(machine.name) { continue }
            cursors[machine.name] = .some(cursor)
        }
        return cursors
    }

    private func position(_ sql: String, _ machine: SimulatedMachine?) async throws -> StreamPosition? {
        try await machine?.shard?.read { db in
            try Row.fetchOne(db, sql: sql).flatMap { row in
                guard let sequence = row[1] as Int64? else { return nil }
                return StreamPosition(
                    generation: UInt64(bitPattern: row[0]), sequence: UInt64(clamping: sequence))
            }
        }
    }

    /// What was told came once and in order: each event is the next of its log, or a snapshot begins another.
    func order() {
        var last: StreamPosition?
        for event in run.delivered {
            guard let position = event.position else {
                return run.report("events-once", "no-position", "profiles", "an event without a position")
            }
            let isNext = last.map { $0.generation == position.generation && $0.sequence + 1 == position.sequence }
            if isNext != true, !event.isSnapshot {
                run.report(
                    "events-once", "out-of-order", "profiles",
                    "\(position) was told after \(last.map { "\($0)" } ?? "nothing")")
            }
            last = position
        }
        // A log begins again where the shard is not the one that was there, or could not be opened as a whole.
        let isSame = !run.restored.contains("profiles") && run.troubles["profiles"] == nil && !hasPoorDisk
        let snapshots = run.delivered.count { $0.isSnapshot }
        if isSame, snapshots != 1 {
            run.report("events-once", "snapshots", "profiles", "\(snapshots) snapshots were told, without need")
        }
        for (name, visitor) in run.visitors.sorted(by: { $0.key < $1.key }) where visitor.isDeleted {
            let times = run.delivered.count { $0.deleted == visitor.profile }
            if times > 1 || isSame && times == 0 {
                run.report("events-once", "doubled", "profiles", "\(name)'s deletion was told \(times) times")
            }
        }
    }

    private var hasPoorDisk: Bool {
        run.plan.faults.contains { fault in
            switch fault.kind {
            case .failSync("profiles", _), .fillDisk("profiles", _): true
            default: false
            }
        }
    }
}
