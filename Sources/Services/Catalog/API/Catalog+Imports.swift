public import Household
public import RPC

extension Catalog {
    /// Imports an M3U playlist, plain or gzip, as a source. The caller sends the file in pieces; once it is here it is a job,
    /// which goes on when the caller is gone and when the service is restarted.
    ///
    /// The same file with the same request while its job waits or runs answers that job; a file that was imported before changes
    /// nothing. RESOURCE_EXHAUSTED for a file that is too large, or when too many files wait; DEADLINE_EXCEEDED for one that comes
    /// too slowly. Nothing was imported then.
    public struct ImportPlaylist: RPCClientStream {
        public typealias Service = Catalog
        public typealias RequestItem = UploadPiece
        public typealias Response = ImportStarted
        public static let method = "ImportPlaylist"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers

        /// The source's name, 1 to 100 characters: a new one, or the one whose links these replace.
        public var source: String
        /// What the file is called where it comes from, 1 to 4,096 bytes: only shown, never opened.
        public var file: String
        /// How many bytes the file has; absent when the caller does not know. Another number is INVALID_ARGUMENT.
        public var bytes: Int64?
        /// Takes the list even when it has less than half the links that the source had before.
        public var allowsShrinking: Bool?
        /// Only works out what would change, and changes nothing.
        public var isDryRun: Bool?

        /// Asks for an import.
        public init(
            source: String, file: String, bytes: Int64? = nil, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil
        ) {
            self.source = source
            self.file = file
            self.bytes = bytes
            self.allowsShrinking = allowsShrinking
            self.isDryRun = isDryRun
        }
    }

    /// Imports an XMLTV guide, plain or gzip, as a source, as ``ImportPlaylist`` does a playlist.
    ///
    /// Its programmes replace those that overlap them on the same channel; the past is kept for seven days.
    public struct ImportGuide: RPCClientStream {
        public typealias Service = Catalog
        public typealias RequestItem = UploadPiece
        public typealias Response = ImportStarted
        public static let method = "ImportGuide"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers

        /// The source's name, 1 to 100 characters: a new one, or the one that is renewed.
        public var source: String
        /// What the file is called where it comes from, 1 to 4,096 bytes: only shown, never opened.
        public var file: String
        /// How many bytes the file has; absent when the caller does not know. Another number is INVALID_ARGUMENT.
        public var bytes: Int64?
        /// The time zone by IANA's name in which its times without one are; the source's own, or UTC, when nothing is said.
        public var timeZone: String?
        /// Takes the guide even when it has less than half the programmes that the source's last one had.
        public var allowsShrinking: Bool?
        /// Only works out what would change, and changes nothing.
        public var isDryRun: Bool?

        /// Asks for an import.
        public init(
            source: String, file: String, bytes: Int64? = nil, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil
        ) {
            self.source = source
            self.file = file
            self.bytes = bytes
            self.allowsShrinking = allowsShrinking
            self.isDryRun = isDryRun
        }
    }

    /// How far an import is, and its report when it has ended.
    public struct GetImport: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportJob
        public static let method = "GetImport"
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.keepers

        /// The job, as ``ImportStarted`` named it.
        public var job: String

        /// Asks after a job.
        public init(job: String) { self.job = job }
    }

    /// How far an import is, whenever that changes, up to its end: the last item has ended. Can be resumed, also over a restart of
    /// the service: an import of a file goes on then, and another job has ended, as the last item says.
    public struct FollowImport: RPCServerStream {
        public typealias Service = Catalog
        public typealias ResponseItem = ImportJob
        public static let method = "FollowImport"
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.keepers

        /// The job, as ``ImportStarted`` named it.
        public var job: String

        /// Asks to follow a job.
        public init(job: String) { self.job = job }
    }

    /// Stops an import that waits or runs: the catalog stays as it was before. A job that has ended is left as it is.
    public struct CancelImport: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportJob
        public static let method = "CancelImport"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers

        /// The job.
        public var job: String

        /// Asks to stop a job.
        public init(job: String) { self.job = job }
    }
}

/// An import has been put in line.
public struct ImportStarted: Codable, Sendable, Hashable {
    /// The job's id, for ``Catalog/GetImport``.
    public var job: String

    /// Names a job.
    public init(job: String) { self.job = job }
}
