public import HearthModel
public import RPC

extension ReadingList {
    /// Imports a file of links. The caller streams the file; once received it is a job, which continues when the caller
    /// disconnects and after a restart of the service.
    ///
    /// The same file with the same request while its job is queued or running returns that job, and a retry by key also
    /// after the job has ended, whatever its content. Links on the list are unchanged. RESOURCE_EXHAUSTED for a file
    /// that is too large, or when too many files are queued; DEADLINE_EXCEEDED for one that arrives too slowly. Nothing
    /// is imported then.
    public struct ImportLinks: ClientStream {
        public typealias RequestItem = UploadPiece
        public typealias Response = LinkImportStarted
        // By key: the job of a retry may be over, and a new one would find all of its links as duplicates.
        public static let safety = CallSafety.idempotentByKey
        public static let access = ReadingList.ownerAndAdults

        /// The file's original name, 1 to 4,096 bytes: only shown, never opened.
        public var file: String
        /// How many bytes the file has; absent when the caller does not know. Another number is INVALID_ARGUMENT.
        public var bytes: Int64?
        /// The file's format; absent: detected.
        public var format: LinkFileFormat?

        /// Creates the request.
        public init(file: String, bytes: Int64? = nil, format: LinkFileFormat? = nil) {
            self.file = file
            self.bytes = bytes
            self.format = format
        }
    }

    /// How far an import is, and its report.
    public struct GetLinkImport: Request {
        public typealias Response = LinkImport
        public static let safety = CallSafety.readOnly
        public static let access = ReadingList.ownerAndAdults

        /// The job, as ``LinkImportStarted`` named it.
        public var job: String

        /// Creates the request.
        public init(job: String) { self.job = job }
    }

    /// How far an import is, whenever that changes, up to its end: the last item has ended. Can be resumed.
    public struct FollowLinkImport: ServerStream {
        public typealias ResponseItem = LinkImport
        public static let safety = CallSafety.readOnly
        public static let access = ReadingList.ownerAndAdults

        /// The job.
        public var job: String

        /// Creates the request.
        public init(job: String) { self.job = job }
    }

    /// Cancels a queued or running import; links added so far stay. A finished job is unchanged.
    public struct CancelLinkImport: Request {
        public typealias Response = LinkImport
        public static let safety = CallSafety.idempotent
        public static let access = ReadingList.ownerAndAdults

        /// The job.
        public var job: String

        /// Creates the request.
        public init(job: String) { self.job = job }
    }
}

/// A format of files of links.
public struct LinkFileFormat: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// HTML: bookmarks of browsers, Linkding, Pinboard, Shaarli, and Pocket's pages; delicious' XML, and outlines (OPML).
    public static let bookmarks = LinkFileFormat(rawValue: "bookmarks")
    /// A table with commas, semicolons, tabs or bars: Pocket, Instapaper, Readwise and others, by the header row.
    public static let csv = LinkFileFormat(rawValue: "csv")
    /// JSON: Wallabag, Omnivore, Pinboard, Readeck, Karakeep, and the backups of Firefox and Chromium.
    public static let json = LinkFileFormat(rawValue: "json")
    /// Addresses, one a line.
    public static let list = LinkFileFormat(rawValue: "list")

    /// A zip archive with files of the other formats in it: Pocket, Omnivore.
    public static let zip = LinkFileFormat(rawValue: "zip")

    /// Every known format.
    public static let all: [LinkFileFormat] = [.bookmarks, .csv, .json, .list, .zip]
}

/// An import was queued.
public struct LinkImportStarted: Codable, Sendable, Hashable {
    /// The job's id, for ``ReadingList/GetLinkImport``.
    public var job: String

    /// Names a job.
    public init(job: String) { self.job = job }
}

/// An import job of a file of links, and its progress.
public struct LinkImport: Codable, Sendable, Hashable {
    /// The job's id.
    public var id: String
    /// The file's name, without its folder.
    public var file: String
    /// The file's format; absent until it is detected.
    public var format: LinkFileFormat?
    /// Whether it waits, runs or has ended, and how.
    public var state: LinkImportState
    /// Bytes read so far.
    public var doneBytes: Int64
    /// Bytes of the file.
    public var totalBytes: Int64
    /// The report so far.
    public var report: LinkImportReport
    /// Why it failed, and what to do, for people.
    public var problem: String?

    /// Creates a queued job.
    public init(id: String, file: String) {
        self.id = id
        self.file = file
        state = .waiting
        doneBytes = 0
        totalBytes = 0
        report = LinkImportReport()
    }
}

/// Whether a job waits, runs or has ended, and how.
public struct LinkImportState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for the job before it.
    public static let waiting = LinkImportState(rawValue: "waiting")
    /// It runs.
    public static let running = LinkImportState(rawValue: "running")
    /// It has read the file to its end.
    public static let done = LinkImportState(rawValue: "done")
    /// It failed with ``LinkImport/problem``. Links added so far stay.
    public static let failed = LinkImportState(rawValue: "failed")
    /// It was cancelled. Links added so far stay.
    public static let cancelled = LinkImportState(rawValue: "cancelled")

    /// Whether the job is over.
    public var isEnd: Bool { [.done, .failed, .cancelled].contains(self) }
}

/// The report of an import: `read = added + duplicate + refused`.
public struct LinkImportReport: Codable, Sendable, Hashable {
    /// Entries of the file.
    public var read: Int64
    /// Links that are new.
    public var added: Int64
    /// Entries whose page was on the list already, or came before in the file.
    public var duplicate: Int64
    /// Rejected entries.
    public var refused: Int64
    /// The first hundred of them.
    public var refusals: [RefusedLink]
    /// How long the job ran, in milliseconds.
    public var milliseconds: Int64

    /// An empty report.
    public init() {
        (read, added, duplicate, refused, milliseconds) = (0, 0, 0, 0, 0)
        refusals = []
    }
}

/// A rejected entry of a file.
public struct RefusedLink: Codable, Sendable, Hashable {
    /// Its first line, from 1.
    public var line: Int64
    /// The beginning of the address as the file has it, 80 characters at most, with invisible characters escaped.
    public var url: String
    /// Why it was rejected, for people.
    public var reason: String

    /// Creates a rejected entry.
    public init(line: Int64, url: String, reason: String) {
        self.line = line
        self.url = url
        self.reason = reason
    }
}
