internal import RPC
package import ServiceKit

/// What an import may cost.
package struct ImportLimits: Sendable {
    /// Bytes of a playlist that a caller sends.
    package var playlistBytes: Int64 = 1 << 30
    /// Bytes of a guide that a caller sends.
    package var guideBytes: Int64 = 2 << 30
    /// What callers may send in all.
    package var uploads = UploadLimits()
    /// Bytes of what is fetched.
    package var fileBytes = 4 << 30
    /// Sources of a household that are fetched at a time, each from another server. Files that callers send need no such line.
    package var fetchSlots = 3
    /// Further entries of a playlist, or programmes of a guide, make the job fail.
    package var entries = 2_000_000
    /// Channels of one guide.
    package var guideChannels = 100_000
    /// How much of a file is read at a time.
    package var pieceBytes = 256 << 10
    /// Pages of the shard that the writer keeps in memory during a job: its rows go to many places at once.
    package var writerCacheBytes = 40 << 20
    /// The same while a guide comes in.
    package var guideCacheBytes = 4 << 20
    /// How long fetching a source may take in all.
    package var fetchTime = Duration.seconds(3_600)
    /// How long a server may say nothing in between.
    package var fetchIdleTimeout = Duration.seconds(60)
    /// The least bytes a second that a server may send, on average over ``fetchWindow``.
    package var fetchRate = 1_024
    /// See ``fetchRate``.
    package var fetchWindow = Duration.seconds(60)
    /// How long a panel may be asked after single channels while its guide is being imported, and other imports wait.
    package var panelGuideTime = Duration.seconds(120)
    /// The body of an answer that is kept in memory: about an account, or one series.
    package var answerBytes = 32 << 20
    /// An element of a panel's list.
    package var elementBytes = 1 << 20
    /// Series of a panel that one refresh asks after, one at a time.
    package var seriesPerRefresh = 1_000
    /// Films of a panel that one refresh asks after, one at a time.
    package var filmsPerRefresh = 300
    /// Channels of a panel whose programmes one refresh of its guide asks after, one at a time.
    package var guidesPerRefresh = 100
    /// How long an import can be undone.
    package var undoTime = Duration.seconds(7 * 24 * 3_600)
    /// Imports of one source that can be undone, one after the other.
    package var undoableImports = 10
    /// Links or programmes that these have replaced and that are kept for it; the last one can be undone whatever it has.
    package var undoableRows = 500_000
    /// Sources that are kept up to date.
    package var feeds = 200
    /// Entries that are kept in memory before they are staged, while as many are being staged. Each commit writes again the pages
    /// of the indexes that its rows go to, so many rows with one cost less.
    package var stagedEntries = 8_192
    /// The same of a guide's programmes, which wait as bytes.
    package var stagedProgrammes = 12_288
    /// The most bytes that either may wait as.
    package var stagedBytes = 8 << 20
    /// Titles of programmes whose numbers a job remembers.
    package var cachedTitles = 16_384
    /// How long titles that went missing stay.
    package var staleRetention = Duration.seconds(7 * 24 * 3_600)
    /// How long programmes stay when they are over, unless a channel offers them for longer: see ``GuideRetention``.
    package var guideRetention = Duration.seconds(7 * 24 * 3_600)
    /// Jobs whose reports are kept.
    package var retainedJobs = 200
    /// How often an import is resumed after the service has ended in the middle of it.
    package var resumptions = 3
    /// Jobs that may wait.
    package var maximumQueuedJobs = 100
    /// Refused lines that a report lists.
    package var listedRefusals = 100
    /// Adult titles that a report lists.
    package var listedAdults = 10
    /// Titles on either side that are compared to find out which were only renamed.
    package var comparedRenames = 100_000
    /// Titles recomputed in one batch after the rules changed: a pending job waits for one batch.
    package var rebuildBatch = 20_000
    /// Groups of one entry.
    package var groups = 20
    /// Characters of a group's name.
    package var groupCharacters = 200
    /// Characters of a title, of a link or of a programme.
    package var titleCharacters = 500
    /// Characters of an overview.
    package var overviewCharacters = 10_000
    /// Characters of a number, country, language or guide id.
    package var wordCharacters = 200
    /// Bytes of what a guide calls a programme for catch-up, which may be a whole address.
    package var catchupIDBytes = 2_048
    /// Names of people who take part in a programme.
    package var programmeCredits = 20
    /// Categories of a programme that are none of the genres.
    package var programmeCategories = 10
    /// Bytes of a picture's address.
    package var pictureBytes = 2_048

    package init() {}
}
