public import RPC

extension Catalog {
    /// Takes in an M3U playlist as a source, as a job that goes on when the caller is gone.
    ///
    /// The same request while its job waits or runs answers that job; a file that was taken in before changes nothing.
    public struct ImportPlaylist: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "ImportPlaylist"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The file's absolute path, as the service sees it.
        public var path: String
        /// The source's name, 1 to 100 characters: a new one, or the one whose links these replace.
        public var source: String
        /// Takes the list even when it has less than half the links that the source had before.
        public var allowsShrinking: Bool?
        /// Only works out what would change, and changes nothing.
        public var isDryRun: Bool?

        /// Asks for an import.
        public init(path: String, source: String, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil) {
            self.path = path
            self.source = source
            self.allowsShrinking = allowsShrinking
            self.isDryRun = isDryRun
        }
    }

    /// Takes in an XMLTV guide (plain or gzip) as a source, as a job that goes on when the caller is gone.
    ///
    /// Its programmes replace those that overlap them on the same channel; the past is kept for seven days.
    public struct ImportGuide: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "ImportGuide"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The file's absolute path, as the service sees it.
        public var path: String
        /// The source's name, 1 to 100 characters: a new one, or the one that is renewed.
        public var source: String
        /// Takes the guide even when it has less than half the programmes that the source's last one had.
        public var allowsShrinking: Bool?
        /// Only works out what would change, and changes nothing.
        public var isDryRun: Bool?

        /// Asks for an import.
        public init(path: String, source: String, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil) {
            self.path = path
            self.source = source
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

    /// How far an import is, whenever that changes, up to its end: the last item has ended. Can be resumed, also by who was
    /// there before a restart of the service: it ended the job, and the last item says so.
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
