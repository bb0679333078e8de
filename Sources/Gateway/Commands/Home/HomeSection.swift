internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import SchedulerAPI

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
