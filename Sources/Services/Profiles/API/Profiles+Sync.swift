public import HearthModel
public import RPC

extension Profiles {
    /// The changes of favourites and settings since a device's token, in pages: as playback-state's method of this name.
    public struct PullChanges: Request {
        public typealias Response = ProfileChanges
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.needing(.deviceSync)

        /// The device, for the status: its id, 1 to 100 bytes; absent: the one of the caller's token, if any.
        public var device: String?
        /// Where the device is; absent, or without this service's part: at the beginning.
        public var token: SyncToken?
        /// Kinds to pull; absent: all of this service.
        public var kinds: [SyncKind]?
        /// Profiles to pull, by id: the caller's, and for adults kids profiles; absent: the caller's.
        public var profiles: [String]?
        /// How many log entries to read at most, 1 to ``maximumLimit``; absent: 200.
        public var limit: Int32?

        /// The largest page.
        public static let maximumLimit: Int32 = 1_000

        /// Creates the request.
        public init(
            device: String? = nil, token: SyncToken? = nil, kinds: [SyncKind]? = nil, profiles: [String]? = nil,
            limit: Int32? = nil
        ) {
            self.device = device
            self.token = token
            self.kinds = kinds
            self.profiles = profiles
            self.limit = limit
        }
    }

    /// A full sync: everything that there is, in pages, with how far it is. A device replaces what it has.
    ///
    /// A page's token continues with ``PullChanges``, also after the stream broke: what came before it is complete.
    public struct PullEverything: ServerStream {
        public typealias ResponseItem = ProfileChanges
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.needing(.deviceSync)

        /// The device, for the status: its id, 1 to 100 bytes; absent: the one of the caller's token, if any.
        public var device: String?
        /// Kinds to pull; absent: all of this service.
        public var kinds: [SyncKind]?
        /// Profiles to pull, by id: the caller's, and for adults kids profiles; absent: the caller's.
        public var profiles: [String]?
        /// The device's token, whose parts of other services are returned; absent: none.
        public var token: SyncToken?

        /// Creates the request.
        public init(
            device: String? = nil, kinds: [SyncKind]? = nil, profiles: [String]? = nil, token: SyncToken? = nil
        ) {
            self.device = device
            self.kinds = kinds
            self.profiles = profiles
            self.token = token
        }
    }

    /// Applies operations that a device has queued while it was offline, as the same calls would have at their time.
    ///
    /// Idempotent: each operation counts once, by its id and device, for 90 days. Operations are applied in the order of
    /// their times; one that cannot be applied is refused by name, and the others are applied.
    public struct PushChanges: Request {
        public typealias Response = SyncPushed
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.caller.needing(.deviceSync)

        /// The device: its id, 1 to 100 bytes.
        public var device: String
        /// The operations, 1 to ``maximumCount``.
        public var operations: [ProfileOperation]

        /// The most operations in one call.
        public static let maximumCount = 200

        /// Creates the request.
        public init(device: String, operations: [ProfileOperation]) {
            (self.device, self.operations) = (device, operations)
        }
    }

    /// Notices that changes wait for a pull: at once when some wait, and then whenever there are more.
    public struct WatchChanges: ServerStream {
        public typealias ResponseItem = SyncNotice
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.needing(.deviceSync)

        /// Where the device is; absent: at the beginning.
        public var token: SyncToken?
        /// The kinds of the token; absent: all of this service.
        public var kinds: [SyncKind]?
        /// The profiles of the token; absent: the caller's.
        public var profiles: [String]?

        /// Creates the request.
        public init(token: SyncToken? = nil, kinds: [SyncKind]? = nil, profiles: [String]? = nil) {
            (self.token, self.kinds, self.profiles) = (token, kinds, profiles)
        }
    }

    /// Whether the caller's profile syncs, and when its devices did.
    public struct GetSyncStatus: Request {
        public typealias Response = SyncStatus
        public static let safety = CallSafety.readOnly

