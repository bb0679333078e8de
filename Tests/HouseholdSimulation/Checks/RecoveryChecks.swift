import HearthModel
import RPC

/// Nothing that a fault has left behind slows calls down (I13): those who lived through the faults, with the connections that
/// they had, are answered as if nothing had been. No pause goes on, no queue is left, no attempt fails.
struct RecoveryChecks {
    let run: HouseholdRun

    /// What a read may take: in virtual time whatever is not waited for takes nothing.
    private static let calm = Duration.milliseconds(5)
    /// How often a person tries to get a token before.
    private static let signIns = 3

    /// Has each device read what its first user has, from each service that runs.
    ///
    /// - Parameter devices: with what each was to do.
    func all(_ devices: [(SimulatedDevice, [PlannedOperation])]) async {
        for (device, operations) in devices {
            // Some try what is not theirs on others' devices.
            let users = operations.compactMap { Person(rawValue: $0.who) }
            guard let who = users.first(where: { $0.devices.contains(device.name) })?.rawValue else { continue }
            for _ in 0..<Self.signIns where await device.token(of: who) == nil {}
            await look("profiles", by: device) { await device.readFavourites(as: who) }
            await look("reading-list", by: device) { await device.readLinks(as: who) }
            await look("playback-state", by: device) { await device.readSessions(as: who) }
            await look("scheduler", by: device) { await device.readWeek(0, as: who) }
            await look("downloads", by: device) { await device.readDownloads(as: who) != nil }
        }
    }

    private func look(_ service: String, by device: SimulatedDevice, _ read: () async -> Bool) async {
        guard run.runs(service) else { return }
        let begun = run.simulation.now
        // Where the wall clock was set back, a token is from the future, and the device gets another one.
        var hasResponded = await read()
        if !hasResponded { hasResponded = await read() }
        let took = begun.duration(to: run.simulation.now)
        if hasResponded, took <= Self.calm { return }
        run.report(
            "calm", hasResponded ? "slow" : "failed", service,
            "\(service) \(hasResponded ? "answered" : "failed") \(device.name) after \(took), when everything was healed"
        )
    }
}
