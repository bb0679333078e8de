internal import Foundation
internal import ProfilesAPI
internal import RPC

/// When the session of an adult profile on a shared device relocks.
enum RelockRules {
    /// - Throws: INVALID_ARGUMENT with the field for an idle time or an hour that cannot be set.
    static func check(_ settings: RelockSettings) throws(RPCError) {
        if let minutes = settings.idleMinutes, !RelockSettings.idleChoices.contains(minutes) {
            throw .invalidArgument("idleMinutes", "must be 15, 30 or 60; no value turns it off.")
        }
        if let hour = settings.hour, !(0...23).contains(hour) {
            throw .invalidArgument("hour", "must be from 0 to 23.")
        }
    }

    /// When a session relocks: the idle time after the person's last activity, or the hour that follows it, whichever is
    /// sooner. So a renewal moves it only when the person has been active since.
    ///
    /// - Parameter active: the last activity, in seconds since 1970.
    /// - Returns: seconds since 1970; nil for never.
    static func time(after active: Int64, _ settings: RelockSettings, timeZone: String) -> Int64? {
        let idle = settings.idleMinutes.map { active + Int64($0) * 60 }
        let hour = settings.hour.flatMap { next(hour: Int($0), after: active, timeZone) }
        return [idle, hour].compactMap(\.self).min()
    }

    private static func next(hour: Int, after time: Int64, _ timeZone: String) -> Int64? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        let next = calendar.nextDate(
            after: Date(timeIntervalSince1970: Double(time)),
            matching: DateComponents(hour: hour, minute: 0, second: 0),
            matchingPolicy: .nextTime)
        return next.map { Int64($0.timeIntervalSince1970) }
    }
}
