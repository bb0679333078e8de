public import Foundation
public import HearthModel

/// A job that changes the catalog, and its progress.
public struct ImportJob: Codable, Sendable, Hashable {
    /// The job's id.
    public var id: String
    /// The kind.
    public var kind: ImportKind
    /// The source it works on.
    public var source: String
    /// The state.
    public var state: ImportState
    /// The present or last phase.
    public var phase: ImportPhase
    /// The progress of the phase: bytes while fetching and reading, titles or programmes after that.
    public var done: Int64
    /// The total of the phase, in the same unit; 0 while unknown.
    public var total: Int64
    /// Progress of the phase per second, in the same unit; absent when unknown.
    public var rate: Double?
    /// The number of jobs ahead of this one: for a fetch slot, or for its turn to run. Absent when it is not waiting.
    public var place: Int32?
    /// The report, once it has ended with one.
    public var report: ImportReport?
    /// Why it failed, and what to do, for display.
    public var problem: String?
    /// Whether a retry may succeed without any other change; absent where it may.
    public var canRetry: Bool?
    /// When it ended; absent while it has not.
    public var ended: Date?

    /// Makes a pending job.
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

/// The kind of a job.
public struct ImportKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Imports a playlist.
    public static let playlist = ImportKind(rawValue: "playlist")
    /// Imports a programme guide.
    public static let guide = ImportKind(rawValue: "guide")
    /// Imports an Xtream Codes account.
    public static let xtream = ImportKind(rawValue: "xtream")
    /// Undoes an import.
    public static let undo = ImportKind(rawValue: "undo")
    /// Removes a source.
    public static let removal = ImportKind(rawValue: "removal")
    /// Applies corrections.
    public static let correction = ImportKind(rawValue: "correction")
}

/// The state of a job.
public struct ImportState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pending: it waits for a fetch slot or for the jobs ahead of it; see ``ImportJob/place``.
    public static let waiting = ImportState(rawValue: "waiting")
    /// Running.
    public static let running = ImportState(rawValue: "running")
    /// Done: its changes are published.
    public static let done = ImportState(rawValue: "done")
    /// Held, without effect: the import had less than half of the source's titles, or was undone. Repeat it with
    /// permission to shrink.
    public static let held = ImportState(rawValue: "held")
    /// Failed, without effect, because of ``ImportJob/problem``.
    public static let failed = ImportState(rawValue: "failed")
    /// Cancelled, without effect.
    public static let cancelled = ImportState(rawValue: "cancelled")

    /// Whether the state is final.
    public var isEnd: Bool { [.done, .held, .failed, .cancelled].contains(self) }
}

/// The phases of a job.
public struct ImportPhase: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Fetching the source from its server.
    public static let fetching = ImportPhase(rawValue: "fetching")
    /// Reading the file and staging its changes.
    public static let reading = ImportPhase(rawValue: "reading")
    /// Recomputing the touched titles.
    public static let comparing = ImportPhase(rawValue: "comparing")
    /// Matching channels with the guide.
    public static let matching = ImportPhase(rawValue: "matching")
    /// Publishing the new snapshot.
    public static let publishing = ImportPhase(rawValue: "publishing")
    /// Deleting rows that no snapshot reads any more.
    public static let tidying = ImportPhase(rawValue: "tidying")
}
