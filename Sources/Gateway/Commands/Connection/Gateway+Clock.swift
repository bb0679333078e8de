internal import Foundation
internal import ProfilesAPI

extension Gateway {
    /// The clock that times are shown by and read from: the household's; the machine's where profiles does not say it.
    func clock() async -> WallClock {
        let zone = await householdZone() ?? environment.timeZone
        return WallClock(timeZone: zone, now: now, machine: environment.timeZone)
    }

    /// The household's time zone, fetched once per token.
    private func householdZone() async -> TimeZone? {
        guard let session = try? await session(within: Self.zonePatience) else { return nil }
        if let known = session.timeZone { return TimeZone(identifier: known) }
        let household = try? await send(
            Profiles.GetHousehold(), to: Profiles.serviceName, token: session.token, timeout: Self.zonePatience)
        guard let zone = household?.timeZone else { return nil }
        cacheTimeZone(zone)
        return TimeZone(identifier: zone)
    }

    /// A clock is not worth a longer wait.
    private static let zonePatience = Duration.seconds(2)
}

extension Output {
    /// Prints whose times were shown, where that is not the machine's zone.
    func printTimeZone(_ clock: WallClock) {
        if !isJSON, let label = clock.label { line(coloured(label, .dim)) }
    }
}
