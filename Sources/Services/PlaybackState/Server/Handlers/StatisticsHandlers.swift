internal import Access
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Says what was watched most, and how players have waited.
struct StatisticsHandlers: Sendable {
    private let store: PlaybackStore

    init(store: PlaybackStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetStatistics.self) { request, call in
            try await statistics(request, for: call.viewer)
        }
        handlers.on(PlaybackState.NoteDiscovery.self) { request, call in
            try await note(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.GetBuffering.self) { request, call in
            try await buffering(request, for: call.viewer)
        }
    }

    private func statistics(
        _ request: PlaybackState.GetStatistics, for viewer: Viewer
    ) async throws -> WatchStatistics {
        let profile = try Self.profile(request, viewer)
        let limit = try StatisticsSpan.limit(request.limit)
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        return try await shard.read { db in
            let calendar = try ScreenTimeTable.calendar(db)
            let span = try StatisticsSpan(
                days: request.days, weeks: request.weeks, today: calendar.day(at: now), calendar)
            let reader = StatisticsReader(days: span.days, visibility: visibility, limit: limit, db: db)
            let times = try reader.times(of: profile)
            var statistics = WatchStatistics(
                since: calendar.text(span.days.lowerBound), through: calendar.text(span.days.upperBound),
                periods: span.periods(times.map { ($0.day, $0.milliseconds) }),
                profiles: Self.profiles(times, span), channels: try reader.titles(.channels, of: profile),
                series: try reader.titles(.series, of: profile), titles: try reader.titles(.titles, of: profile))
            statistics.discovery = try DiscoveryTable.statistics(of: profile, in: span.days, db)
            return statistics
        }
    }

    private static let kinds: Set<DiscoveryKind> = [.firstSave, .swipes, .search, .searchSave]
    /// Those that take time.
    private static let timed: Set<DiscoveryKind> = [.firstSave, .swipes]

    private func note(
        _ request: PlaybackState.NoteDiscovery, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Empty {
        let profile = try viewer.actingProfile
        guard Self.kinds.contains(request.kind) else {
            throw RPCError.invalidArgument("kind", "must be one of firstSave, swipes, search and searchSave")
        }
        guard (request.seconds != nil) == Self.timed.contains(request.kind), request.seconds ?? 0 >= 0 else {
            throw RPCError.invalidArgument("seconds", "must be 0 or more, and only of what takes time")
        }
        let seconds = min(request.seconds ?? 0, PlaybackState.NoteDiscovery.longestSeconds)
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline) { db in
            try DiscoveryTable.count(
                request.kind, milliseconds: Int64(seconds * 1_000), by: try ProfileTable.make(profile, db),
                on: try ScreenTimeTable.calendar(db).day(at: now), db)
            return Empty()
        }
    }

    /// The profile to count; nil for all of the household.
    ///
    /// - Throws: ``PlaybackError`` for what is not a kids profile's to ask.
    private static func profile(_ request: PlaybackState.GetStatistics, _ viewer: Viewer) throws -> String? {
        guard request.household == true else {
            let profile = try request.profile ?? viewer.actingProfile
            guard viewer.role != .child || profile == viewer.profile else {
                throw PlaybackError.unknownProfile(profile)
            }
            return profile
        }
        guard request.profile == nil else {
            throw RPCError.invalidArgument("household", "name a profile or the household: one of the two.")
        }
        guard viewer.role != .child else { throw PlaybackError.notYours }
        return nil
    }

    private static func profiles(_ times: [StatisticsReader.DayTime], _ span: StatisticsSpan) -> [ProfileWatchTime] {
        let all = Dictionary(grouping: times, by: \.profile).map { profile, times in
            let milliseconds = times.reduce(0) { $0 + $1.milliseconds }
            return ProfileWatchTime(
                profile: profile, seconds: milliseconds / 1_000,
                meanSeconds: Double(milliseconds) / 1_000 / Double(span.names.count),
                plays: times.reduce(0) { $0 + $1.plays },
                periods: span.periods(times.map { ($0.day, $0.milliseconds) }))
        }
        return all.sorted { ($1.seconds, $0.profile) < ($0.seconds, $1.profile) }
    }

    private func buffering(_ request: PlaybackState.GetBuffering, for viewer: Viewer) async throws -> BufferingList {
        let limit = try StatisticsSpan.limit(request.limit)
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        return try await shard.read { db in
            let calendar = try ScreenTimeTable.calendar(db)
            let span = try StatisticsSpan(days: request.days, today: calendar.day(at: now), calendar)
            let reader = StatisticsReader(days: span.days, visibility: visibility, limit: limit, db: db)
            return BufferingList(
                since: calendar.text(span.days.lowerBound), through: calendar.text(span.days.upperBound),
                links: try reader.buffering())
        }
    }
}
