public import Household
public import RPC

extension ReadingList {
    /// Imports a file of links. The caller sends the file in pieces; once it is here it is a job, which goes on when the caller is
    /// gone and when the service is restarted.
    ///
    /// The same file with the same request while its job waits or runs answers that job, and a repeat by key also when the job
    /// is over, whatever was sent with it. Links that are there already stay as they are. RESOURCE_EXHAUSTED for a file that is
    /// too large, or when too many files wait; DEADLINE_EXCEEDED for one that comes too slowly. Nothing was imported then.
    public struct ImportLinks: RPCClientStream {
        public typealias Service = ReadingList
        public typealias RequestItem = UploadPiece
        public typealias Response = LinkImportStarted
        public static let method = "ImportLinks"
        // By key: the job of a repeated call may be over, and another one would find all of its links there before.
        public static let safety = CallSafety.idempotentByKey
        public static let access = ReadingList.keepers

        /// What the file is called where it comes from, 1 to 4,096 bytes: only shown, never opened.
        public var file: String
        /// How many bytes the file has; absent when the caller does not know. Another number is INVALID_ARGUMENT.
        public var bytes: Int64?
        /// What the file is; absent: what it looks like.
        public var format: LinkFileFormat?

        /// Asks for an import.
        public init(file: String, bytes: Int64? = nil, format: LinkFileFormat? = nil) {
            self.file = file
            self.bytes = bytes
            self.format = format
        }
    }

    /// How far an import is, and its report.
    public struct GetLinkImport: RPCRequest {
        public typealias Service = ReadingList
        public typealias Response = LinkImport
        public static let method = "GetLinkImport"
        public static let safety = CallSafety.readOnly
        public static let access = ReadingList.keepers

        /// The job, as ``LinkImportStarted`` named it.
        public var job: String

        /// Asks after a job.
        public init(job: String) { self.job = job }
    }

    /// How far an import is, whenever that changes, up to its end: the last item has ended. Can be resumed.
    public struct FollowLinkImport: RPCServerStream {
        public typealias Service = ReadingList
        public typealias ResponseItem = LinkImport
        public static let method = "FollowLinkImport"
        public static let safety = CallSafety.readOnly
        public static let access = ReadingList.keepers

        /// The job.
        public var job: String

        /// Asks to follow a job.
        public init(job: String) { self.job = job }
    }

    /// Stops an import that waits or runs; what it has taken in stays. A job that has ended is left as it is.
    public struct CancelLinkImport: RPCRequest {
        public typealias Service = ReadingList
        public typealias Response = LinkImport
        public static let method = "CancelLinkImport"
        public static let safety = CallSafety.idempotent
        public static let access = ReadingList.keepers

        /// The job.
        public var job: String

        /// Asks to stop a job.
        public init(job: String) { self.job = job }
    }
}

/// What files of links are.
public struct LinkFileFormat: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// HTML: bookmarks of browsers, Linkding, Pinboard, Shaarli, and Pocket's pages; delicious' XML, and outlines (OPML).
    public static let bookmarks = LinkFileFormat(rawValue: "bookmarks")
    /// A table with commas, semicolons, tabs or bars: Pocket, Instapaper, Readwise and others, by the names in the first row.
    public static let csv = LinkFileFormat(rawValue: "csv")
    /// JSON: Wallabag, Omnivore, Pinboard, Readeck, Karakeep, and the backups of Firefox and Chromium.
    public static let json = LinkFileFormat(rawValue: "json")
    /// Addresses, one a line.
    public static let list = LinkFileFormat(rawValue: "list")

    /// A zip archive with files of the other formats in it: Pocket, Omnivore.
    public static let zip = LinkFileFormat(rawValue: "zip")

    /// Every format that is known.
    public static let all: [LinkFileFormat] = [.bookmarks, .csv, .json, .list, .zip]
}

/// An import has been put in line.
public struct LinkImportStarted: Codable, Sendable, Hashable {
    /// The job's id, for ``ReadingList/GetLinkImport``.
    public var job: String

    /// Names a job.
    public init(job: String) { self.job = job }
}

/// A job that takes in a file of links, and how far it is.
public struct LinkImport: Codable, Sendable, Hashable {
    /// The job's id.
    public var id: String
    /// The file's name, without its folder.
    public var file: String
    /// What the file is; absent until it was looked at.
    public var format: LinkFileFormat?
    /// Whether it waits, runs or has ended, and how.
    public var state: LinkImportState
    /// Bytes read so far.
    public var doneBytes: Int64
    /// Bytes of the file.
    public var totalBytes: Int64
    /// What came of it so far.
    public var report: LinkImportReport
    /// Why it did not end well, and what to do, for people.
    public var problem: String?

    /// Describes a job that has not begun.
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
    /// It could not go on, because of ``LinkImport/problem``. What it has taken in stays.
    public static let failed = LinkImportState(rawValue: "failed")
    /// It was stopped. What it has taken in stays.
    public static let cancelled = LinkImportState(rawValue: "cancelled")

    /// Whether the job is over.
    public var isEnd: Bool { [.done, .failed, .cancelled].contains(self) }
}

/// What an import came to: `read = added + duplicate + refused`.
public struct LinkImportReport: Codable, Sendable, Hashable {
    /// Entries of the file.
    public var read: Int64
    /// Links that are new.
    public var added: Int64
    /// Entries whose page was on the list already, or came before in the file.
    public var duplicate: Int64
    /// Entries that were left out.
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

/// An entry of a file that was left out.
public struct RefusedLink: Codable, Sendable, Hashable {
    /// The line it begins on, from 1.
    public var line: Int64
    /// The beginning of the address as the file has it, 80 characters at most, with invisible characters escaped.
    public var url: String
    /// Why it was left out, for people.
    public var reason: String

    /// Describes an entry that was left out.
    public init(line: Int64, url: String, reason: String) {
        self.line = line
        self.url = url
        self.reason = reason
    }
}
