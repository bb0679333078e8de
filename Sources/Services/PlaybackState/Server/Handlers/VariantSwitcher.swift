internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Goes on with other links of a session's title, and finds them when one fails.
struct VariantSwitcher: Sendable {
    private let store: PlaybackStore
    private let preparer: SessionPreparer
    private let activity: Activity

    init(store: PlaybackStore, preparer: SessionPreparer, activity: Activity) {
        (self.store, self.preparer, self.activity) = (store, preparer, activity)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.SwitchVariant.self) { request, call in
            try await change(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ReportVariantFailure.self) { request, call in
            try await fail(request, call, for: call.viewer)
        }
    }

    /// The response stored for retries: everything but the address.
    private struct Switched: Codable, Sendable {
        var resume: Double?
        var progress: Double
        /// The sessions that have ended so that this one has a connection slot.
        var ended: [Int64]?
    }

    private func change(
        _ request: PlaybackState.SwitchVariant, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Playback {
        let profile = try viewer.actingProfile
        try Self.check(request.variant)
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let context = try await shard.read { try SessionContext.read(request.session, of: profile, $0) }
        guard let card = context.card, viewer.policy.allows(card) else {
            throw PlaybackError.unknownContent(context.content)
        }
        guard let stream = try await preparer.offered(context.content, request.variant) else {
            throw PlaybackError.unknownVariant
        }
        let (isChild, visibility) = (viewer.role == .child, Visibility(viewer))
        let now = store.clocks.milliseconds(in: viewer.household)
        let result = try await shard.write(once: keyed, deadline: call.deadline) { db in
            let context = try SessionContext.read(request.session, of: profile, db)
            guard !context.isEnded else { throw PlaybackError.unknownSession }
            let claim = SlotClaim(
                stream, owner: try ProfileTable.make(profile, db), device: context.device, content: context.row,
                isChild: isChild)
            let slot = try claim.map {
                try SlotTable.takeSlot($0, for: context.id.row, at: now, seenBy: visibility, db)
            }
            if let slot {
                try SlotTable.hold(slot, by: context.id.row, db)
            } else {
                try SlotTable.release(context.id.row, db)
            }
            try RecentStreamTable.record(context.content, stream.variant, by: profile, at: now, db)
            let length = try SessionTable.length(of: stream.variant, content: context.row, db)
            try SessionTable.change(context.id.row, to: stream.variant, db)
            let reach = context.reach
            let resume = context.isTimed ? nil : WatchState.carry(reach, toLength: length ?? 0)
            return Switched(
                resume: resume.flatMap { $0 > 0 ? $0 : nil }, progress: reach.progress, ended: slot?.ended)
        }
        for row in result.ended ?? [] {
            activity.ended(SessionID(row: row, opened: .zero, nonce: 0), in: viewer.household)
        }
        let (settings, tracks, facts) = try await shard.read { db in
            (
                try SettingTable.playback(of: profile, db),
                try TrackTable.tracks(of: profile, for: context.work, db),
                try PlayingTable.facts(of: context.id.row, db)
            )
        }
        var playback = Playback(
            session: request.session, card: card, variant: stream.variant, url: stream.url, headers: stream.headers,
            fallbacks: stream.fallbacks, resume: result.resume, progress: result.progress,
            reportSeconds: PlaybackLimits.reportSeconds, settings: settings)
        (playback.tracks, playback.parts) = (tracks, facts?.parts)
        return playback
    }

    private func fail(
        _ request: PlaybackState.ReportVariantFailure, _ call: ServerCall, for viewer: Viewer
    ) async throws -> NextVariant {
        let profile = try viewer.actingProfile
        try Self.check(request.variant)
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let (context, known) = try await shard.read { db in
            let context = try SessionContext.read(request.session, of: profile, db)
            return (context, try PlayingTable.facts(of: context.id.row, db)?.variants ?? [])
        }
        let choice = try await preparer.choice(of: context.content, viewer)
        // Without the catalog in the order that was told at the beginning.
        let order = await preparer.sorted(context.content, choice, call) ?? known
        let now = store.runtime.wallTime.millisecondsSince1970
        let result = try await shard.write(once: keyed, deadline: call.deadline) { db in
            let context = try SessionContext.read(request.session, of: profile, db)
            guard order.contains(request.variant) || request.variant == context.variant else {
                throw PlaybackError.unknownVariant
            }
            try VariantRecordTable.fail(request.variant, of: context.row, in: context.id.row, at: now, db)
            let failed = try VariantRecordTable.failed(in: context.id.row, db)
            let left = order.filter { !failed.contains($0) }
            return FailureNoted(next: left.first, left: Int32(clamping: max(0, left.count - 1)))
        }
        await preparer.playing.reportFailure(of: context.content, variant: request.variant, for: call)
        guard let next = result.next else { throw PlaybackError.noVariantLeft }
        return NextVariant(variant: next, left: result.left)
    }

    /// The failure counts also where no link is left: an error would roll it back.
    private struct FailureNoted: Codable, Sendable {
        var next: String?
        var left: Int32
    }

    private static func check(_ variant: String) throws(RPCError) {
        guard (1...PlaybackLimits.nameBytes).contains(variant.utf8.count) else {
            throw .invalidArgument("variant", "must be between 1 and \(PlaybackLimits.nameBytes) bytes.")
        }
    }
}
