internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import SchedulerAPI

/// The rows of the home screen and their sources.
struct HomeSections: Sendable {
    /// How many there are in a row at most.
    let limit: Int32
    let clock: WallClock

    /// Up next is a glance: fewer items than other rows.
    private static let upNext: Int32 = 5
    /// Favourite channels whose programme is fetched.
    private static let favouriteChannels: Int32 = 50
    /// The share of the timeout in which favourites must arrive to select the guide's channels.
    private static let favouritesShare = 0.5

    /// Every row except those of genres, in the order of the screen.
    var standard: [FanOutPart<HomeSection>] {
        [
            row("continue-watching", "Continue watching", of: PlaybackState.serviceName) { fanOut in
                let list = try await fanOut.send(PlaybackState.ContinueWatching(limit: limit))
                return list.titles.map(HomeItem.init)
            },
            row("up-next", "Up next", of: PlaybackState.serviceName) { fanOut in
                let queue = try await fanOut.send(PlaybackState.ListQueue())
                return queue.entries.prefix(Int(min(limit, Self.upNext))).map { HomeItem($0.content, $0.card) }
            },
            // By the household's clocks, like everything of the programme; nothing here is further off than a day.
            row("programme", "Your household's programme", of: Scheduler.serviceName) { fanOut in
                let programme = try await fanOut.send(Scheduler.Now())
                let now = programme.now.map { HomeItem($0, note: "until \($0.localEnd.suffix(5))") }
                return Array(
                    (now + programme.next.map { HomeItem($0, note: "\($0.localStart.suffix(5))") }).prefix(Int(limit)))
            },
            row("on-now", "On now", of: Catalog.serviceName, load: onNow),
            row("favourites", "Favourites", of: Profiles.serviceName) { fanOut in
                let list = try await fanOut.send(Profiles.ListFavourites(page: page))
                return list.favourites.map {
                    HomeItem($0.content, $0.card, note: $0.isAvailable == false ? CardFormatter.gone : nil)
                }
            },
            row("recently-watched", "Recently watched", of: PlaybackState.serviceName) { fanOut in
                let list = try await fanOut.send(PlaybackState.ListHistory(page: page))
                // A title that was watched twice is shown once, where it was watched last.
                return list.entries.uniqued(by: \.content).map {
                    HomeItem($0.content, $0.card, note: clock.time($0.lastWatched ?? $0.started))
                }
            },
            row("new", "New in your library", of: Catalog.serviceName) { fanOut in
                try await titles(Catalog.Search(text: "", sort: .added, page: page), fanOut)
            },
            row("to-read", "To read", of: ReadingList.serviceName) { fanOut in
                let list = try await fanOut.send(ReadingList.ListLinks(page: page))
                return list.links.map(HomeItem.init)
            },
            row("downloads", "Downloads", of: Downloads.serviceName) { fanOut in
                let list = try await fanOut.send(Downloads.List())
                return list.downloads.prefix(Int(limit)).map(HomeItem.init)
            },
        ]
    }

    /// A row of one genre.
    func genre(_ genre: String) -> FanOutPart<HomeSection> {
        row("genre:\(genre)", genre, of: Catalog.serviceName) { fanOut in
            try await titles(Catalog.Search(text: "", genres: [genre], sort: .newest, page: page), fanOut)
        }
    }

    private var page: PageRequest { PageRequest(size: limit) }

    private func row(
        _ name: String, _ title: String, of service: String,
        load: @escaping @Sendable (FanOut) async throws -> [HomeItem]
    ) -> FanOutPart<HomeSection> {
        FanOutPart(name: name, service: service) { fanOut in
            HomeSection(name: name, title: title, items: try await load(fanOut))
        }
    }

    /// On now: on favourite channels, or on the first channels when there are no favourites or they are unavailable.
    private func onNow(_ fanOut: FanOut) async throws -> [HomeItem] {
        let favourites = try? await fanOut.send(
            Profiles.ListFavourites(kinds: [.channel], page: PageRequest(size: Self.favouriteChannels)),
            share: Self.favouritesShare)
        let channels = favourites?.favourites.map(\.content) ?? []
        let page = try await fanOut.send(
            Catalog.NowNext(
                channels: channels.isEmpty ? nil : channels, onlyWithGuide: channels.isEmpty ? true : nil,
                page: channels.isEmpty ? page : nil))
        return page.channels.filter { $0.now != nil }.prefix(Int(limit)).map { HomeItem($0, clock) }
    }

    private func titles(_ search: Catalog.Search, _ fanOut: FanOut) async throws -> [HomeItem] {
        try await fanOut.send(search).hits.map { HomeItem($0.id, $0) }
    }
}
