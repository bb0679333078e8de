public import Foundation
public import Household

/// A job that changes what the catalog holds, and how far it is.
public struct ImportJob: Codable, Sendable, Hashable {
    /// The job's id.
    public var id: String
    /// What it does.
    public var kind: ImportKind
    /// The source it works on.
    public var source: String
    /// Whether it waits, runs or has ended, and how.
    public var state: ImportState
    /// What it is doing, or was doing last.
    public var phase: ImportPhase
    /// How much of the phase is done: bytes while fetching and reading, titles or programmes after.
    public var done: Int64
    /// How much the phase has to do, in the same unit; 0 when that is not known yet.
    public var total: Int64
    /// Progress of the phase per second, in the same unit; absent when unknown.
    public var rate: Double?
    /// How many jobs go before this one while it waits: for a line to fetch by, or for its turn to be published. Absent when it
    /// waits for nothing.
    public var place: Int32?
    /// What came of it, once it has ended with something to report.
    public var report: ImportReport?
    /// Why it did not end well, and what to do, for people.
    public var problem: String?
    /// Whether the same may succeed when it is tried again as things are; absent where it may.
    public var canRetry: Bool?
    /// When it ended; absent while it has not.
    public var ended: Date?

    /// Describes a job that has not begun.
    public init(id: String, kind: ImportKind, source: String) {
        self.id = id
        self.kind = kind
        self.source = source
        state = .waiting
        phase = .reading
        done = 0
        total = 0
    }
}

/// What a job does.
public struct ImportKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes in a playlist.
    public static let playlist = ImportKind(rawValue: "playlist")
    /// Takes in a programme guide.
    public static let guide = ImportKind(rawValue: "guide")
    /// Takes in what an Xtream Codes account has.
    public static let xtream = ImportKind(rawValue: "xtream")
    /// Takes an import back.
    public static let undo = ImportKind(rawValue: "undo")
    /// Removes a source.
    public static let removal = ImportKind(rawValue: "removal")
    /// Makes visible what a person has put right.
    public static let correction = ImportKind(rawValue: "correction")
}

/// Whether a job waits, runs or has ended, and how.
public struct ImportState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for a line to fetch by, or for the jobs before it; see ``ImportJob/place``.
    public static let waiting = ImportState(rawValue: "waiting")
    /// It runs.
    public static let running = ImportState(rawValue: "running")
    /// It has ended; what it brought is there to be seen.
    public static let done = ImportState(rawValue: "done")
    /// It has ended without effect: what it read had less than half of what the source had, or is what was
    /// undone. Ask again and allow it.
    public static let held = ImportState(rawValue: "held")
    /// It has ended without effect, because of ``ImportJob/problem``.
    public static let failed = ImportState(rawValue: "failed")
    /// It was stopped, without effect.
    public static let cancelled = ImportState(rawValue: "cancelled")

    /// Whether the job is over.
    public var isEnd: Bool { [.done, .held, .failed, .cancelled].contains(self) }
}

/// The steps of a job.
public struct ImportPhase: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// JobFetcher it from its server.
    public static let fetching = ImportPhase(rawValue: "fetching")
    /// Reading the file and staging what is new.
    public static let reading = ImportPhase(rawValue: "reading")
    /// Working out what each title is now.
    public static let comparing = ImportPhase(rawValue: "comparing")
    /// Matching channels with the guide.
    public static let matching = ImportPhase(rawValue: "matching")
    /// Making the new state visible.
    public static let publishing = ImportPhase(rawValue: "publishing")
    /// Deleting rows that no snapshot reads any more.
    public static let tidying = ImportPhase(rawValue: "tidying")
}
