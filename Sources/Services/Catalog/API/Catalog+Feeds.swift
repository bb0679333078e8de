public import RPC

extension Catalog {
    /// Adds a source that is refreshed on a schedule: a playlist, an Xtream Codes account or a guide, at an address. It
    /// is fetched at once, and then by its schedule. ``ImportPlaylist`` and ``ImportGuide`` import a file.
    ///
    /// A repeated request answers the job that fetches it. FAILED_PRECONDITION when another source has this name. The
    /// secret parts of the address are never returned.
    public struct AddSource: Request {
        public typealias Response = ImportStarted
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// Its name, 1 to 100 characters.
        public var source: String
        /// The kind: `playlist`, `guide` or `xtream`.
        public var kind: ImportKind
        /// An HTTP address. For an Xtream Codes account the panel's, in any form in which providers print it. Absent
        /// with ``guideOf``.
        public var address: String?
        /// The user name, for an Xtream Codes account whose address does not contain it.
        public var username: String?
        /// The password, likewise.
        public var password: String?
        /// The `User-Agent` header, for providers that reject unknown clients.
        public var userAgent: String?
        /// The refresh interval in minutes, 15 to 40,320; 0 for no schedule. Absent: a day.
        public var refreshMinutes: Int32?
        /// In place of an address: the guide of this source. A playlist names it in its first line, a panel has one.
        public var guideOf: String?
        /// The index of the guide, from 0, when a playlist names several. Absent: the first.
        public var guideNumber: Int32?
        /// For a guide, the IANA time zone of times without one; absent: UTC.
        public var timeZone: String?

        /// Makes the request.
        public init(source: String, kind: ImportKind, address: String? = nil) {
            self.source = source
            self.kind = kind
            self.address = address
        }
    }

    /// Changes a source's feed. Absent fields stay unchanged. Of a source that was imported from a file only
    /// ``maximumConnections`` can be changed.
    public struct UpdateSource: Request {
        public typealias Response = CatalogSource
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The source's name.
        public var source: String
        /// The new address of the same source.
        public var address: String?
        /// The new user name.
        public var username: String?
        /// The new password.
        public var password: String?
        /// The `User-Agent` header; empty for Hearth's own.
        public var userAgent: String?
        /// The refresh interval in minutes; 0 for no schedule.
        public var refreshMinutes: Int32?
        /// Whether it is disabled: it is not refreshed, and its titles stay.
        public var isDisabled: Bool?
        /// For a guide, the IANA time zone of times without one; empty for UTC. The guide is then read again.
        public var timeZone: String?
        /// How many streams its account opens at once, 1 to ``connections``' end, whatever its panel says; 0: as the panel
        /// says, or any number where there is none. Guides have none.
        public var maximumConnections: Int32?

        /// The range of ``maximumConnections``, where it is not 0.
        public static let connections: ClosedRange<Int32> = 1...1_000

        /// Makes the request.
        public init(source: String) { self.source = source }
    }

    /// Refreshes a source now, as a job that continues when the caller is gone.
    public struct RefreshSource: Request {
        public typealias Response = ImportStarted
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The source's name.
        public var source: String
        /// Imports it even when it has less than half of its previous titles, or was undone.
        public var allowsShrinking: Bool?
        /// A dry run: reports the changes without making them.
        public var isDryRun: Bool?

        /// Makes the request.
        public init(source: String, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil) {
            self.source = source
            self.allowsShrinking = allowsShrinking
            self.isDryRun = isDryRun
        }
    }

    /// Undoes an import, as a job: the last one of its source that changed anything, up to a week later. What it added
    /// is removed, what it removed or replaced is restored. Then the one before it can be undone: see
    /// ``CatalogSource/undoHistory``.
    ///
    /// The same content fetched again is held, so that no schedule imports it again; ``RefreshSource/allowsShrinking``
    /// imports it. A repeated request answers the same job. FAILED_PRECONDITION when the import is not the last one, or
    /// too old.
    public struct UndoImport: Request {
        public typealias Response = ImportStarted
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The source's name.
        public var source: String
        /// The import, by its job's id: see ``CatalogSource/undoable``.
        public var job: String

        /// Makes the request.
        public init(source: String, job: String) {
            self.source = source
            self.job = job
        }
    }
}
