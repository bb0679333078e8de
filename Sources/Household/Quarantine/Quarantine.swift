public import Foundation
public import RPC

/// What a service keeps, hidden, of things that their source no longer lists and that were never deleted: profiles that
/// profiles does not have after it was restored from an older copy, titles that the catalog has lost with its log.
///
/// Every service that keeps something for profiles or titles answers it for the caller's household.
public enum Quarantine: RPCService {
    public static let name = "hearth.kit.v1.Quarantine"
    public static let requests: [any RPCMethod.Type] = [ListQuarantined.self, ConfirmAbsence.self]

    /// How long something is kept in quarantine, in days during which the service runs.
    public static let keptDays = 30

    /// The part of a service's health that says what it keeps.
    public static let healthPart = "quarantine"
}

extension Quarantine {
    /// What is in quarantine here, by kind and id.
    public struct ListQuarantined: RPCRequest {
        public typealias Service = Quarantine
        public typealias Response = QuarantineList
        public static let method = "ListQuarantined"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles("owner")

        /// Which part; absent: the first.
        public var page: PageRequest?

        /// Asks what is in quarantine.
        public init(page: PageRequest? = nil) { self.page = page }
    }

    /// Erases at once what is kept of something in quarantine, for good. It does nothing to what is not in quarantine.
    public struct ConfirmAbsence: RPCRequest {
        public typealias Service = Quarantine
        public typealias Response = AbsenceConfirmed
        public static let method = "ConfirmAbsence"
        // What is erased stays erased: the second time there is nothing left to do.
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles("owner")

        /// What it is: a profile or a title.
        public var kind: QuarantinedKind
        /// Its id.
        public var id: String

        /// The longest id, in bytes of UTF-8.
        public static let longestIDBytes = 200

        /// Names what is gone for good.
        public init(kind: QuarantinedKind, id: String) { (self.kind, self.id) = (kind, id) }
    }
}

/// What kind of thing is in quarantine.
public struct QuarantinedKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// One of the household's profiles, with everything that a service keeps of it.
    public static let profile = QuarantinedKind(rawValue: "profile")
    /// A title of the library, where profiles refer to it.
    public static let title = QuarantinedKind(rawValue: "title")
}

/// One page of what is in quarantine.
public struct QuarantineList: Codable, Sendable, Hashable {
    /// The entries, by kind and id.
    public var entries: [QuarantinedEntry]
    /// How many there are on all pages.
    public var total: Int64
    /// Where the next page begins; absent on the last one.
    public var cursor: String?

    /// Lists entries.
    public init(entries: [QuarantinedEntry], total: Int64, cursor: String? = nil) {
        (self.entries, self.total, self.cursor) = (entries, total, cursor)
    }
}

/// Something in quarantine.
public struct QuarantinedEntry: Codable, Sendable, Hashable {
    /// What it is.
    public var kind: QuarantinedKind
    /// Its id.
    public var id: String
    /// The service that no longer lists it.
    public var source: String
    /// Since when, by the wall clock.
    public var since: Date
    /// For how many more seconds it is kept while the service runs; then it is erased.
    public var secondsLeft: Int64
    /// How much is kept of it.
    public var holds: [QuarantinedAmount]

    /// Describes an entry.
    public init(
        kind: QuarantinedKind, id: String, source: String, since: Date, secondsLeft: Int64, holds: [QuarantinedAmount]
    ) {
        (self.kind, self.id, self.source, self.since) = (kind, id, source, since)
        (self.secondsLeft, self.holds) = (secondsLeft, holds)
    }
}

/// How much a service keeps of something, such as 3 links.
public struct QuarantinedAmount: Codable, Sendable, Hashable {
    /// What is counted, in the plural: `links`, `sessions`, `bytes`.
    public var what: String
    /// How many.
    public var count: Int64

    /// Counts something.
    public init(_ what: String, _ count: Int64) { (self.what, self.count) = (what, count) }
}

/// What confirming an absence came to.
public struct AbsenceConfirmed: Codable, Sendable, Hashable {
    /// Whether something was erased; false when it was not in quarantine.
    public var isErased: Bool

    /// Tells what it came to.
    public init(isErased: Bool) { self.isErased = isErased }
}

/// The detail of a FAILED_PRECONDITION: the caller's profile is in quarantine, and nothing was executed.
public struct ProfileQuarantined: RPCDetail {
    public static let typeName = "hearth.ProfileQuarantined"

    /// The profile's id.
    public var profile: String

    /// Names the profile.
    public init(profile: String) { self.profile = profile }
}
