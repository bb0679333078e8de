internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Prepares what is opened: chooses the link, and asks the catalog once for all that hints follow from.
struct SessionPreparer: Sendable {
    let store: PlaybackStore
    /// For addresses and episodes.
    let catalog: CatalogClient
    /// For what can be done without.
    let playing: PlayingCatalog
    let features: DeviceFeatures

    // MARK: Links

    /// The link to play: the one that is named, else the one that the profile played last, else the best at or under its
    /// preferred quality, else the catalog's first.
    ///
    /// - Throws: the catalog's `RPCError`; ``PlaybackError/noCatchup``.
    func stream(
        _ card: Card, _ request: PlaybackState.Play, _ call: ServerCall, _ viewer: Viewer
    ) async throws -> ResolvedStream {
        if let programme = request.programme { return try await playing.catchup(on: card.id, at: programme) }
        if let variant = request.variant { return try await catalog.stream(card.id, variant: variant) }
        let choice = try await choice(of: card.id, viewer)
        if let last = choice.last, let stream = try await offered(card.id, last, isNamed: false) { return stream }
        guard choice.preferredLines != nil || choice.records.contains(where: { $0.value.failed > 0 }),
            let best = await sorted(card.id, choice, call)?.first
        else { return try await catalog.stream(card.id, variant: nil) }
        if let stream = try await offered(card.id, best, isNamed: false) { return stream }
        return try await catalog.stream(card.id, variant: nil)
    }

    /// A link's stream; nil when the title does not have it any more.
    ///
    /// - Parameter isNamed: whether the caller has named the link; of others nil, too, when the plan has no such quality.
    func offered(_ content: ContentID, _ variant: String, isNamed: Bool = true) async throws -> ResolvedStream? {
        do {
            return try await catalog.stream(content, variant: variant)
        } catch {
            if error.code == .notFound { return nil }
            if !isNamed, error.detail(FeatureRequired.self)?.feature == .qualityAbove1080p { return nil }
            throw error
        }
    }

    /// What a choice among the links of a title follows from.
    struct Choice: Sendable {
        /// The link that the profile played last.
        var last: String?
        var preferredLines: Int?
        /// The most lines that the household's plan plays; nil for any.
        var maximumLines: Int?
        var records: [String: VariantRecordTable.VariantRecord] = [:]
        /// In milliseconds since 1970.
        var now: Int64 = 0
    }

    func choice(of content: ContentID, _ viewer: Viewer) async throws -> Choice {
        let profile = try viewer.actingProfile
        let time = store.runtime.wallTime
        let now = time.millisecondsSince1970
        return try await store.shard(for: viewer).read { db in
            var choice = Choice(
                preferredLines: try SettingTable.preferredLines(of: profile, db),
                maximumLines: viewer.maximumLines(at: time), now: now)
            guard let row = try ContentTable.row(of: content, db) else { return choice }
            choice.records = try VariantRecordTable.records(of: row, db)
            if let owner = try ProfileTable.row(of: profile, db) {
                choice.last = try VariantRecordTable.last(of: owner, content: row, now: now, db)
            }
            return choice
        }
    }

    /// The links of a title in the order in which to try them; nil when the catalog does not respond.
    func sorted(_ content: ContentID, _ choice: Choice, _ call: ServerCall) async -> [String]? {
        guard let variants = await playing.variants(of: content, for: call), !variants.isEmpty else { return nil }
        let order = VariantOrder(preferredLines: choice.preferredLines)
        let links = variants.map { choice.link($0) }.filter { link in
            choice.maximumLines.map { (link.lines ?? 0) <= $0 } ?? true
        }
        return order.sorted(links).map(\.id)
    }

    // MARK: Facts

    /// What hints follow from, and the past programme that is played. What the catalog does not tell in time is left out.
    func facts(
        of card: Card, _ stream: ResolvedStream, _ request: PlaybackState.Play, _ call: ServerCall, _ viewer: Viewer
    ) async -> (SessionFacts, PlayingProgramme?) {
        var facts = await facts(of: card, stream, isLive: request.programme == nil, call, viewer)
        guard let time = request.programme else { return (facts, nil) }
        let programme = await playing.programme(on: card.id, at: time, for: call)
        facts.programme = programme.map { PlayingProgramme(title: $0.title, start: $0.start, end: $0.stop) }
        return (facts, facts.programme)
    }

    /// How many titles have played by themselves on the device, with the one that is opened.
    func titlesByThemselves(_ request: PlaybackState.Play, of profile: Int64, _ db: Database) throws -> Int64 {
        guard request.playsByItself == true else { return 0 }
        return try PlayingTable.titlesByThemselves(of: profile, on: request.device, db) + 1
    }

