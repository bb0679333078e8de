public import Foundation

/// What became of the operations of a push, in their order.
public struct SyncPushed: Codable, Sendable, Hashable {
    /// One result for each operation.
    public var results: [SyncResult]
    /// The household's time, in milliseconds since 1970, for the device's next operations.
    public var clock: Int64

    /// Creates the response.
    public init(results: [SyncResult], clock: Int64) { (self.results, self.clock) = (results, clock) }
}

/// What became of an operation.
public struct SyncResult: Codable, Sendable, Hashable {
    /// The operation, by its id.
    public var id: String
    /// What became of it.
    public var outcome: SyncOutcome
    /// Why it was refused: the code of the error that the same online call fails with, such as `unknownContent`.
    public var problem: String?
    /// The same in words.
    public var message: String?
    /// The session of an operation that plays something; absent when it was removed since.
    public var session: String?
    /// Whether it was applied by an earlier push, whose result this is; absent: no.
    public var isRepeated: Bool?

    /// Describes a result.
    public init(
        id: String, _ outcome: SyncOutcome, problem: String? = nil, message: String? = nil, session: String? = nil
    ) {
        self.id = id
        self.outcome = outcome
        self.problem = problem
        self.message = message
        self.session = session
    }
}

/// What became of an operation.
public struct SyncOutcome: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is merged.
    public static let applied = SyncOutcome(rawValue: "applied")
    /// A later change wins over it; nothing is to be done. Conflicts of values are listed.
    public static let superseded = SyncOutcome(rawValue: "superseded")
    /// It could not be applied, as ``SyncResult/problem`` says, and may be pushed again.
    public static let refused = SyncOutcome(rawValue: "refused")
}

/// A notice of a watched change log: changes wait for a pull.
public struct SyncNotice: Codable, Sendable, Hashable {
    /// About how many changes wait: of something that changes again and again, each change may count.
    public var waiting: Int64
    /// The household's time, in milliseconds since 1970.
    public var clock: Int64

    /// Creates the notice.
    public init(waiting: Int64, clock: Int64) { (self.waiting, self.clock) = (waiting, clock) }
}

/// A profile's sync with one service, as a person reads it.
public struct SyncStatus: Codable, Sendable, Hashable {
    /// Whether it syncs, or why not.
    public var state: SyncState
    /// The devices of the last 90 days, the last synced first.
    public var devices: [SyncedDevice]
    /// The conflicts of the last 30 days that were not reversed.
    public var conflicts: Int64
    /// The changes that wait for a device with the request's token; absent without a token, or where it needs a full sync.
    public var waiting: Int64?
    /// The household's time, in milliseconds since 1970.
    public var clock: Int64

    /// Describes the state.
    public init(state: SyncState, devices: [SyncedDevice], conflicts: Int64, waiting: Int64? = nil, clock: Int64) {
        self.state = state
        self.devices = devices
        self.conflicts = conflicts
        self.waiting = waiting
        self.clock = clock
    }
}

/// Whether a profile syncs.
public struct SyncState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It syncs.
    public static let on = SyncState(rawValue: "on")
    /// The profile's setting `enableCloudSync` is off.
    public static let disabled = SyncState(rawValue: "disabled")
    /// The household's plan lacks the feature `deviceSync`.
    public static let notPremium = SyncState(rawValue: "notPremium")
}

/// A device that has synced.
public struct SyncedDevice: Codable, Sendable, Hashable {
    /// Its id, as it named itself.
    public var device: String
    /// When it last pulled; absent: never.
    public var pulled: Date?
    /// When it last pushed; absent: never.
    public var pushed: Date?
    /// How many operations of its last push were refused, and wait on the device.
    public var pending: Int64
    /// Why the last of them was refused, or its last pull failed; absent: nothing failed since.
    public var lastError: String?

    /// Describes a device.
    public init(device: String, pulled: Date?, pushed: Date?, pending: Int64, lastError: String?) {
        self.device = device
        self.pulled = pulled
        self.pushed = pushed
        self.pending = pending
        self.lastError = lastError
    }
}
