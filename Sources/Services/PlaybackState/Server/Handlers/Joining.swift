internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Has profiles join sessions that play, and leave them.
struct Joining: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let limits: LimitsClient
    private let activity: Activity

    init(store: PlaybackStore, catalog: CatalogClient, limits: LimitsClient, activity: Activity) {
        (self.store, self.catalog, self.limits, self.activity) = (store, catalog, limits, activity)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.JoinSession.self) { request, call in
            try await join(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.LeaveSession.self) { request, call in
            try await leave(request, call, for: call.viewer)
        }
    }

    /// The response stored for retries.
    private struct Outcome: Codable, Sendable {
        var joined: JoinedSession?
        /// The parental limit that has refused it, and until when as the household reads it.
        var refusal: LimitReached?
        var until: String?
    }

    private func join(
        _ request: PlaybackState.JoinSession, _ call: ServerCall, for viewer: Viewer
    ) async throws -> JoinedSession {
        let profile = try viewer.actingProfile
        guard let id = SessionID(request.session) else { throw PlaybackError.unknownSession }
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let isLimited = viewer.role == .child
        if isLimited, let known = await limits.current() {
            try await shard.write { try ScreenTimeTable.put(known, $0) }
        }
        let now = store.clocks.milliseconds(in: viewer.household)
        if let content = try await shard.read({ try Self.open(id, for: viewer, at: now, $0)?.active.content }) {
            let cards = await catalog.cards(of: [content], for: call)
            // What the catalog does not show this caller is not there for it.
            if cards.hasResponse, cards.found[content].map({ !viewer.policy.allows($0) }) ?? content.isOfLibrary {
                throw PlaybackError.unknownSession
            }
        }
        let (stamp, started) = (
            store.clocks.next(in: viewer.household), store.runtime.wallTime.millisecondsSince1970
        )
        let nonce = Int64(bitPattern: store.runtime.random() >> 1)
        let outcome = try await shard.write(once: keyed, deadline: call.deadline) { db in
            guard let playing = try Self.open(id, for: viewer, at: now, db) else { throw PlaybackError.unknownSession }
            if isLimited, let card = playing.active.card,
                let refused = try ScreenTimeCounter(profile: profile, db).refusal(of: card, at: now)
            {
                return Outcome(refusal: refused.limit, until: refused.until)
            }
            let host = try SessionContext.read(id, db)
            if !host.viewers.contains(where: { $0.id == profile }) {
                try CompanionTable.join(
                    host, as: try ProfileTable.make(profile, db), isLimited: isLimited, at: stamp, started: started,
                    nonce: nonce, db)
            }
            // With the one that has just joined.
            let session = try Self.open(id, for: viewer, at: now, db)?.active ?? playing.active
            let tracks = try TrackTable.tracks(of: session.profile, for: host.work, db)
            return Outcome(joined: JoinedSession(session: session, variant: host.variant, tracks: tracks))
        }
        if let refusal = outcome.refusal { throw PlaybackError.limitReached(refusal, until: outcome.until) }
        await activity.changed(id, in: viewer.household, shard)
        guard let joined = outcome.joined else { throw PlaybackError.unknownSession }
        return joined
    }

    /// A session that plays; nil when it does not, or its title is hidden from the caller.
    private static func open(
        _ id: SessionID, for viewer: Viewer, at now: Int64, _ db: Database
    ) throws -> TrackedSession? {
        try TrackedSession.open(session: id.row, db).first { session in
            session.active.session == id.text && !session.isSilent(at: now)
                && session.isVisible(to: Visibility(viewer), profile: nil)
        }
    }

    private func leave(
        _ request: PlaybackState.LeaveSession, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Empty {
        let profile = try viewer.actingProfile
        guard let id = SessionID(request.session) else { throw PlaybackError.unknownSession }
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let response = try await shard.write(once: keyed, deadline: call.deadline) { db in
            let own = try CompanionTable.companions(of: id.row, db).filter { $0.profile == profile }
            _ = try SessionContext.read(id, db)
            guard !own.isEmpty else { throw PlaybackError.unknownSession }
            for companion in own { try SessionTable.end(companion.session.row, db) }
            return Empty()
        }
        await activity.changed(id, in: viewer.household, shard)
        return response
    }
}
