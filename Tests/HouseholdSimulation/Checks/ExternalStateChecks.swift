import GRDB
import RPC
import ServiceKit

/// The checks of what goes on between services and the internet, of PINs, and of what only a table shows.
struct ExternalStateChecks {
    let run: HouseholdRun

    /// Wrong PINs that are told to be wrong until no caller is told for a while.
    private static let freeTries = 5

    func all() async {
        for complaint in run.household.internet.complaints {
            run.report("upstream-manners", "asked", "tmdb", complaint)
        }
        checkPINs()
        await checkQueues()
    }

    /// However many try at once, whatever dies meanwhile, and whatever the wall clock says: a run lasts for less of the
    /// monotonic clock than the first lock.
    private func checkPINs() {
        let isRestored = run.plan.faults.contains { fault in
            if case .flipBit = fault.kind { return true }
            return false
        }
        guard !isRestored, run.wrongPINs > Self.freeTries else { return }
        run.report("pin-guard", "guessed", "pin", "\(run.wrongPINs) guesses in a row were compared with the PIN")
    }

    /// Places in the table are 0, 1, 2, ...
    private func checkQueues() async {
        guard let shard = run.household.machine("playback-state")?.shard else { return }
        let rows = try? await shard.read { db in
            try Row.fetchAll(db, sql: "SELECT profile, position FROM queued ORDER BY profile, position")
                .map { ($0[0] as Int64, $0[1] as Int) }
        }
        for (profile, places) in Dictionary(grouping: rows ?? [], by: \.0).mapValues({ $0.map(\.1) })
            .sorted(by: { $0.key < $1.key }) where places != Array(places.indices)
        {
            run.report("queue-places", "gap", "\(profile)", "the table's places of a queue are \(places)")
        }
    }
}
