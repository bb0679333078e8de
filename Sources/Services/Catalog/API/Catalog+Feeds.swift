public import RPC

extension Catalog {
    /// Adds a source that is refreshed on a schedule: a playlist, an Xtream Codes account or a guide, at an address. It
    /// is fetched at once, and then by its schedule. ``ImportPlaylist`` and ``ImportGuide`` import a file.
    ///
    /// A repeated request answers the job that fetches it. FAILED_PRECONDITION when another source has this name. The
    /// secret parts of the address are never returned.
    public struct AddSource: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "AddSource"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// What it is called, 1 to 100 characters.
        public var source: String
        /// What it is: `playlist`, `guide` or `xtream`.
        public var kind: ImportKind
        /// An address of http or https. Of an Xtream Codes account that of its panel, in any form in which people paste it.
        /// Absent with ``guideOf``.
        public var address: String?
        /// The account's name, for an Xtream Codes account whose address does not have it.
        public var username: String?
        /// The account's password, likewise.
        public var password: String?
        /// What is sent as `User-Agent`, for providers that refuse strangers.
        public var userAgent: String?
        /// After how many minutes it is fetched again, 15 to 40,320; 0 for never by itself. A day when nothing is said.
        public var refreshMinutes: Int32?
        /// In place of an address: the guide of this source. A playlist names it in its first line, a panel has one.
        public var guideOf: String?
        /// Which of several guides that a playlist names, from 0. The first when nothing is said.
        public var guideNumber: Int32?
        /// Of a guide, the time zone by IANA's name in which its times without one are; UTC when nothing is said.
        public var timeZone: String?

        /// Asks for a source.
        public init(source: String, kind: ImportKind, address: String? = nil) {
            self.source = source
            self.kind = kind
            self.address = address
        }
    }

    /// Changes how a source is kept up to date. What is absent stays as it is.
    public struct UpdateSource: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CatalogSource
        public static let method = "UpdateSource"
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The source's name.
        public var source: String
        /// Another address of the same thing.
        public var address: String?
        /// Another account's name.
        public var username: String?
        /// Another password.
        public var password: String?
        /// What is sent as `User-Agent`; empty for Hearth's own.
        public var userAgent: String?
        /// After how many minutes it is fetched again; 0 for never by itself.
        public var refreshMinutes: Int32?
        /// Whether it is left alone: not fetched, while what it has brought stays.
        public var isDisabled: Bool?
        /// Of a guide, the time zone by IANA's name in which its times without one are; empty for UTC. It is read again then.
        public var timeZone: String?

        /// Asks for changes.
        public init(source: String) { self.source = source }
    }

    /// Fetches a source now, as a job that goes on when the caller is gone.
    public struct RefreshSource: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "RefreshSource"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The source's name.
        public var source: String
        /// Takes it even when it has less than half of what it had, or is what was undone.
        public var allowsShrinking: Bool?
        /// Only works out what would change, and changes nothing.
        public var isDryRun: Bool?

        /// Asks for a refresh.
        public init(source: String, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil) {
            self.source = source
            self.allowsShrinking = allowsShrinking
            self.isDryRun = isDryRun
        }
    }

    /// Takes back an import, as a job: the last one of its source that changed something, up to a week later. What it brought
    /// goes, what it took away or replaced is there again. Then the one before it can be taken back: see
    /// ``CatalogSource/undoHistory``.
    ///
    /// The same thing fetched again is held, so that no schedule brings it back; ``RefreshSource/allowsShrinking`` takes it.
    /// The same request again answers the same job. FAILED_PRECONDITION when it is not that import, or too long ago.
    public struct UndoImport: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "UndoImport"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The source's name.
        public var source: String
        /// The import, by its job's id: see ``CatalogSource/undoable``.
        public var job: String

        /// Asks to undo an import.
        public init(source: String, job: String) {
            self.source = source
            self.job = job
        }
    }
}
