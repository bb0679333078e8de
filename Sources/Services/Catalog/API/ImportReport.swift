public import Household

/// What an import came to.
///
/// Every entry that was read is one of the first four: `read = added + updated + unchanged + grouped`. The titles of a
/// playlist are its movies, episodes and channels; those of a guide are its programmes.
public struct ImportReport: Codable, Sendable, Hashable {
    /// Entries read; refused lines are not among them.
    public var read: Int64
    /// Titles that the source did not have before.
    public var added: Int64
    /// Titles whose links or description changed.
    public var updated: Int64
    /// Titles that are as they were.
    public var unchanged: Int64
    /// Entries that became one more link of a title that another entry had brought, doubles among them.
    public var grouped: Int64
    /// Titles that the source had and has no more.
    public var removed: Int64
    /// Of the removed titles, those that are kept as stale for seven days.
    public var stale: Int64
    /// Lines that were left out.
    public var refused: Int64
    /// The first hundred of them.
    public var refusedLines: [RefusedEntry]
    /// Texts that were longer than their limit and were cut.
    public var cut: Int64
    /// Titles marked adult. Kids never see them; adults hide them from themselves with profiles' `AnswerAdultPrompt`.
    public var adultFound: Int64
    /// Some of them, as far as the caller may see them.
    public var adultSamples: [Card]
    /// Channels of the guide, for a guide.
    public var guideChannels: Int64?
    /// For a guide, the channels of the catalog that have their guide from it now; for a playlist, those of its channels
    /// that have a guide, whatever source it is from.
    public var matchedChannels: Int64?
    /// How long the job took, in milliseconds.
    public var milliseconds: Int64
    /// Whether this is only what would change: nothing was changed.
    public var isDryRun: Bool?
    /// Of what would change, the first ten titles that would come, as far as the caller may see them; none for a guide.
    public var addedSamples: [Card]?
    /// Of what would change, the first ten titles that the source has and that would be others, as they would be, as far as the
    /// caller may see them.
    public var changedSamples: [Card]?
    /// Of what would change, the first ten titles that the source would have no more, as far as the caller may see them.
    public var removedSamples: [Card]?
    /// Of what a guide would change, the first ten programmes and channels that would come, change and go; absent otherwise.
    public var guideSamples: GuideSamples?
    /// Whether the guide's file breaks off before its end: what came before is taken in, and of what was there nothing has gone.
    public var isCut: Bool?
    /// Whether the server says that it is what it was, so that nothing was read.
    public var isNotModified: Bool?
    /// Whether the source has adult titles and the household has not yet decided about them with profiles'
    /// `AnswerAdultPrompt`. Absent also for callers who may not see them.
    public var asksAboutAdult: Bool?
    /// The guides that a playlist names for its channels, each as its server alone; see ``Catalog/AddSource/guideOf``.
    public var offeredGuides: [String]?
    /// Whether all of a guide's programmes are over; absent where not.
    public var isOver: Bool?
    /// What else a person should know: a part that the source left out and that was kept, for example.
    public var notes: [String]?

    /// An empty report.
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

/// A line of a file that was left out.
public struct RefusedEntry: Codable, Sendable, Hashable {
    /// The line's number, from 1.
    public var line: Int64
    /// Why it was left out, for people.
    public var reason: String

    /// Describes a line that was left out.
    public init(line: Int64, reason: String) {
        self.line = line
        self.reason = reason
    }
}