    /// What hints follow from; what the catalog does not tell in time is left out.
    func facts(
        of card: Card, _ stream: ResolvedStream, isLive: Bool, _ call: ServerCall, _ viewer: Viewer
    ) async -> SessionFacts {
        var facts = SessionFacts()
        facts.variants = [stream.variant] + stream.fallbacks.filter { $0 != stream.variant }
        if card.kind == .channel {
            if isLive { facts.channels = await channels(around: card, stream, call) }
            return facts
        }
        // A catalog that says nothing about the first is not asked for more.
        guard let times = await playing.introTimes(of: card.id, for: call) else { return facts }
        facts.segments = Self.segments(times)
        if card.kind == .episode { facts.next = try? await next(after: card, call, viewer) }
        return facts
    }

    /// The parts that can be skipped, those within others first.
    static func segments(_ times: IntroTimes) -> [SessionFacts.Segment] {
        let isGuess = !times.hasIntroData
        func usable(_ kind: SegmentKind, _ part: PartTimes?) -> SessionFacts.Segment? {
            part.flatMap { SessionFacts.usable(kind, from: $0.start, to: $0.end, isGuess: isGuess) }
        }
        let preview = usable(.preview, times.preview)
        // A preview behind the credits is a part of its own: skipping these does not pass over it.
        let credits = times.creditStart.map { start in
            PartTimes(start: start, end: preview.flatMap { $0.from > start ? $0.from : nil })
        }
        return [
            usable(.recap, times.recap), usable(.teaser, times.teaser),
            usable(.intro, times.introEnd.map { PartTimes(start: times.introStart ?? 0, end: $0) }), preview,
            usable(.credits, credits),
        ].compactMap(\.self)
    }

    /// The next episode, by the rules of continue watching.
    private func next(after card: Card, _ call: ServerCall, _ viewer: Viewer) async throws -> SessionFacts.Next? {
        guard let series = card.series, let season = card.season, season > 0, let episode = card.episode else {
            return nil
        }
        let profile = try viewer.actingProfile
        let shard = try await store.shard(for: viewer)
        let known = try await shard.read { db -> (row: Int64, playCount: Int)? in
            guard let row = try ProfileTable.row(of: profile, db) else { return nil }
            guard let content = try ContentTable.row(of: card.id, db) else { return (row, 0) }
            return (row, try WatchStateReader.watchState(of: row, content: content, db).playCount)
        }
        let seed = ContinueReader.Seed(
            series: series, season: season, episode: episode, last: .zero, isRewatch: (known?.playCount ?? 0) > 0)
        let finder = NextUp(
            profile: known?.row ?? 0, threshold: PlaybackLimits.watchedThreshold, shard: shard, catalog: catalog)
        guard let entry = try await finder.entries(of: [.finished(seed)], call, limit: 1).first, let next = entry.card
        else { return nil }
        let variants = await sorted(next.id, try await choice(of: next.id, viewer), call)
        return SessionFacts.Next(card: next, variants: variants ?? [], rule: entry.rule)
    }

    /// The channels before and after one with their links; nil for a source whose account allows one stream. Where that is
    /// not known, as to kids profiles, they come without links: nothing of them is opened early.
    private func channels(around card: Card, _ stream: ResolvedStream, _ call: ServerCall) async -> ChannelHint? {
        guard let around = await playing.channels(around: card.id, for: call) else { return nil }
        let allowed = await playing.connections(for: call)
        if let allowed, !allowed.isEmpty {
            let variants = await playing.variants(of: card.id, for: call)
            let source = variants?.first { $0.id == stream.variant }?.source
            if let source, allowed[source] == 1 { return nil }
        }
        func hint(_ channel: NumberedChannel?) async -> PrebufferHint? {
            guard let channel else { return nil }
            guard let allowed else { return PrebufferHint(content: channel.card.id, variants: []) }
            let variants = await playing.variants(of: channel.card.id, for: call) ?? []
            return PrebufferHint(
                content: channel.card.id, variants: variants.filter { allowed[$0.source] != 1 }.map(\.id))
        }
        let hint = ChannelHint(previous: await hint(around.previous), next: await hint(around.next))
        return hint.previous == nil && hint.next == nil ? nil : hint
    }
}

extension SessionPreparer.Choice {
    /// A link of the catalog with what the household has seen of it.
    func link(_ variant: Variant) -> VariantOrder.Link {
        let record = records[variant.id] ?? VariantRecordTable.VariantRecord()
        let hasFailed = variant.failedAt != nil || now - record.lastFailed < PlaybackLimits.failureMilliseconds
        return VariantOrder.Link(
            variant.id, lines: VariantOrder.lines(of: variant.quality ?? variant.name),
            isDoubtful: variant.isStale || hasFailed, worked: record.worked, failed: record.failed)
    }
}
