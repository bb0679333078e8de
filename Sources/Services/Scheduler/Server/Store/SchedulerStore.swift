internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The households' shards, with shared reads of this service.
struct SchedulerStore: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime

    /// Seconds since 1970.
    var now: Int { Int(runtime.wallTime.millisecondsSince1970 / 1_000) }

    /// A new id. Two are never alike: 64 random bits and a unique column.
    func makeID(_ letter: Character) -> String { String(letter) + String(runtime.random(), radix: 36) }

    /// Reads from a caller's household.
    func read<Value: Sendable>(
        for viewer: Viewer, _ body: @escaping @Sendable (Database, HouseholdContext) throws -> Value
    ) async throws -> Value {
        try await shards.shard(for: viewer.household).read { try body($0, SettingsTable.read($0)) }
    }

    /// Changes a caller's household once per idempotency key.
    func write<Response: Codable & Sendable>(
        _ call: ServerCall, for viewer: Viewer, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database, HouseholdContext) throws -> Response
    ) async throws -> Response {
        let profile = try viewer.actingProfile
        // Keys are a profile's own: the same key of the same member as another profile is another change.
        let keyed = try KeyedCall(call, subject: "\(viewer.subject)/\(profile)")
        let shard = try await shards.shard(for: viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline, releasingBallast: releasingBallast) { db in
            guard try !ProfileTable.isDeleted(profile, db) else { throw SchedulerError.profileGone }
            return try body(db, SettingsTable.read(db))
        }
    }
}

extension Viewer {
    /// The profile that acts.
    ///
    /// - Throws: ``SchedulerError/noProfile``.
    var actingProfile: String {
        get throws(SchedulerError) {
            guard let profile else { throw .noProfile }
            return profile
        }
    }

    /// Whether the caller may change slots of some profiles: a kids profile may only change slots of its own.
    func mayChange(_ profiles: Set<String>) -> Bool { role != .child || profiles == Set([profile].compactMap(\.self)) }

    /// - Throws: ``SchedulerError/notYours`` when it may not.
    func checkMayChange(_ profiles: Set<String>) throws(SchedulerError) {
        guard mayChange(profiles) else { throw .notYours }
    }
}

/// Values of requests, checked.
enum RequestValidation {
    static func date(_ text: String, _ field: String) throws(RPCError) -> CivilDate {
        guard let date = CivilDate(text), SchedulerLimits.years.contains(date.parts.year) else {
            throw .invalidArgument(field, "must be a day like 2027-01-31, of the years \(SchedulerLimits.years).")
        }
        return date
    }

    /// A week's first day: the requested one, or the first of the household's current week.
    static func week(_ text: String?, in household: HouseholdContext, now: Int) throws(RPCError) -> CivilDate {
        if let text { return try date(text, "first") }
        let today = household.zone.wall(at: now).date
        return today - (today.weekday.number - household.firstDay.number).modulo(7)
    }

    static func time(_ text: String, _ field: String, isEnd: Bool = false) throws(RPCError) -> TimeOfDay {
        guard let time = TimeOfDay(text), isEnd || time.minutes < TimeOfDay.minutesPerDay else {
            throw .invalidArgument(field, "must be a time like 20:15, \(isEnd ? "up to 24:00" : "before 24:00").")
        }
        return time
    }

    static func wall(_ text: String, _ field: String) throws(RPCError) -> CivilDateTime {
        guard let wall = CivilDateTime(text), SchedulerLimits.years.contains(wall.date.parts.year) else {
            throw .invalidArgument(
                field, "must be a time like 2027-01-31T20:15, of the years \(SchedulerLimits.years).")
        }
        return wall
    }

    static func weekday(_ number: Int32, _ field: String) throws(RPCError) -> Weekday {
        guard (1...7).contains(number) else { throw .invalidArgument(field, "must be 1 for Monday to 7 for Sunday.") }
        return Weekday(number: Int(number))
    }

    /// A label; nil for an empty one.
    static func label(_ text: String?) throws(RPCError) -> String? {
        guard let text else { return nil }
        let label = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard label.count <= SchedulerLimits.labelCharacters else {
            throw .invalidArgument("label", "must be at most \(SchedulerLimits.labelCharacters) characters.")
        }
        // Calendars and guides cannot represent them, and readers of these end a text at a NUL.
        guard !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidArgument("label", "must have no control characters.")
        }
        return label.isEmpty ? nil : label
    }

    static func number(_ number: Int32, _ range: ClosedRange<Int>, _ field: String) throws(RPCError) -> Int {
        guard range.contains(Int(number)) else {
            throw .invalidArgument(field, "must be between \(range.lowerBound) and \(range.upperBound).")
        }
        return Int(number)
    }

    /// The viewers; nil means the caller only.
    static func profiles(_ names: [String]?, for viewer: Viewer) throws -> Set<String> {
        let profiles = Set(try names ?? [viewer.actingProfile])
        guard (1...SchedulerLimits.profiles).contains(profiles.count),
            profiles.allSatisfy({ (1...SchedulerLimits.idBytes).contains($0.utf8.count) })
        else {
            throw RPCError.invalidArgument(
                "profiles", "must be between 1 and \(SchedulerLimits.profiles) profiles' ids.")
        }
        try viewer.checkMayChange(profiles)
        return profiles
    }

    /// A rule; nil for an empty one.
    static func rule(_ text: String?) throws(SchedulerError) -> RecurrenceRule? {
        guard let text, !text.isEmpty else { return nil }
        do { return try RecurrenceRule(text) } catch { throw .badRule(error.reason) }
    }
}
