public import Foundation
public import RPC

/// A service's hidden data of entities that their source no longer lists and that were never deleted: profiles that are
/// missing after profiles was restored from an older copy, titles that the catalog has lost with its log.
///
/// Every service that stores data of profiles or titles implements it for the caller's household.
public enum Quarantine: RPCService {
    public static let name = "hearth.kit.v1.Quarantine"
    public static let requests: [any RPCMethod.Type] = [ListQuarantined.self, ConfirmAbsence.self]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Quarantine {}

    /// How long data is kept in quarantine, in days during which the service runs.
    public static let keptDays = 30

    /// The part of a service's health that reports its quarantine.
    public static let healthPart = "quarantine"
}

extension Quarantine {
    /// Lists the entities in quarantine here, by kind and id.
    public struct ListQuarantined: Request {
        public typealias Response = QuarantineList
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles("owner")

        /// The page; absent: the first.
        public var page: PageRequest?

        /// Requests the list.
        public init(page: PageRequest? = nil) { self.page = page }
    }

    /// Erases the data of an entity in quarantine at once, for good. It does nothing to entities outside quarantine.
    public struct ConfirmAbsence: Request {
        public typealias Response = AbsenceConfirmed
        // Erasing is final: the second time there is nothing left to do.
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.roles("owner")

        /// The entity's kind: a profile or a title.
        public var kind: QuarantinedKind
        /// The entity's id.
        public var id: String

        /// The longest id, in bytes of UTF-8.
        public static let longestIDBytes = 200

        /// Names the entity that is gone for good.
        public init(kind: QuarantinedKind, id: String) { (self.kind, self.id) = (kind, id) }
    }
}

/// The kind of an entity in quarantine.
public struct QuarantinedKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// One of the household's profiles, with all data that a service has of it.
    public static let profile = QuarantinedKind(rawValue: "profile")
    /// A title of the library, where profiles refer to it.
    public static let title = QuarantinedKind(rawValue: "title")
}

/// One page of the entities in quarantine.
public struct QuarantineList: Codable, Sendable, Hashable {
    /// The entries, by kind and id.
    public var entries: [QuarantinedEntry]
    /// The number of entries on all pages.
    public var total: Int64
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?

    /// Makes a page.
    public init(entries: [QuarantinedEntry], total: Int64, cursor: String? = nil) {
        (self.entries, self.total, self.cursor) = (entries, total, cursor)
    }
}

/// An entity in quarantine.
public struct QuarantinedEntry: Codable, Sendable, Hashable {
    /// The entity's kind.
    public var kind: QuarantinedKind
    /// The entity's id.
    public var id: String
    /// The service that no longer lists it.
    public var source: String
    /// When it was quarantined, by the wall clock.
    public var since: Date
    /// For how many more seconds it is kept while the service runs; then it is erased.
    public var secondsLeft: Int64
    /// The amounts of data kept of it.
    public var holds: [QuarantinedAmount]

    /// Makes an entry.
    public init(
        kind: QuarantinedKind, id: String, source: String, since: Date, secondsLeft: Int64, holds: [QuarantinedAmount]
    ) {
        (self.kind, self.id, self.source, self.since) = (kind, id, source, since)
        (self.secondsLeft, self.holds) = (secondsLeft, holds)
    }
}

/// The amount of one kind of data that a service keeps of an entity, such as 3 links.
public struct QuarantinedAmount: Codable, Sendable, Hashable {
    /// The kind of data, in the plural: `links`, `sessions`, `bytes`.
    public var what: String
    /// The number.
    public var count: Int64

    /// Makes an amount.
    public init(_ what: String, _ count: Int64) { (self.what, self.count) = (what, count) }
}

/// The result of ``Quarantine/ConfirmAbsence``.
public struct AbsenceConfirmed: Codable, Sendable, Hashable {
    /// Whether data was erased; false when the entity was not in quarantine.
    public var isErased: Bool

    /// Makes a result.
    public init(isErased: Bool) { self.isErased = isErased }
}

/// The detail of a FAILED_PRECONDITION: the caller's profile is in quarantine, and nothing was executed.
public struct ProfileQuarantined: RPCDetail {
    public static let typeName = "hearth.ProfileQuarantined"

    /// The profile's id.
    public var profile: String

    /// Makes the detail of a profile.
    public init(profile: String) { self.profile = profile }
}
