package import GRDB
package import HearthModel
package import RPC

/// The data that a service keeps for objects listed by another service, and how to erase it: for profiles, or for
/// titles.
///
/// ``apply(_:at:_:)`` is the one place that decides what happens to it when the source's list changes.
public struct QuarantineRule: Sendable {
    /// The kind of object.
    package let kind: QuarantinedKind
    /// The service that lists them.
    package let source: String
    /// The IDs of objects with data here.
    private let known: @Sendable (Database) throws -> [String]
    /// The amounts of data kept for one object.
    private let holds: @Sendable (_ id: String, Database) throws -> [QuarantinedAmount]
    private let erasing: @Sendable (_ id: String, Database) throws -> Void
    /// The column of the table `deletedProfile` with the tombstones of permanently deleted IDs.
    private let marks: String?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - marks: the column of `deletedProfile` that holds each erased ID's ``Tombstone``; nil for a service without
    ///     tombstones.
    ///   - erase: erases all data of one object, and leaves its tombstone. Idempotent.
    package init(
        _ kind: QuarantinedKind, from source: String, marks: String? = nil,
        known: @escaping @Sendable (Database) throws -> [String],
        holds: @escaping @Sendable (_ id: String, Database) throws -> [QuarantinedAmount],
        erase: @escaping @Sendable (_ id: String, Database) throws -> Void
    ) {
        (self.kind, self.source, self.marks) = (kind, source, marks)
        (self.known, self.holds, erasing) = (known, holds, erase)
    }

    /// Applies the source's update about which of its objects exist. Idempotent.
    ///
    /// Data of a deleted object is erased at once, also from quarantine. Data of an object missing from a full list is
    /// quarantined, and erased only by a deletion, the owner's confirmation, or expiry. Data of an object that the
    /// source lists again is released.
    ///
    /// - Parameter now: the time of day, for people.
    package func apply(_ presence: PresenceUpdate, at now: WallTime, _ db: Database) throws {
        guard !presence.isEmpty else { return }
        let known = presence.listed == nil && presence.deleted.count <= 1 ? [] : try known(db)
        let kept = Set(known)
        // Also objects without data here: a call with their data may still be in flight.
        for id in presence.deleted.sorted() {
            if presence.deleted.count > 1, !kept.contains(id), try isMarked(id, db) { continue }
            try erase(id, db)
        }
        for id in presence.added.subtracting(presence.deleted).sorted() { try QuarantineTable.remove(kind, id, db) }
        guard let listed = presence.listed else { return }
        for id in try QuarantineTable.ids(kind, db) where listed.contains(id) {
            try QuarantineTable.remove(kind, id, db)
        }
        let present = listed.union(presence.deleted).union(presence.added)
        for id in known where !present.contains(id) {
            try QuarantineTable.put(kind, id, source: source, at: now, db)
        }
    }

    /// Permanently erases all data of one object, also from quarantine, and leaves its tombstone.
    func erase(_ id: String, _ db: Database) throws {
        try erasing(id, db)
        try QuarantineTable.remove(kind, id, db)
    }

    /// Erases the data of an object whose quarantine has expired. It leaves no tombstone, as nothing was deleted:
    /// should the source list the object again, it begins empty.
    func expire(_ id: String, _ db: Database) throws {
        try erase(id, db)
        guard let marks else { return }
        try db.execute(sql: "DELETE FROM deletedProfile WHERE \(marks) = ?", arguments: [Tombstone.mark(of: id)])
    }

    /// The amounts of data kept for one object, without zeros.
    func amounts(of id: String, _ db: Database) throws -> [QuarantinedAmount] {
        try holds(id, db).filter { $0.count > 0 }
    }

    private func isMarked(_ id: String, _ db: Database) throws -> Bool {
        guard let marks else { return false }
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM deletedProfile WHERE \(marks) = ?)")
        return try Bool.fetchOne(statement, arguments: [Tombstone.mark(of: id)]) ?? false
    }
}

extension QuarantinedAmount {
    /// Counts rows.
    ///
    /// - Parameter sql: a query of one number with the ID as its only argument.
    package init(_ what: String, _ sql: String, _ id: String, _ db: Database) throws {
        self.init(what, try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 0)
    }
}
