public import HearthModel
public import RPC

extension Catalog {
    /// Imports an M3U playlist, plain or gzip, as a source. The caller uploads the file in pieces; then it is a job,
    /// which continues when the caller is gone and when the service restarts.
    ///
    /// The same file with the same request while its job is pending or running answers that job; a file that was
    /// imported before changes nothing. RESOURCE_EXHAUSTED for a file that is too large, or with too many pending
    /// files; DEADLINE_EXCEEDED for an upload that is too slow. Nothing is imported then.
    public struct ImportPlaylist: ClientStream {
        public typealias RequestItem = UploadPiece
        public typealias Response = ImportStarted
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults

        /// The source's name, 1 to 100 characters: a new source, or the one whose links this file replaces.
        public var source: String
        /// The file's name at the caller, 1 to 4,096 bytes: only shown, never opened.
        public var file: String
        /// The size of the file in bytes; absent when the caller does not know it. A different size is
        /// INVALID_ARGUMENT.
        public var bytes: Int64?
        /// Imports the list even when it has less than half of the source's previous links.
        public var allowsShrinking: Bool?
        /// A dry run: reports the changes without making them.
        public var isDryRun: Bool?

        /// Makes the request.
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
    /// Its programmes replace those that overlap them on the same channel; past programmes are kept for seven days.
    public struct ImportGuide: ClientStream {
        public typealias RequestItem = UploadPiece
        public typealias Response = ImportStarted
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults

        /// The source's name, 1 to 100 characters: a new source, or the one to update.
        public var source: String
        /// The file's name at the caller, 1 to 4,096 bytes: only shown, never opened.
        public var file: String
        /// The size of the file in bytes; absent when the caller does not know it. A different size is
        /// INVALID_ARGUMENT.
        public var bytes: Int64?
        /// The IANA time zone of times without one; absent: the source's own, or UTC.
        public var timeZone: String?
        /// Imports the guide even when it has less than half of the source's previous programmes.
        public var allowsShrinking: Bool?
        /// A dry run: reports the changes without making them.
        public var isDryRun: Bool?

        /// Makes the request.
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

    /// Returns the progress of an import, and its report when it has ended.
    public struct GetImport: Request {
        public typealias Response = ImportJob
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// The job, as ``ImportStarted`` named it.
        public var job: String

        /// Makes the request.
        public init(job: String) { self.job = job }
    }

    /// Streams the progress of an import up to its end: the last item has ended. Can be resumed, also across a restart
    /// of the service: an import of a file continues then, and any other job has ended, as the last item says.
    public struct FollowImport: ServerStream {
        public typealias ResponseItem = ImportJob
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// The job, as ``ImportStarted`` named it.
        public var job: String

        /// Makes the request.
        public init(job: String) { self.job = job }
    }

    /// Streams the progress of all imports of the household, and of everything else that changes its sources: first a snapshot of
    /// those that are pending or running, then each that begins, moves on or ends. A follower that resumes gets those that
    /// have ended meanwhile, too.
    public struct FollowImports: ServerStream {
        public typealias ResponseItem = ImportItem
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// Makes the request.
        public init() {}
    }

    /// Cancels a pending or running import: the catalog stays as it was. A job that has ended is left as it is.
    public struct CancelImport: Request {
        public typealias Response = ImportJob
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults

        /// The job.
        public var job: String

        /// Makes the request.
        public init(job: String) { self.job = job }
    }
}

/// An item of ``Catalog/FollowImports``: one of its fields.
public struct ImportItem: Codable, Sendable, Hashable {
    /// The pending and running jobs, the running one first: what the follower knew of others is over.
    public var snapshot: [ImportJob]?
    /// A job that has begun, moved on or ended.
    public var changed: ImportJob?

    /// Makes an item.
    public init(snapshot: [ImportJob]? = nil, changed: ImportJob? = nil) {
        self.snapshot = snapshot
        self.changed = changed
    }
}

/// An enqueued import.
public struct ImportStarted: Codable, Sendable, Hashable {
    /// The job's id, for ``Catalog/GetImport``.
    public var job: String

    /// Makes the result.
    public init(job: String) { self.job = job }
}
