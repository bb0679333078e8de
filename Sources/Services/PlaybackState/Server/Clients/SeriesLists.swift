internal import CatalogAPI
internal import HearthModel
internal import RPC

extension CatalogClient {
    /// The episodes of a series that the caller may see, in the household's order: none for a series that is not there, or
    /// not for this caller.
    ///
    /// - Parameter season: only those of this season; nil for all.
    /// - Returns: ``PlaybackLimits/seriesEpisodes`` at most, and whether these are all.
    /// - Throws: the catalog's `RPCError` when it does not respond.
    func allEpisodes(
        of series: ContentID, season: Int32? = nil, for call: ServerCall
    ) async throws(RPCError) -> (episodes: EpisodeSequence, isWhole: Bool) {
        do {
            let first = try await episodes(of: series, season: season, cursor: nil, for: call)
            return try await allEpisodes(of: series, season: season, after: first, for: call)
        } catch {
            guard error.code == .notFound else { throw error }
            return (EpisodeSequence(), true)
        }
    }

    /// The episodes of several series, as ``allEpisodes(of:season:for:)`` has those of one, in one call for all that have no
    /// more than a page of them.
    ///
    /// - Parameter series: ``PlaybackLimits/nextSeries`` at most.
    /// - Returns: those of each series; none for one that is not there, or that changed between its pages. Series are left out
    ///   of which a page did not come: then those with further pages are not asked for.
    /// - Throws: the catalog's `RPCError` when it does not respond at all.
    func allEpisodes(
        of series: [ContentID], for call: ServerCall
    ) async throws(RPCError) -> [ContentID: EpisodeSequence] {
        var sequences: [ContentID: EpisodeSequence] = [:]
        guard !series.isEmpty else { return sequences }
        for id in series { sequences[id] = EpisodeSequence() }
        var isSilent = false
        for one in try await episodes(of: series, for: call) {
            if isSilent, one.list.cursor != nil {
                sequences[one.series] = nil
                continue
            }
            do {
                sequences[one.series] = try await allEpisodes(of: one.series, season: nil, after: one.list, for: call)
                    .episodes
            } catch {
                if [.notFound, .invalidArgument].contains(error.code) { continue }
                note(error)
                (sequences[one.series], isSilent) = (nil, true)
            }
        }
        return sequences
    }

    /// The first page of a series' episodes, and those behind it.
    private func allEpisodes(
        of series: ContentID, season: Int32?, after first: EpisodeList, for call: ServerCall
    ) async throws(RPCError) -> (episodes: EpisodeSequence, isWhole: Bool) {
        var (sequence, cursor) = (EpisodeSequence(), first.cursor)
        sequence.append(first)
        while cursor != nil && sequence.cards.count < PlaybackLimits.seriesEpisodes {
            let page = try await episodes(of: series, season: season, cursor: cursor, for: call)
            sequence.append(page)
            cursor = page.cursor
        }
        return (sequence, cursor == nil)
    }
}

/// The episodes of some series, read from the catalog before a transaction that needs them.
struct SeriesLists: Sendable {
    private var lists: [ContentID: EpisodeSequence] = [:]
    /// Whether the catalog did not respond: then it is not called again.
    private(set) var isSilent = false

    /// The episodes of a series; nil when they were not read.
    subscript(series: ContentID) -> EpisodeSequence? { lists[series] }

    /// Reads the episodes of several series in one call, unless it was done before.
    mutating func load(_ series: [ContentID], _ catalog: CatalogClient, for call: ServerCall) async {
        let missing = series.filter { lists[$0] == nil }
        guard !missing.isEmpty, !isSilent else { return }
        do {
            lists.merge(try await catalog.allEpisodes(of: missing, for: call)) { $1 }
            isSilent = missing.contains { lists[$0] == nil }
        } catch {
            catalog.note(error)
            isSilent = true
        }
    }

    /// Reads the episodes of a series, unless it was done before.
    mutating func load(_ series: ContentID, _ catalog: CatalogClient, for call: ServerCall) async {
        guard lists[series] == nil, !isSilent else { return }
        do { lists[series] = try await catalog.allEpisodes(of: series, for: call).episodes } catch {
            catalog.note(error)
            isSilent = true
        }
    }
}
