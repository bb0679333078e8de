public import HearthModel

/// The result of an import.
///
/// Every entry read is one of the first four: `read = added + updated + unchanged + grouped`. The titles of a playlist
/// are its movies, episodes and channels; those of a guide are its programmes.
public struct ImportReport: Codable, Sendable, Hashable {
    /// Entries read; rejected lines do not count.
    public var read: Int64
    /// Titles that the source did not have before.
    public var added: Int64
    /// Titles whose links or description changed.
    public var updated: Int64
    /// Unchanged titles.
    public var unchanged: Int64
    /// Entries that became another link of a title of an earlier entry, duplicates included.
    public var grouped: Int64
    /// Titles that the source no longer has.
    public var removed: Int64
    /// Of the removed titles, those that are kept as stale for seven days.
    public var stale: Int64
    /// Rejected lines.
    public var refused: Int64
    /// The first hundred of them.
    public var refusedLines: [RefusedEntry]
    /// Texts that exceeded their limit and were truncated.
    public var cut: Int64
    /// Titles marked adult. Kids never see them; adults can hide them with profiles' `AnswerAdultPrompt`.
    public var adultFound: Int64
    /// Some of them, as far as the caller may see them.
    public var adultSamples: [Card]
    /// Channels of the guide, for a guide.
    public var guideChannels: Int64?
    /// For a guide, the channels of the catalog that now use it; for a playlist, those of its channels that have a
    /// guide, from any source.
    public var matchedChannels: Int64?
    /// The duration of the job in milliseconds.
    public var milliseconds: Int64
    /// Whether this is a dry run: nothing was changed.
    public var isDryRun: Bool?
    /// In a dry run, the first ten titles that would be added, as far as the caller may see them; none for a guide.
    public var addedSamples: [Card]?
    /// In a dry run, the first ten titles of the source that would change, as they would be, as far as the caller may
    /// see them.
    public var changedSamples: [Card]?
    /// In a dry run, the first ten titles that the source would lose, as far as the caller may see them.
    public var removedSamples: [Card]?
    /// In a dry run of a guide, the first ten programmes and channels that would be added, changed and removed; absent
    /// otherwise.
    public var guideSamples: GuideSamples?
    /// Whether the guide's file is truncated: the part before is imported, and no previous programme is removed.
    public var isCut: Bool?
    /// Whether the server answered "not modified", so that nothing was read.
    public var isNotModified: Bool?
    /// Whether the source has adult titles and the household has not yet decided about them with profiles'
    /// `AnswerAdultPrompt`. Absent also for callers who may not see them.
    public var asksAboutAdult: Bool?
    /// The guides that a playlist names for its channels, each as its server only; see ``Catalog/AddSource/guideOf``.
    public var offeredGuides: [String]?
    /// Whether all of a guide's programmes are in the past; absent where not.
    public var isOver: Bool?
    /// Further notes for display: a part that the source omitted and that was kept, for example.
    public var notes: [String]?

    /// Makes an empty report.
    public init() {
        read = 0
        added = 0
        updated = 0
        unchanged = 0
        grouped = 0
        removed = 0
        stale = 0
        refused = 0
        refusedLines = []
        cut = 0
        adultFound = 0
        adultSamples = []
        milliseconds = 0
    }
}

/// A rejected line of a file.
public struct RefusedEntry: Codable, Sendable, Hashable {
    /// The line's number, from 1.
    public var line: Int64
    /// The reason, for display.
    public var reason: String

    /// Makes a rejected line.
    public init(line: Int64, reason: String) {
        self.line = line
        self.reason = reason
    }
}
