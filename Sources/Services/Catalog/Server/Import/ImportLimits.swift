internal import RPC
package import ServiceKit

/// The resource limits of imports.
package struct ImportLimits: Sendable {
    /// Bytes of an uploaded playlist.
    package var playlistBytes: Int64 = 1 << 30
    /// Bytes of an uploaded guide.
    package var guideBytes: Int64 = 2 << 30
    /// The limits of all uploads.
    package var uploads = UploadLimits()
    /// Bytes of a fetched file.
    package var fileBytes = 4 << 30
    /// Concurrent fetches of a household, each from another server. Uploads need no slot.
    package var fetchSlots = 3
    /// Entries of a playlist, or programmes of a guide, beyond which the job fails.
    package var entries = 2_000_000
    /// Channels of one guide.
    package var guideChannels = 100_000
    /// Bytes of a file read at a time.
    package var pieceBytes = 256 << 10
    /// Pages of the shard that the writer caches during a job: its rows go to many places at once.
    package var writerCacheBytes = 40 << 20
    /// The same during a guide import.
    package var guideCacheBytes = 4 << 20
    /// The total time limit of fetching a source.
    package var fetchTime = Duration.seconds(3_600)
    /// The timeout of a server that sends nothing.
    package var fetchIdleTimeout = Duration.seconds(60)
    /// The minimum bytes per second of a server, on average over ``fetchWindow``.
    package var fetchRate = 1_024
    /// See ``fetchRate``.
    package var fetchWindow = Duration.seconds(60)
    /// The time limit of requests for single channels' programmes during a panel's guide import, while other imports
    /// wait.
    package var panelGuideTime = Duration.seconds(120)
    /// Bytes of a response held in memory: an account's, or one series'.
    package var responseBytes = 32 << 20
    /// Bytes of an element of a panel's list.
    package var elementBytes = 1 << 20
    /// Series of a panel whose details one refresh requests, one at a time.
    package var seriesPerRefresh = 1_000
    /// Films of a panel whose details one refresh requests, one at a time.
    package var filmsPerRefresh = 300
    /// Channels of a panel whose programmes one refresh of its guide requests, one at a time.
    package var guidesPerRefresh = 100
    /// How long an import can be undone.
    package var undoTime = Duration.seconds(7 * 24 * 3_600)
    /// Imports of one source that can be undone, one after the other.
    package var undoableImports = 10
    /// Links or programmes replaced by these imports and kept for undos; the last import can always be undone.
    package var undoableRows = 500_000
    /// Sources with a feed.
    package var feeds = 200
    /// Entries held in memory before they are staged, while as many are being staged. Each commit rewrites the pages of
    /// the indexes that its rows go to, so many rows with one cost less.
    package var stagedEntries = 8_192
    /// The same for a guide's programmes, which are held as bytes.
    package var stagedProgrammes = 12_288
    /// The maximum bytes of either buffer.
    package var stagedBytes = 8 << 20
    /// Titles of programmes whose row numbers a job caches.
    package var cachedTitles = 16_384
    /// The retention of stale titles.
    package var staleRetention = Duration.seconds(7 * 24 * 3_600)
    /// The retention of past programmes, unless a channel offers longer catch-up: see ``GuideRetention``.
    package var guideRetention = Duration.seconds(7 * 24 * 3_600)
    /// Jobs whose reports are retained.
    package var retainedJobs = 200
    /// How often an import is resumed after the service stopped in the middle of it.
    package var resumptions = 3
    /// Pending jobs.
    package var maximumQueuedJobs = 100
    /// Rejected lines listed in a report.
    package var listedRefusals = 100
    /// Adult titles listed in a report.
    package var listedAdults = 10
    /// Titles on either side that are compared to detect renames.
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
    /// Bytes of a programme's catch-up id in a guide, which may be a whole address.
    package var catchupIDBytes = 2_048
    /// Credits of a programme.
    package var programmeCredits = 20
    /// Categories of a programme that are none of the genres.
    package var programmeCategories = 10
    /// Bytes of a picture's address.
    package var pictureBytes = 2_048

    package init() {}
}
