internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import SchedulerAPI
internal import WebAPI

/// One row of the home screen.
struct HomeSection: Encodable, Sendable {
    /// Its name, for scripts and `--section`.
    var name: String
    /// The heading.
    var title: String
    /// The items, in order.
    var items: [HomeItem]
}

/// One thing on the home screen: a title, a time of the programme, or a link to read.
struct HomeItem: Encodable, Sendable {
    /// The title's id, the slot's, or the link's.
    var id: String
    /// Its title; absent when the library has removed it.
    var title: String?
    /// movie, series, episode or channel; placeholder for a time without a title; article, video or audio for a link.
    var kind: String
    /// Why it is shown, in a few words: the watch progress, the current programme.
    var note: String?
    /// The title in short; absent for a link.
    var card: Card?
    /// A link's address.
    var url: String?
    /// The watch progress, 0 to 1, of a started title.
    var progress: Double?

    /// What `@3` means of it: a link by its address, a slot by having no title of the library, anything else a title.
    var row: ListedRow {
        if url != nil { return ListedRow([.link: id]) }
        return isSlot ? ListedRow([.slot: id]) : .title(id)
    }

    /// Whether ``id`` is a slot's.
    private var isSlot: Bool { card == nil && kind == SlotKind.placeholder.rawValue }
}

extension HomeSection {
    /// Row headings; a genre's is the genre.
    private static let titles: [HomeRowName: String] = [
        .continueWatching: "Continue watching", .upNext: "Up next", .programme: "Your household's programme",
        .onNow: "On now", .favourites: "Favourites", .recentlyWatched: "Recently watched", .new: "New in your library",
        .toRead: "To read", .downloads: "Downloads",
    ]

    /// A row as it is printed.
    ///
    /// - Parameter limit: how many items there are at most.
    init(_ row: HomeRow, limit: Int, _ clock: WallClock) {
        self.init(
            name: row.name.rawValue, title: Self.titles[row.name] ?? row.genre ?? row.name.rawValue,
            items: Array(Self.items(row, clock).prefix(limit)))
    }

    private static func items(_ row: HomeRow, _ clock: WallClock) -> [HomeItem] {
        if let list = row.continued { return list.titles.map { HomeItem($0) } }
        if let queue = row.queue { return queue.entries.map { HomeItem($0.content, $0.card) } }
        if let programme = row.programme {
            // By the household's clocks, like everything of the programme; nothing here is further off than a day.
            return programme.now.map { HomeItem($0, note: "until \($0.localEnd.suffix(5))") }
                + programme.next.map { HomeItem($0, note: "\($0.localStart.suffix(5))") }
        }
        if let channels = row.channels { return channels.map { HomeItem($0, clock) } }
        if let list = row.favourites {
            return list.favourites.map {
                HomeItem($0.content, $0.card, note: $0.isAvailable == false ? CardFormatter.gone : nil)
            }
        }
        if let history = row.history {
            return history.entries.map {
                HomeItem($0.content, $0.card, note: clock.time($0.lastWatched ?? $0.started))
            }
        }
        if let links = row.links { return links.links.map { HomeItem($0) } }
        if let downloads = row.downloads { return downloads.downloads.map { HomeItem($0) } }
        return (row.titles ?? []).map { HomeItem($0.id, $0) }
    }
}

extension HomeItem {
    /// A title, by its card if it is known.
    init(_ content: ContentID, _ card: Card?, note: String? = nil) {
        self.init(
            id: content.rawValue, title: card.map { CardFormatter.title($0) }, kind: card?.kind.rawValue ?? "",
            note: note,
            card: card)
    }

    init(_ entry: ContinueEntry) {
        self.init(entry.content, entry.card, note: PlaybackFormatter.percent(entry.progress))
        progress = entry.progress
    }

    /// A channel with its current programme.
    init(_ row: ChannelNow, _ clock: WallClock) {
        let now = row.now.map { "\($0.displayTitle) until \(clock.time($0.stop))" }
        self.init(row.channel.id, row.channel, note: now)
    }

    /// A slot of the schedule: its title, or the slot itself when it is a placeholder.
    init(_ time: ProgrammeTime, note: String) {
        let (slot, card) = (time.slot, time.slot.card)
        self.init(
            id: card?.id.rawValue ?? slot.id, title: slot.title, kind: card?.kind.rawValue ?? slot.kind.rawValue,
            note: note, card: card)
    }

    init(_ download: Download) {
        self.init(download.content, download.card, note: DownloadFormatter.status(download))
    }

    init(_ link: Link) {
        self.init(
            id: link.id, title: link.displayTitle, kind: link.types.map(\.rawValue).joined(separator: " and "),
            note: link.domain, url: link.url)
    }
}
