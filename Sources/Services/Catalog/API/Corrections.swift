public import Foundation
public import Household

/// What is right about a title; what is absent is not said.
public struct TitleChanges: Codable, Sendable, Hashable {
    /// What it is: a movie, an episode or a channel. An episode wants ``seriesTitle``, ``season`` and ``episode``, too.
    public var kind: ContentKind?
    /// What it is called, 1 to ``maximumTitle`` characters.
    public var title: String?
    /// The year it came out; 0 for a title without one.
    public var year: Int32?
    /// Its rating; `Unrated` takes one away.
    public var rating: ContentRating?
    /// Whether it is pornography.
    public var isAdult: Bool?
    /// TMDB's number of the film or series that it is; 0 when it is none of TMDB's.
    public var tmdbID: Int64?
    /// The series that it is an episode of.
    public var seriesTitle: String?
    /// The season of an episode.
    public var season: Int32?
    /// The number of an episode.
    public var episode: Int32?
    /// Where its intro begins, in seconds; with ``introEnd``, both 0 when it has none.
    public var introStart: Double?
    /// Where its intro ends, in seconds.
    public var introEnd: Double?
    /// Where its credits begin, in seconds; 0 when it has none.
    public var creditStart: Double?
    /// Whether an episode tells again what was told before.
    public var isRecap: Bool?
    /// Whether an episode can be left out of the story.
    public var isFiller: Bool?

    /// The channel of a guide that a channel has its programmes from, by the guide's id of it, see
    /// ``Catalog/ListGuideChannels``; empty when it has none.
    public var guideID: String?
    /// The guide that ``guideID`` is in, by its source's name; absent: any that has it.
    public var guideSource: String?

    /// The longest title, in characters.
    public static let maximumTitle = 500

    /// Says nothing yet.
    public init() {}
}

/// A correction was written down; a job makes it visible.
public struct CorrectionMade: Codable, Sendable, Hashable {
    /// Its id, for ``Catalog/TakeBackCorrection``.
    public var correction: String
    /// The id of the title that it is about, once the job is done.
    public var title: ContentID
    /// The job, for ``Catalog/FollowImport``; absent when there is nothing left to do.
    public var job: String?

    /// Names a correction.
    public init(correction: String, title: ContentID, job: String?) {
        self.correction = correction
        self.title = title
        self.job = job
    }
}

/// One page of corrections.
public struct CorrectionList: Codable, Sendable, Hashable {
    /// The corrections, the latest first.
    public var corrections: [Correction]
    /// Asks for the next page; absent on the last one.
    public var cursor: String?

    /// A page of corrections.
    public init(corrections: [Correction], cursor: String? = nil) {
        self.corrections = corrections
        self.cursor = cursor
    }
}

/// Something that a person has put right.
public struct Correction: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// What was done.
    public var kind: CorrectionKind
    /// The title that it was said of.
    public var about: ContentID
    /// The title as it is now; absent when the library does not have it.
    public var card: Card?
    /// The title that links went to: what another was joined with, what links were taken out into, what a title with another
    /// kind became.
    public var into: ContentID?
    /// What is right.
    public var changes: TitleChanges?
    /// How many links it holds to.
    public var links: Int64?
    /// When it was said.
    public var made: Date
    /// Whether it is to be seen; otherwise its job is under way.
    public var isApplied: Bool

    /// Describes a correction.
    public init(id: String, kind: CorrectionKind, about: ContentID, made: Date, isApplied: Bool) {
        self.id = id
        self.kind = kind
        self.about = about
        self.made = made
        self.isApplied = isApplied
    }
}

/// What a correction does.
public struct CorrectionKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Says what is right.
    public static let correct = CorrectionKind(rawValue: "correct")
    /// Makes two titles one.
    public static let join = CorrectionKind(rawValue: "join")
    /// Takes links out of a title.
    public static let split = CorrectionKind(rawValue: "split")
    /// Keeps a title as it is.
    public static let pin = CorrectionKind(rawValue: "pin")
}
