internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import SchedulerAPI
public import WebAPI

extension HomeScreen {
    /// Fetches the rows, all at the same time.
    ///
    /// - Throws: the first failure when no row has come; as ``FanOut/collect(_:)``.
    public static func load(_ request: Gateway.Home, _ fanOut: FanOut) async throws -> HomeScreen {
        async let names = request.rows == nil ? preferred(fanOut) : []
        let found = try await fanOut.collect(HomeRows(request).parts)
        if found.values.isEmpty, let failure = found.firstFailure { throw failure }
        return HomeScreen(rows: sorted(found.values.flatMap(\.self), by: await names), missing: found.missing)
    }

    /// The rows that the household has put first; none when profiles does not respond: the screen is shown all the same.
    private static func preferred(_ fanOut: FanOut) async -> [String] {
        let household = try? await fanOut.send(Profiles.GetHousehold())
        return household?.preferences?.homeRows ?? []
    }

    /// Named rows first, in their order; the others follow in theirs.
    private static func sorted(_ rows: [HomeRow], by names: [String]) -> [HomeRow] {
        let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        return rows.enumerated().sorted { one, other in
            let first = (places[one.element.name.rawValue] ?? names.count, one.offset)
            return first < (places[other.element.name.rawValue] ?? names.count, other.offset)
        }.map(\.element)
    }
}

/// The rows of the home screen and their sources.
private struct HomeRows: Sendable {
    private let request: Gateway.Home
    private let size: Int32

    init(_ request: Gateway.Home) {
        self.request = request
        size = request.size ?? Gateway.Home.standardSize
    }

    /// Up next is a glance: fewer items than other rows.
    private static let upNext: Int32 = 5
    /// Favourite channels whose programme is fetched.
    private static let favouriteChannels: Int32 = 50
    /// The share of the timeout in which favourites must arrive to select the guide's channels.
    private static let favouritesShare = 0.5

    private typealias Part = FanOutPart<[HomeRow]>

    /// A part for each row, and one for all of discovery.
    var parts: [FanOutPart<[HomeRow]>] {
        let names = request.rows ?? HomeRowName.all
        let rows = names.isEmpty ? [] : standard.filter { part in names.contains { $0.rawValue == part.name } }
        return rows + (request.discovery.map { [discovery($0)] } ?? []) + (request.genres ?? []).map(genre)
    }

    private var standard: [Part] {
        [
            row(.continueWatching, of: PlaybackState.serviceName) { row, fanOut in
                row.continued = try await fanOut.send(PlaybackState.ContinueWatching(limit: size))
            },
            row(.upNext, of: PlaybackState.serviceName) { row, fanOut in
                var queue = try await fanOut.send(PlaybackState.ListQueue())
                queue.entries = Array(queue.entries.prefix(Int(min(size, Self.upNext))))
                row.queue = queue
            },
            row(.programme, of: Scheduler.serviceName) { row, fanOut in
                row.programme = try await fanOut.send(Scheduler.Now())
            },
            row(.onNow, of: Catalog.serviceName) { row, fanOut in row.channels = try await onNow(fanOut) },
            row(.favourites, of: Profiles.serviceName) { row, fanOut in
                row.favourites = try await fanOut.send(Profiles.ListFavourites(page: page))
            },
            row(.recentlyWatched, of: PlaybackState.serviceName) { row, fanOut in
                var history = try await fanOut.send(PlaybackState.ListHistory(page: page))
                // A title that was watched twice is shown once, where it was watched last.
                var seen: Set<ContentID> = []
                history.entries.removeAll { !seen.insert($0.content).inserted }
                row.history = history
            },
            row(.new, of: Catalog.serviceName) { row, fanOut in
                row.titles = try await fanOut.send(newest([.movie, .series])).hits
                // Of a library that has channels alone these are shown.
                if row.titles?.isEmpty ?? true { row.titles = try await fanOut.send(newest(nil)).hits }
            },
            row(.toRead, of: ReadingList.serviceName) { row, fanOut in
                row.links = try await fanOut.send(ReadingList.ListLinks(page: page))
            },
            row(.downloads, of: Downloads.serviceName) { row, fanOut in
                var list = try await fanOut.send(Downloads.List())
                list.downloads = Array(list.downloads.prefix(Int(size)))
                row.downloads = list
            },
        ]
    }

    private func newest(_ kinds: [ContentKind]?) -> Catalog.Search {
        Catalog.Search(text: "", kinds: kinds, sort: .added, page: page)
    }

    private func genre(_ genre: String) -> Part {
        row(.genre(genre), of: Catalog.serviceName) { row, fanOut in
            let search = Catalog.Search(text: "", genres: [genre], sort: .newest, page: page)
            row.titles = try await fanOut.send(search).hits
            row.genre = genre
        }
    }

    private func discovery(_ sections: [DiscoverySectionName]) -> Part {
        Part(name: "discovery", service: Catalog.serviceName) { fanOut in
            let size = min(self.size, Catalog.ListDiscovery.maximumSize)
            let found = try await fanOut.send(Catalog.ListDiscovery(sections: sections, size: size))
            return found.sections.map { section in
                var row = HomeRow(.discovery(section.name))
                (row.titles, row.genre) = (section.cards, section.genre)
                return row
            }
        }
    }

    private var page: PageRequest { PageRequest(size: size) }

    private func row(
        _ name: HomeRowName, of service: String, fill: @escaping @Sendable (inout HomeRow, FanOut) async throws -> Void
    ) -> Part {
        Part(name: name.rawValue, service: service) { fanOut in
            var row = HomeRow(name)
            try await fill(&row, fanOut)
            return [row]
        }
    }

    /// On now: on favourite channels, or on the first channels when there are no favourites or they are unavailable.
    private func onNow(_ fanOut: FanOut) async throws -> [ChannelNow] {
        let favourites = try? await fanOut.send(
            Profiles.ListFavourites(kinds: [.channel], page: PageRequest(size: Self.favouriteChannels)),
            share: Self.favouritesShare)
        let channels = favourites?.favourites.map(\.content) ?? []
        let found = try await fanOut.send(
            Catalog.NowNext(
                channels: channels.isEmpty ? nil : channels, onlyWithGuide: channels.isEmpty ? true : nil,
                page: channels.isEmpty ? page : nil))
        return Array(found.channels.filter { $0.now != nil }.prefix(Int(size)))
    }
}
