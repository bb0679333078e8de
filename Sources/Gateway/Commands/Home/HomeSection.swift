internal import CatalogAPI
internal import DownloadsAPI
internal import Household
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import SchedulerAPI

/// One row of the home screen.
struct HomeSection: Encodable, Sendable {
    /// Its name, for scripts and `--section`.
    var name: String
    /// What stands above it.
    var title: String
    /// What is in it, in order.
    var items: [HomeItem]
}

/// One thing on the home screen: a title, a time of the programme, or a link to read.
struct HomeItem: Encodable, Sendable {
    /// The title's id, the slot's, or the link's.
    var id: String
    /// What it is called; absent when the library does not have it any more.
    var title: String?
    /// movie, series, episode or channel; placeholder for a time without a title; article, video or audio for a link.
    var kind: String
    /// Why it stands here, in a few words: how far it was seen, what is on.
    var note: String?
    /// The title in short; absent for a link.
    var card: Card?
    /// A link's address.
    var url: String?
    /// The part that was seen, 0 to 1, of what was begun.
    var progress: Double?
}

extension HomeItem {
    /// A title, by its card where one is known.
    init(_ content: ContentID, _ card: Card?, note: String? = nil) {
        self.init(
            id: content.rawValue, title: card.map { CardFormatter.title($0) }, kind: card?.kind.rawValue ?? "", note: note,
            card: card)
    }

    init(_ entry: ContinueEntry) {
        self.init(entry.content, entry.card, note: PlaybackFormatter.percent(entry.progress))
        progress = entry.progress
    }

    /// A channel with what is on.
    init(_ row: ChannelNow, _ clock: WallClock) {
        let now = row.now.map { "\($0.displayTitle) until \(clock.time($0.stop))" }
        self.init(row.channel.id, row.channel, note: now)
    }

    /// Something of the household's programme: what is on in it, or the slot where nothing in particular is.
    init(_ time: ProgrammeTime, note: String) {
        let (slot, card) = (time.slot, time.slot.card)
        self.init(
            id: card?.id.rawValue ?? slot.id, title: slot.title, kind: card?.kind.rawValue ?? slot.kind.rawValue,
            note: note, card: card)
    }

    init(_ download: Download) {
        self.init(download.content, download.card, note: DownloadFormatter.standing(download))
    }

    init(_ link: Link) {
        self.init(
            id: link.id, title: link.displayTitle, kind: link.types.map(\.rawValue).joined(separator: " and "),
            note: link.domain, url: link.url)
    }
}
