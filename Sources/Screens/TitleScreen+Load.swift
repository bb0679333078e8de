internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
public import WebAPI

extension TitleScreen {
    /// How many episodes are shown: as many as one call returns.
    private static let pageSize = Int32(PlaybackState.GetProgress.maximumCount)

    /// A part, which fills in its result.
    private typealias Filling = @Sendable (inout TitleScreen) -> Void

    /// Queries every service that may have data of a title. Parts that depend on its kind start as soon as the catalog
    /// has answered, without waiting for slower services.
    ///
    /// - Throws: the first failure, or NOT_FOUND, when no service has the title; as ``FanOut/collect(_:)``.
    public static func load(_ request: Gateway.Title, _ fanOut: FanOut) async throws -> TitleScreen {
        let id = request.id
        async let kept = fanOut.collect(Self.keptParts(of: id))
        var page = TitleScreen()
        let first = page.fill(try await fanOut.collect([Self.titlePart(of: id)]))
        if let kind = page.title?.card.kind {
            _ = page.fill(try await fanOut.collect(Self.parts(of: request, kind)))
        }
        if let list = page.episodes, !list.episodes.isEmpty {
            _ = page.fill(try await fanOut.collect([Self.watched(list.episodes.map(\.id))]))
        }
        let other = page.fill(try await kept)
        page.card = page.title?.card ?? page.card
        // A watched or favourite title is shown even after the library has lost it; a title unknown to all services
        // fails.
        guard page.card != nil || page.progress?.lastWatched != nil || page.isFavourite == true else {
            let failure: (any Error)? = first ?? other
            throw failure ?? RPCError(.notFound, "There is no such title.", executed: .no)
        }
        return page
    }

    private mutating func fill(_ found: FanOutResult<Filling>) -> (any PartFailure)? {
        for filling in found.values { filling(&self) }
        missing += found.missing
        return found.firstFailure
    }

    private static func titlePart(of id: ContentID) -> FanOutPart<Filling> {
        FanOutPart(name: "the title", service: Catalog.serviceName) { fanOut in
            let title = try await fanOut.send(Catalog.GetTitle(id: id))
            return { $0.title = title }
        }
    }

    /// The parts from services other than the catalog.
    private static func keptParts(of id: ContentID) -> [FanOutPart<Filling>] {
        [
            FanOutPart(name: "watch progress", service: PlaybackState.serviceName) { fanOut in
                let list = try await fanOut.send(PlaybackState.GetProgress(contents: [id]))
                return { $0.progress = list.titles.first }
            },
            FanOutPart(name: "the queue", service: PlaybackState.serviceName) { fanOut in
                let response = try await fanOut.send(PlaybackState.IsQueued(content: id))
                return { $0.queue = response }
            },
            FanOutPart(name: "favourites", service: Profiles.serviceName) { fanOut in
                let list = try await fanOut.send(Profiles.ListFavourites(contents: [id]))
                return {
                    $0.isFavourite = !list.favourites.isEmpty
                    $0.card = list.favourites.first?.card ?? $0.card
                }
            },
            FanOutPart(name: "downloads", service: Downloads.serviceName) { fanOut in
                let list = try await fanOut.send(Downloads.List())
                let download = list.downloads.first { $0.content == id }
                return {
                    $0.download = download
                    $0.card = $0.card ?? download?.card
                }
            },
        ]
    }

    private static func parts(
        of request: Gateway.Title, _ kind: ContentKind
    ) -> [FanOutPart<Filling>] {
        let id = request.id
        return switch kind {
        case .channel:
            [
                FanOutPart(name: "what is on", service: Catalog.serviceName) { fanOut in
                    let page = try await fanOut.send(Catalog.NowNext(channels: [id]))
                    return { $0.onNow = page.channels.first }
                }
            ]
        case .series:
            [
                FanOutPart(name: "episodes", service: Catalog.serviceName) { fanOut in
                    let request = Catalog.ListEpisodes(
                        series: id, season: request.season,
                        page: PageRequest(size: pageSize, cursor: request.cursor))
                    let list = try await fanOut.send(request)
                    return { $0.episodes = list }
                },
                FanOutPart(name: "the next episode", service: PlaybackState.serviceName) { fanOut in
                    let next = try await fanOut.send(PlaybackState.GetNextUp(content: id))
                    return { $0.nextUp = next }
                },
            ]
        default: []
        }
    }

    private static func watched(_ episodes: [ContentID]) -> FanOutPart<Filling> {
        FanOutPart(name: "what was watched", service: PlaybackState.serviceName) { fanOut in
            let list = try await fanOut.send(PlaybackState.GetProgress(contents: episodes))
            return { $0.episodeProgress = list.titles }
        }
    }
}
