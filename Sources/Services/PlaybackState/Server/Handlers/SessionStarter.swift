internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Opens sessions: chooses the link and the start position.
struct SessionStarter: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let downloads: DownloadsClient
    private let activity: Activity
    private let profiles: RPCClient<Profiles>
    private let preparer: SessionPreparer

    init(
        store: PlaybackStore, catalog: CatalogClient, downloads: DownloadsClient, activity: Activity,
        profiles: RPCClient<Profiles>, preparer: SessionPreparer
    ) {
        self.preparer = preparer
        self.store = store
        self.catalog = catalog
        self.downloads = downloads
        self.activity = activity
        self.profiles = profiles
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.Play.self) { request, call in try await play(request, call, for: call.viewer) }
    }

    /// The response stored for retries: everything but the address.
    private struct Opened: Codable, Sendable {
        var session: String
        var resume: Double?
        var progress: Double
        /// The parental limit that has refused it; then there is no session.
        var refusal: LimitReached?
        /// When that limit ends, as the household reads it.
        var until: String?
        /// The title; absent in responses of earlier versions.
        var content: ContentID?
        /// Why this episode of the requested series is played.
        var rule: NextUpRule?
        /// The sessions that have ended so that this one has a connection slot.
        var ended: [Int64]?
    }

    private static let kinds: [ContentKind] = [.movie, .episode, .channel, .series]

    /// Opens a session.
    func play(_ request: PlaybackState.Play, _ call: ServerCall, for viewer: Viewer) async throws -> Playback {
        let profile = try viewer.actingProfile
        try check(request)
        let keyed = try store.keyed(call, profile, viewer)
        let others = try await others(request, profile, viewer)
        // Limits bind the viewer: the one who acts as the kids profile.
        let isLimited = viewer.role == .child
        if isLimited { try await checkLimits(request, keyed, call, viewer) }
        var (card, stream, download, rule) = try await resolve(request, call, viewer)
        let (facts, programme) = await preparer.facts(of: card, stream, request, call, viewer)
        let shard = try await store.shard(for: viewer)
        let reset = request.startsOver == true ? store.clocks.next(in: viewer.household) : nil
        let (opened, started) = (
            store.clocks.next(in: viewer.household), store.runtime.wallTime.millisecondsSince1970
        )
        let nonce = Int64(bitPattern: store.runtime.random() >> 1)
        let now = store.clocks.milliseconds(in: viewer.household)
        let visibility = Visibility(viewer)
        let result = try await shard.write(once: keyed, deadline: call.deadline) { [card, stream, download, rule] db in
            if isLimited, let refused = try Self.refused(card, profile, at: now, db) { return refused }
            let rows = try ([profile] + others).map { try ProfileTable.make($0, db) }
            let content = try ContentTable.make(card.id, card: card, db)
            if let reset { try MarkTable.put(.reset, at: reset, profile: rows[0], content: content, db) }
            let watchState = try WatchStateReader.watchState(of: rows[0], content: content, db)
            let length = try SessionTable.length(of: stream.variant, content: content, db)
            let titles = try preparer.titlesByThemselves(request, of: rows[0], db)
            // Before the session is opened, which ends the profile's session on the device: that one may be continued.
            let slot = try SlotClaim(
                stream, owner: rows[0], device: request.device, content: content, isChild: isLimited
            ).map { try SlotTable.takeSlot($0, at: now, seenBy: visibility, db) }
            let id = try SessionTable.open(
                SessionTable.New(
                    content: content, variant: stream.variant, device: request.device, opened: opened,
                    started: started, nonce: nonce, isTimed: card.kind == .channel, profiles: rows), db)
            if let slot { try SlotTable.hold(slot, by: id.row, db) }
            if download == nil {
                try RecentStreamTable.record(card.id, stream.variant, by: profile, at: now, db)
            }
            try PlayingTable.begin(id, titlesByThemselves: titles, facts, db)
            let isTimed = card.kind == .channel
            return Opened(
                session: id.text, resume: isTimed ? nil : watchState.resume(inLength: length),
                progress: watchState.isFinished ? 0 : watchState.reach.progress, content: card.id, rule: rule,
                ended: slot?.ended)
        }
        if let refusal = result.refusal { throw PlaybackError.limitReached(refusal, until: result.until) }
        if let content = result.content, content != card.id {
            // A retry, after which the series goes on with another episode than that of the session.
            var first = request
            first.content = content
            (card, stream, download, rule) = try await resolve(first, call, viewer)
        }
        for row in result.ended ?? [] {
            activity.ended(SessionID(row: row, opened: .zero, nonce: 0), in: viewer.household)
        }
        let id = SessionID(result.session)
        if let id { await activity.opened(id, in: viewer.household, shard) }
        let stored = try await shard.read { db in try id.flatMap { try PlayingTable.facts(of: $0.row, db) } }
        let settings = try await shard.read { try SettingTable.playback(of: profile, $0) }
        let tracks = try await shard.read { [card] in try TrackTable.tracks(of: profile, for: card.work, $0) }
        var playback = Playback(
            session: result.session, card: card, variant: stream.variant, url: stream.url, headers: stream.headers,
            fallbacks: stream.fallbacks, resume: result.resume, progress: result.progress,
            reportSeconds: PlaybackLimits.reportSeconds, download: download, settings: settings)
        (playback.rule, playback.parts) = (result.rule, stored?.parts)
        (playback.tracks, playback.programme) = (tracks, programme)
        let missing = await preparer.features.missing(for: viewer)
        playback.missingFeatures = missing.isEmpty ? nil : missing
        return playback
    }

    /// Refuses a title at a limit before its address is resolved, which the catalog would refuse as well: here the refusal is
    /// noted for the weekly report.
    private func checkLimits(
        _ request: PlaybackState.Play, _ keyed: KeyedCall, _ call: ServerCall, _ viewer: Viewer
    ) async throws {
        let (profile, shard) = (try viewer.actingProfile, try await store.shard(for: viewer))
        let known = await LimitsClient(profiles: profiles).current()
        let now = store.clocks.milliseconds(in: viewer.household)
        let isBlocked = try await shard.write { db in
            if let known { try ScreenTimeTable.put(known, db) }
            return try ScreenTimeCounter(profile: profile, db).verdict(at: now)?.verdict.isBlocked ?? false
        }
        guard isBlocked else { return }
        let card = try await refusedCard(request, call, viewer, shard)
        let result = try await shard.write(once: keyed, deadline: call.deadline) { db in
            guard let refused = try Self.refused(card, profile, at: now, db) else { throw LimitsChanged() }
            return refused
        }
        // A retry of a title that was opened before the limit has a session, and no refusal.
        if let refusal = result.refusal { throw PlaybackError.limitReached(refusal, until: result.until) }
    }

    /// An adult has granted minutes meanwhile.
    private struct LimitsChanged: RPCErrorConvertible {
        var rpcError: RPCError {
            RPCError(.aborted, "The profile's limits have just changed. Play it again.", executed: .no)
        }
    }

    /// The title that is refused; of a series the episode. As it was stored, where the catalog does not respond.
    private func refusedCard(
        _ request: PlaybackState.Play, _ call: ServerCall, _ viewer: Viewer, _ shard: Shard
    ) async throws -> Card {
        do {
            let card = try await card(of: request.content)
            guard card.kind == .series else { return card }
            let next = try await SeriesReader(store: store, catalog: catalog).episode(of: card, call, for: viewer)
            return try await self.card(of: next.content)
        } catch let error as RPCError where [.unavailable, .deadlineExceeded].contains(error.code) {
            let stored = try await shard.read { try ContentTable.card(of: request.content, $0) }
            guard let stored, viewer.policy.allows(stored) else { throw error }
            return stored
        }
    }

    /// The refusal of a title by the profile's limits, noted for the weekly report; nil when they allow it.
    private static func refused(
        _ card: Card, _ profile: String, at now: Int64, _ db: Database
    ) throws -> Opened? {
        try ScreenTimeCounter(profile: profile, db).refusal(of: card, at: now).map {
            Opened(session: "", progress: 0, refusal: $0.limit, until: $0.until)
        }
    }

    private func check(_ request: PlaybackState.Play) throws(RPCError) {
        try ContentAuthorizer.checkForm(request.content, field: "content")
        let sizes = 1...PlaybackLimits.nameBytes
        guard sizes.contains(request.device.utf8.count) else {
            throw .invalidArgument("device", "must be between 1 and \(PlaybackLimits.nameBytes) bytes.")
        }
        if let variant = request.variant, !sizes.contains(variant.utf8.count) {
            throw .invalidArgument("variant", "must be between 1 and \(PlaybackLimits.nameBytes) bytes.")
        }
    }

    /// The other viewers.
    ///
    /// - Throws: ``PlaybackError`` when a kids profile names other viewers, or one is not in the household; the
    ///   profiles service's errors.
    private func others(
        _ request: PlaybackState.Play, _ profile: String, _ viewer: Viewer
    ) async throws -> [String] {
        let others = Set(request.watchingTogether ?? []).subtracting([profile]).sorted()
        guard !others.isEmpty else { return [] }
        guard viewer.role != .child else { throw PlaybackError.notYours }
        guard others.count < PlaybackLimits.profiles else {
            throw RPCError.invalidArgument("watchingTogether", "at most \(PlaybackLimits.profiles - 1) others.")
        }
        let known = Set(try await profiles.send(Profiles.ListProfiles()).profiles.map(\.id))
        if let stranger = others.first(where: { !known.contains($0) }) { throw PlaybackError.unknownProfile(stranger) }
        return others
    }

    /// The link to play: a download first, which works without the catalog and the network.
    private func resolve(
        _ request: PlaybackState.Play, _ call: ServerCall, _ viewer: Viewer
    ) async throws -> (Card, ResolvedStream, download: String?, NextUpRule?) {
        // A caller that names a link gets that link.
        if request.variant == nil, request.programme == nil,
            let download = await downloads.finished(request.content, call, for: viewer)
        {
            return (download.card, download.stream, download.id, nil)
        }
        let card = try await card(of: request.content)
        guard request.programme == nil || card.kind == .channel else {
            throw RPCError.invalidArgument("programme", "only channels have programmes.")
        }
        if card.kind == .series { return try await resolve(card, request, call, viewer) }
        do {
            return (card, try await preparer.stream(card, request, call, viewer), nil, nil)
        } catch let error as RPCError where error.code == .notFound && request.variant != nil {
            throw PlaybackError.unknownVariant
        }
    }

    /// The same for the episode of a series with which the profile goes on.
    private func resolve(
        _ series: Card, _ request: PlaybackState.Play, _ call: ServerCall, _ viewer: Viewer
    ) async throws -> (Card, ResolvedStream, download: String?, NextUpRule?) {
        guard request.variant == nil else {
            throw RPCError.invalidArgument("variant", "a series has no links: name the episode that the link is of.")
        }
        let next = try await SeriesReader(store: store, catalog: catalog).episode(of: series, call, for: viewer)
        var episode = request
        episode.content = next.content
        let (card, stream, download, _) = try await resolve(episode, call, viewer)
        return (card, stream, download, next.rule)
    }

    private func card(of content: ContentID) async throws -> Card {
        guard let card = try await catalog.card(of: content) else { throw PlaybackError.unknownContent(content) }
        guard Self.kinds.contains(card.kind) else {
            throw PlaybackError.unsupportedType(
                field: "content", "Movies, series, episodes and channels can be played; this is \(card.kind).")
        }
        return card
    }
}
