/// Every limit of this service, with its unit last.
enum ReadingListLimits {
    /// Links that a profile can have.
    static let linksPerProfile = 200_000
    /// Links that one call can change.
    static let batchLinks = 500
    /// Bytes of an id.
    static let idBytes = 40
    /// The most bytes of text in a page; a page that would exceed them has fewer links.
    static let pageBytes = 1 << 20
    /// Bytes of a title.
    static let titleBytes = 1_000
    /// Bytes of a description.
    static let descriptionBytes = 8_000
    /// Bytes of a note.
    static let noteBytes = 16_000
    /// Bytes of a tag.
    static let tagBytes = 100
    /// Tags of one link.
    static let tagsPerLink = 50
    /// The longest search text, in characters.
    static let searchCharacters = 200
    /// The most words of a search text.
    static let searchWords = 16
    /// The default number of listed domains.
    static let topDomains = 20
    /// Rules for sites that a profile can have.
    static let siteRules = 1_000
    /// How long deleted links can be brought back.
    static let undoTime = Duration.seconds(7 * 24 * 3_600)
    /// How often expired deletions are erased.
    static let maintenanceInterval = Duration.seconds(3_600)
    /// Deleted links that one write removes.
    static let purgeBatch = 500
    /// Bytes of a file of links.
    static let fileBytes: Int64 = 512 << 20
    /// Entries that one file can have.
    static let fileEntries = 200_000
    /// Members of a zip archive of lists; together they have at most ``fileBytes``.
    static let archiveMembers = 1_000
    /// Bytes of a file that are read at a time.
    static let pieceBytes = 64 << 10
    /// Entries prepared at a time.
    static let chunkLinks = 200
    /// Links that an import adds before it yields to other jobs.
    static let stepLinks = 10
    /// Refused entries that a report lists.
    static let listedRefusals = 100
    /// Imports that wait or run in a household.
    static let openImports = 20
    /// How long an import that was interrupted waits before it is tried again.
    static let importPause = Duration.seconds(30)
    /// Stored reports.
    static let retainedImports = 100
    /// The most bytes of one text in a file of links; a longer one is truncated.
    static let importedTextBytes = 32 << 10
    /// Bytes of one tag of HTML, icons included; longer ones are skipped.
    static let markupBytes = 1 << 20
    /// The maximum depth of a JSON file.
    static let jsonDepth = 100
}
