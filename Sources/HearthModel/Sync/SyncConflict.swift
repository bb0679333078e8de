public import Foundation

/// One page of conflicts.
public struct SyncConflictList: Codable, Sendable, Hashable {
    /// The conflicts, the latest first.
    public var conflicts: [SyncConflict]
    /// The next page's cursor; absent on the last page.
    public var cursor: String?

    /// A page of conflicts.
    public init(conflicts: [SyncConflict], cursor: String? = nil) {
        (self.conflicts, self.cursor) = (conflicts, cursor)
    }
}

/// Two values of one thing, of which the later one was kept. Listed for 30 days.
public struct SyncConflict: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Which data.
    public var kind: SyncKind
    /// What of it: a title's id, or a setting's name.
    public var key: String
    /// The kept value.
    public var kept: SyncValue
    /// The dropped value.
    public var dropped: SyncValue
    /// When it was decided.
    public var decided: Date
    /// When the dropped value was put back; absent: it was not.
    public var reversed: Date?

    /// Describes a conflict.
    public init(
        id: String, kind: SyncKind, key: String, kept: SyncValue, dropped: SyncValue, decided: Date,
        reversed: Date? = nil
    ) {
        self.id = id
        self.kind = kind
        self.key = key
        self.kept = kept
        self.dropped = dropped
        self.decided = decided
        self.reversed = reversed
    }
}

/// A value of a conflict.
public struct SyncValue: Codable, Sendable, Hashable {
    /// The value in a word: `watched`, `unwatched`, `queued`, `removed`, `moved`, or a setting's value.
    public var value: String
    /// When it was set, by the household's clock.
    public var changed: Date
    /// The device that set it; absent: a call that was online.
    public var device: String?

    /// Describes a value.
    public init(_ value: String, changed: Date, device: String? = nil) {
        (self.value, self.changed, self.device) = (value, changed, device)
    }
}
