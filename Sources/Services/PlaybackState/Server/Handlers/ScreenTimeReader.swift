internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import Logging
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Tells children and parents how long was watched, and what remains.
struct ScreenTimeReader: Sendable {
    private let store: PlaybackStore
    private let limits: LimitsClient
    private let catalog: CatalogClient
    private let logger: Logger

    init(store: PlaybackStore, limits: LimitsClient, catalog: CatalogClient, logger: Logger) {
        (self.store, self.limits, self.catalog, self.logger) = (store, limits, catalog, logger)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetScreenTime.self) { request, call in
            try await screenTime(request, for: call.viewer)
        }
        handlers.on(PlaybackState.GetWeeklyReport.self) { request, call in
            try await report(request, for: call.viewer)
        }
    }

    private func screenTime(_ request: PlaybackState.GetScreenTime, for viewer: Viewer) async throws -> ScreenTime {
        let profile = try request.profile ?? viewer.actingProfile
        if let content = request.content { try ContentAuthorizer.checkForm(content, field: "content") }
        guard viewer.role != .child || profile == viewer.profile else { throw PlaybackError.unknownProfile(profile) }
        let shard = try await store.shard(for: viewer)
        // Only the profile itself is told its own limits.
        let known = request.content != nil && profile == viewer.profile ? await limits.current() : nil
        let now = store.clocks.milliseconds(in: viewer.household)
        let time = try await shard.read { db in
            var time = try Self.today(of: profile, at: now, db)
            guard let content = request.content else { return time }
            let stored = try ScreenTimeTable.limits(of: profile, db)
            // The token says that there are limits: without any known ones nothing is opened.
            if known == nil, stored == nil, viewer.hasLimits { throw Self.unknownLimits }
            try Self.admit(content, to: profile, by: known.map(\.limits) ?? stored, at: now, &time, db)
            return time
        }
        if request.isOpening == true, profile == viewer.profile, let content = request.content,
            let refusal = time.limitReached
        {
            await note(content, refused: refusal.limit, to: viewer, at: now, in: shard)
        }
        return time
    }

    /// Notes for the weekly report that a title was refused. What is asked is answered also where that fails.
    private func note(
        _ content: ContentID, refused limit: LimitKind, to viewer: Viewer, at now: Int64, in shard: Shard
    ) async {
        do {
            let profile = try viewer.actingProfile
            var card = try await shard.read { try ContentTable.card(of: content, $0) }
            if card == nil { card = try await catalog.card(of: content) }
            guard let card, viewer.policy.allows(card) else { return }
            try await shard.write { db in
                let day = try ScreenTimeTable.calendar(db).day(at: now)
                try ScreenTimeTable.refuse(card, for: profile, by: limit, on: day, isRepeatable: false, db)
            }
        } catch {
            logger.info("A refusal is missing in the weekly report.", metadata: ["error": "\(error)"])
        }
    }

    private static var unknownLimits: RPCError {
        RPCError(
            .unavailable,
            "The profile's limits have not arrived here yet, and profiles does not respond. Start profiles and try again.",
            executed: .no)
    }

    /// Says whether a title may be opened.
    private static func admit(
        _ content: ContentID, to profile: String, by limits: ParentalLimits?, at now: Int64, _ time: inout ScreenTime,
        _ db: Database
    ) throws {
        time.mayOpen = true
        guard let limits else { return }
        let counter = try ScreenTimeCounter(profile: profile, db)
        let verdict = try counter.verdict(at: now, by: limits)
        guard let refused = LimitReached(verdict) else { return }
        if limits.mayFinish == true, try SessionTable.isRunning(content, of: profile, at: now, db) { return }
        time.mayOpen = false
        let until = verdict.blockedUntil.map { counter.calendar.stamp($0) }
        (time.limitReached, time.refusal) = (
            refused, PlaybackError.limitReached(refused, until: until).rpcError.message
        )
    }

    /// A profile's day so far.
    static func today(of profile: String, at now: Int64, _ db: Database) throws -> ScreenTime {
        let calendar = try ScreenTimeTable.calendar(db)
        let day = calendar.day(at: now)
        let watched = try ScreenTimeTable.watched(by: profile, on: day, db)
        var time = ScreenTime(
            profile: profile, day: calendar.text(day), usedMinutes: Int32(clamping: watched / 60_000))
        guard let limits = try ScreenTimeTable.limits(of: profile, db) else { return time }
        let grants = try ScreenTimeGrantTable.grants(of: profile, on: day, db)
        let rules = ScreenTimeRules(limits: limits, calendar: calendar, grants: grants)
        let verdict = rules.verdict(at: now, watched: watched)
        time.limitMinutes = rules.minutes(on: day)
        (time.remainingMinutes, time.limit) = (verdict.remainingMinutes, verdict.limit)
        time.blockedUntil = verdict.blockedUntil.map { Date(milliseconds: $0) }
        time.mayFinish = limits.mayFinish == true
        if !grants.isEmpty { time.grantedMinutes = rules.granted(on: day) }
        return time
    }

    private func report(_ request: PlaybackState.GetWeeklyReport, for viewer: Viewer) async throws -> WeeklyReport {
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        return try await shard.read { db in
            let calendar = try ScreenTimeTable.calendar(db)
            let week = request.week ?? calendar.week(of: calendar.day(at: now))
            guard let monday = calendar.monday(of: week) else {
                throw RPCError.invalidArgument("week", "must be a week by ISO 8601, such as 2026-W48.")
            }
            let profile = request.profile
            let days = monday..<(monday + 7)
            let minutes = try ScreenTimeTable.days(of: profile, from: monday, count: 7, db)
            var report = WeeklyReport(
                profile: profile, week: week,
                days: zip(days, minutes).map { day, milliseconds in
                    ReportedDay(day: calendar.text(day), minutes: Int32(clamping: milliseconds / 60_000))
                },
                watched: try ScreenTimeTable.titles(of: profile, in: days, db),
                refused: try ScreenTimeTable.refused(of: profile, in: days, db))
            let granted = try ScreenTimeGrantTable.granted(to: profile, in: days, calendar, db)
            if !granted.isEmpty { report.granted = granted }
            return report
        }
    }
}