        /// The token of a pull of all kinds of the caller's profile, for ``SyncStatus/waiting``.
        public var token: SyncToken?

        /// Creates the request.
        public init(token: SyncToken? = nil) { self.token = token }
    }

    /// The conflicts of the caller's profile that pushes came to in the last 30 days, the latest first.
    public struct ListConflicts: Request {
        public typealias Response = SyncConflictList
        public static let safety = CallSafety.readOnly

        /// Which page; absent: the first.
        public var page: PageRequest?

        /// Creates the request.
        public init(page: PageRequest? = nil) { self.page = page }
    }

    /// Puts the dropped value of a conflict back, as a new change. A conflict that was reversed is unchanged.
    public struct ReverseConflict: Request {
        public typealias Response = SyncConflict
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.caller.needing(.deviceSync)

        /// The conflict.
        public var id: String

        /// Creates the request.
        public init(id: String) { self.id = id }
    }
}

/// One page of changes.
public struct ProfileChanges: Codable, Sendable, Hashable {
    /// The changes, the earliest first; of each thing only the last.
    public var changes: [ProfileChange]
    /// The token after this page.
    public var token: SyncToken
    /// How many log entries follow; 0 on the last page. Of a full sync: those not sent yet.
    public var remaining: Int64
    /// Of a full sync: how many log entries there are.
    public var total: Int64?
    /// The household's time, in milliseconds since 1970: operations made from now on count from it.
    public var clock: Int64

    /// A page of changes.
    public init(changes: [ProfileChange], token: SyncToken, remaining: Int64, total: Int64? = nil, clock: Int64) {
        self.changes = changes
        self.token = token
        self.remaining = remaining
        self.total = total
        self.clock = clock
    }
}

/// A change: the current state of something, in the field of its kind, or that it is no more.
public struct ProfileChange: Codable, Sendable, Hashable {
    /// Which data.
    public var kind: SyncKind
    /// Whose.
    public var profile: String
    /// What of it: the title of a favourite, the name of a setting.
    public var key: String
    /// True: it was deleted.
    public var isDeleted: Bool?
    /// The favourite.
    public var favourite: Favourite?
    /// The setting.
    public var setting: ProfileSetting?

    /// Describes a change without a state.
    public init(kind: SyncKind, profile: String, key: String, isDeleted: Bool? = nil) {
        (self.kind, self.profile, self.key, self.isDeleted) = (kind, profile, key, isDeleted)
    }
}

/// Something that a profile did on a device while it was offline. Exactly one of the optional fields is present.
///
/// The time of an operation is ``clock`` plus ``elapsedMilliseconds``, which the device counts by a clock that is never
/// set. A time ahead of the household's is limited to a minute.
public struct ProfileOperation: Codable, Sendable, Hashable {
    /// Its id, 1 to 64 printable ASCII characters, unique on the device, such as a UUID.
    public var id: String
    /// The device's own count of its operations, from 1: orders those of one millisecond.
    public var number: Int64
    /// The household's time as the device last got it from this service, in milliseconds since 1970.
    public var clock: Int64
    /// Milliseconds from then until the operation.
    public var elapsedMilliseconds: Int64

    /// A title became a favourite, or is none any more.
    public var favourite: OfflineFavourite?
    /// A setting was changed.
    public var setting: SettingChange?

    /// Creates an operation without its one field.
    public init(id: String, number: Int64, clock: Int64, elapsedMilliseconds: Int64) {
        (self.id, self.number, self.clock, self.elapsedMilliseconds) = (id, number, clock, elapsedMilliseconds)
    }
}

/// A change of a favourite.
public struct OfflineFavourite: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Whether it is a favourite from then on.
    public var isFavourite: Bool

    /// Describes a change.
    public init(content: ContentID, isFavourite: Bool) { (self.content, self.isFavourite) = (content, isFavourite) }
}
