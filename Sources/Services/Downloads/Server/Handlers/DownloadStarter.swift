internal import Access
internal import CatalogAPI
internal import DownloadsAPI
internal import GRDB
internal import HTTPFetch
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Starts downloads: resolves the titles, probes the links and reserves space.
struct DownloadStarter: Sendable {
    private let queue: DownloadQueue
    /// Called with the caller's own token, so that hidden titles do not exist.
    private let catalog: RPCClient<Catalog>
    private let admission: ScreenTimeAdmission

    init(queue: DownloadQueue, catalog: RPCClient<Catalog>, admission: ScreenTimeAdmission) {
        (self.queue, self.catalog, self.admission) = (queue, catalog, admission)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.Start.self) { request, call in try await start(request, call, for: call.viewer) }
    }

    private var store: DownloadsStore { queue.store }

    private func start(
        _ request: Downloads.Start, _ call: ServerCall, for viewer: Viewer
    ) async throws -> DownloadsStarted {
        let profile = try viewer.actingProfile
        let setting = try await store.read(viewer.household) { try SettingTable.values(of: profile, $0).quality }
        let quality = request.quality ?? setting ?? .medium
        guard DownloadQuality.all.contains(quality) else {
            let known = DownloadQuality.all.map(\.rawValue).joined(separator: ", ")
            throw RPCError.invalidArgument("quality", "must be one of \(known).")
        }
        guard request.content.isWellFormed else { throw RPCError.invalidArgument("content", "is not a title's ID.") }
        if let variant = request.variant, !(1...DownloadsLimits.variantBytes).contains(variant.utf8.count) {
            throw RPCError.invalidArgument("variant", "must be between 1 and \(DownloadsLimits.variantBytes) bytes.")
        }
        guard !viewer.deviceLacks.contains(.downloads) else { throw DownloadsError.deviceCannotDownload }
        try await admission.check(request.content, for: viewer)
        guard let card = try await catalog.send(Catalog.GetCards(ids: [request.content])).cards.first else {
            throw DownloadsError.unknownContent(request.content)
        }
        var cards = [card]
        switch card.kind {
        case .movie, .episode: break
        case .channel: throw HLSError.live.asTrouble
        case .series: cards = try await episodes(of: card, season: request.season)
        default: throw DownloadsError.trouble(.notSupported, "Movies, episodes and series can be downloaded.")
        }
        guard card.kind == .series || request.season == nil else {
            throw RPCError.invalidArgument("season", "is for a series.")
        }
        guard card.kind != .series || request.variant == nil else {
            throw RPCError.invalidArgument("variant", "is a title's own; a series has none.")
        }
        // Expired downloads are deleted first, which frees their space.
        try await queue.expire(viewer.household)
        let isAlone = card.kind != .series
        var wanted: [Wanted] = []
        for card in cards {
            wanted.append(try await want(card, variant: request.variant, quality, probesFirst: isAlone, for: viewer))
        }
        return try await start(wanted, call, for: viewer)
    }

    /// A requested title.
    private enum Wanted: Sendable {
        /// The profile has it already.
        case existing(Int64)
        case new(FileTable.New)

        /// Bytes to reserve; nil for an existing download.
        var reserved: Int64? { if case .new(let new) = self { new.reserved } else { nil } }
    }

    /// The outcome for a title: the row of its file, and whether the profile had it before.
    private struct Started: Codable {
        var row: Int64
        var existing: Bool
    }

    /// Starts all requested titles, or none when they do not fit together.
    private func start(
        _ wanted: [Wanted], _ call: ServerCall, for viewer: Viewer
    ) async throws -> DownloadsStarted {
        let profile = try viewer.actingProfile
        let terms = store.terms(in: viewer.household)
        let started = try await store.write(viewer.household, onceIfKeyed: call) { db in
            var ledger = try LedgerTable.ledger(terms, db)
            let used = ledger.charge(of: profile)
            var started: [Started] = []
            do {
                for wanted in wanted {
                    switch wanted {
                    case .existing(let row): started.append(Started(row: row, existing: true))
                    case .new(let new): started.append(try Self.insert(new, for: profile, &ledger, db))
                    }
                }
            } catch let error as DownloadsError where wanted.count > 1 {
                throw error.ofSeveral(
                    wanted.compactMap(\.reserved), fitting: started.count { !$0.existing }, used: used)
            }
            return started
        }
        let board = queue.board(of: viewer.household)
        for entry in started where !entry.existing { board.touch(entry.row) }
        queue.wake(viewer.household)
        let seen = try await DownloadViews(queue: queue, viewer: viewer).some(started.map(\.row))
        return DownloadsStarted(
            downloads: started.compactMap { entry in
                seen[entry.row]?.download.map { StartedDownload(download: $0, existing: entry.existing) }
            })
    }

    private func episodes(of series: Card, season: Int32?) async throws -> [Card] {
        var (cards, cursor): ([Card], String?) = ([], nil)
        repeat {
            let page = PageRequest(size: PageRequest.maximumSize, cursor: cursor)
            let list = try await catalog.send(Catalog.ListEpisodes(series: series.id, season: season, page: page))
            cards += list.episodes
            cursor = list.cursor
        } while cursor != nil && cards.count < DownloadsLimits.downloadsPerProfile
        guard !cards.isEmpty else { throw DownloadsError.unknownContent(series.id) }
        return cards
    }

    /// - Parameter probesFirst: whether the link is probed before the answer. Not for a whole season: a broken link
    ///   shows when its fetch starts.
    private func want(
        _ card: Card, variant: String?, _ quality: DownloadQuality, probesFirst: Bool, for viewer: Viewer
    ) async throws -> Wanted {
        let profile = try viewer.actingProfile
        if let row = try await existing(card.id, for: profile, in: viewer.household) { return .existing(row) }
        let link = if let variant { variant } else { try await choose(card.id, quality) }
        let stream = try await resolve(card.id, link, in: viewer.household)
        let shared = try await store.read(viewer.household) { [card] db in
            try FileTable.shared(card.id, stream.variant, quality, db) != nil
        }
        var found: LinkProbeResult?
        if probesFirst, !shared {
            found = try await look(at: stream, of: card.id, quality)
        }
        return .new(
            FileTable.New(
                id: store.makeID(), card: card, variant: stream.variant, quality: quality,
                kind: found?.kind ?? .unknown, reserved: found?.expectedBytes ?? Self.estimate(card, quality),
                total: found?.expectedBytes, started: store.now))
    }

    /// The id of the link for a quality; nil for the catalog's first.
    private func choose(_ content: ContentID, _ quality: DownloadQuality) async throws -> String? {
        if quality == .best { return nil }
        return VariantSelection.variant(
            of: try await catalog.send(Catalog.GetTitle(id: content)).variants, for: quality)
    }

    /// The caller may see the title; the address of its link never leaves this service.
    private func resolve(
        _ content: ContentID, _ variant: String?, in household: String
    ) async throws -> ResolvedStream {
        do {
            return try await queue.links.stream(of: content, variant: variant, in: household)
        } catch let error as RPCError where error.code == .notFound {
            throw DownloadsError.unknownContent(content)
        }
    }

    private func existing(_ content: ContentID, for profile: String, in household: String) async throws -> Int64? {
        try await store.read(household) { try FileTable.all(of: profile, content: content, $0).first?.row }
    }

    /// Probes a link; nil when its server does not answer now, which a download survives.
    private func look(
        at stream: ResolvedStream, of content: ContentID, _ quality: DownloadQuality
    ) async throws -> LinkProbeResult? {
        let source = try MediaSource(url: stream.url, headers: stream.headers)
        do {
            return try await queue.look.look(at: source, quality: quality)
        } catch let error as HLSError {
            throw error.asTrouble
        } catch let error as FetchJob.Interrupted {
            throw DownloadsError.trouble(error.code, error.message)
        } catch let error as FetchError {
            if error.isTransient { return nil }
            if error.isRefusal {
                let request = Catalog.ReportStream(id: content, variant: stream.variant, outcome: .failed)
                let options = CallOptions(timeout: LinkResolver.reportTimeout, criticality: .sheddable)
                _ = try? await catalog.send(request, options: options)
            }
            throw DownloadsError(error)
        }
    }

    /// The estimated size of a title without a known one: its duration at the quality's highest bit rate.
    private static func estimate(_ card: Card, _ quality: DownloadQuality) -> Int64 {
        let minutes = Int64(max(1, card.runtimeMinutes ?? DownloadsLimits.unknownMinutes))
        let bits = quality == .best ? DownloadsLimits.unknownBitsPerSecond : quality.bitsPerSecond
        return minutes * 60 * Int64(bits) / 8
    }

    private static func insert(
        _ new: FileTable.New, for profile: String, _ ledger: inout StorageLedger, _ db: Database
    ) throws -> Started {
        // Another caller may have started it since the check.
        if let file = try FileTable.all(of: profile, content: new.card.id, db).first {
            return Started(row: file.row, existing: true)
        }
        guard try FileRequestTable.count(of: profile, db) < DownloadsLimits.downloadsPerProfile else {
            throw DownloadsError.tooManyDownloads(DownloadsLimits.downloadsPerProfile)
        }
        let shared = try FileTable.shared(new.card.id, new.variant, new.quality, db)
        let row = try shared?.row ?? FileTable.insert(new, db)
        do { try ledger.add(row, bytes: new.reserved, for: profile) } catch {
            // The error rolls back the inserted files.
            throw try LedgerTable.refusal(error, ledger, db)
        }
        guard var file = try FileTable.find(row, db) else { throw DownloadsError.unknownDownload }
        _ = file.state.start(for: profile)
        // A new request retries a failed file.
        if shared != nil { try file.state.retry(for: profile) }
        try FileTable.put(file.state, of: file, at: new.started, db)
        return Started(row: row, existing: false)
    }
}
