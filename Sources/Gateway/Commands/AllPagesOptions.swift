internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI

/// Whether a command shows every page of a list.
struct AllPagesOptions: ParsableArguments {
    @Flag(help: "Show every page.")
    var all = false

    /// Fetches a page, or with `--all` it and every one after it.
    ///
    /// - Throws: what `body` throws.
    func fetch<List: PagedList>(
        _ first: PageRequest?, _ body: (PageRequest) async throws -> List
    ) async throws -> List {
        try await Self.fetch(first, isAll: all, body)
    }

    /// Fetches a page, or it and every one after it.
    ///
    /// - Throws: what `body` throws.
    static func fetch<List: PagedList>(
        _ first: PageRequest?, isAll: Bool, _ body: (PageRequest) async throws -> List
    ) async throws -> List {
        var page = first ?? PageRequest()
        guard isAll else { return try await body(page) }
        page.size = PageRequest.maximumSize
        var list = try await body(page)
        while let cursor = list.cursor, cursor != page.cursor {
            page.cursor = cursor
            list.append(try await body(page))
        }
        return list
    }
}

/// A list that comes in pages.
protocol PagedList {
    /// Where the next page begins; nil after the last one.
    var cursor: String? { get }

    /// Adds the next page, and takes its cursor.
    mutating func append(_ next: Self)
}

extension SearchResults: PagedList {
    mutating func append(_ next: Self) { (hits, cursor) = (hits + next.hits, next.cursor) }
}

extension HistoryList: PagedList {
    mutating func append(_ next: Self) { (entries, cursor) = (entries + next.entries, next.cursor) }
}

extension FavouriteList: PagedList {
    mutating func append(_ next: Self) { (favourites, cursor) = (favourites + next.favourites, next.cursor) }
}

extension LinkList: PagedList {
    mutating func append(_ next: Self) { (links, cursor) = (links + next.links, next.cursor) }
}

extension CorrectionList: PagedList {
    mutating func append(_ next: Self) { (corrections, cursor) = (corrections + next.corrections, next.cursor) }
}

extension GuideChannelList: PagedList {
    mutating func append(_ next: Self) { (channels, cursor) = (channels + next.channels, next.cursor) }
}

extension NowNextPage: PagedList {
    mutating func append(_ next: Self) { (channels, cursor) = (channels + next.channels, next.cursor) }
}
