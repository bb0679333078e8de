public import Foundation
public import HearthModel

/// The corrected fields of a title; absent fields stay unchanged.
public struct TitleChanges: Codable, Sendable, Hashable {
    /// The kind: a movie, an episode or a channel. An episode requires ``seriesTitle``, ``season`` and ``episode``,
    /// too.
    public var kind: ContentKind?
    /// The name, 1 to ``maximumTitle`` characters.
    public var title: String?
    /// The release year; 0 for none.
    public var year: Int32?
    /// The rating; `Unrated` removes it.
    public var rating: ContentRating?
    /// Whether it is pornography.
    public var isAdult: Bool?
    /// TMDB's id of the film or series; 0 for no match.
    public var tmdbID: Int64?
    /// The series of an episode.
    public var seriesTitle: String?
    /// The season of an episode.
    public var season: Int32?
    /// The number of an episode.
    public var episode: Int32?
    /// The start of the intro, in seconds; with ``introEnd``, both 0 for no intro.
    public var introStart: Double?
    /// The end of the intro, in seconds.
    public var introEnd: Double?
    /// The start of the credits, in seconds; 0 for none.
    public var creditStart: Double?
    /// Where what happened before is shown; from 0 to 0 for nowhere.
    public var recapPart: PartTimes?
    /// What comes before the intro; likewise.
    public var teaserPart: PartTimes?
    /// What happens in the next episode; likewise.
    public var previewPart: PartTimes?
    /// Whether an episode is a recap.
    public var isRecap: Bool?
    /// Whether an episode is a filler.
    public var isFiller: Bool?

    /// The guide channel of a channel, by the guide's id, see ``Catalog/ListGuideChannels``; empty for none.
    public var guideID: String?
    /// The guide of ``guideID``, by its source's name; absent: any guide that has it.
    public var guideSource: String?

    /// The maximum length of a title in characters.
    public static let maximumTitle = 500

    /// Makes an empty correction.
    public init() {}
}

/// A stored correction; a job publishes it.
public struct CorrectionMade: Codable, Sendable, Hashable {
    /// Its id, for ``Catalog/TakeBackCorrection``.
    public var correction: String
    /// The id of the corrected title after the job.
    public var title: ContentID
    /// The job, for ``Catalog/FollowImport``; absent when no job is needed.
    public var job: String?

    /// Makes the result.
    public init(correction: String, title: ContentID, job: String?) {
        self.correction = correction
        self.title = title
        self.job = job
    }
}

/// A page of corrections.
public struct CorrectionList: Codable, Sendable, Hashable {
    /// The corrections, the latest first.
    public var corrections: [Correction]
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?

    /// Makes a page.
    public init(corrections: [Correction], cursor: String? = nil) {
        self.corrections = corrections
        self.cursor = cursor
    }
}

/// A correction.
public struct Correction: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// What it does.
    public var kind: CorrectionKind
    /// The title that it was made for.
    public var about: ContentID
    /// The title's present card; absent when the library does not have it.
    public var card: Card?
    /// The title that received the links: by a join, a split, or a change of kind.
    public var into: ContentID?
    /// The corrected fields.
    public var changes: TitleChanges?
    /// The number of links that it holds.
    public var links: Int64?
    /// When it was made.
    public var made: Date
    /// Whether it is published; otherwise its job is pending.
    public var isApplied: Bool

    /// Makes a correction.
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

    /// Corrects fields.
    public static let correct = CorrectionKind(rawValue: "correct")
    /// Joins two titles.
    public static let join = CorrectionKind(rawValue: "join")
    /// Splits links off a title.
    public static let split = CorrectionKind(rawValue: "split")
    /// Pins a title.
    public static let pin = CorrectionKind(rawValue: "pin")
}
