package import GRDB
package import Household
package import RPC

/// What a service keeps for things that another service lists, and how that is erased: for profiles, or for titles.
///
/// ``apply(_:at:_:)`` is the one place that decides what becomes of it when the source's list changes.
public struct QuarantineRule: Sendable {
    /// What the things are.
    package let kind: QuarantinedKind
    /// The service that lists them.
    package let source: String
    /// The ids of those that something is kept of here.
    private let known: @Sendable (Database) throws -> [String]
    /// How much is kept of one.
    private let holds: @Sendable (_ id: String, Database) throws -> [QuarantinedAmount]
    private let erasing: @Sendable (_ id: String, Database) throws -> Void
    /// The column of the table `deletedProfile` that has the marks of what was erased for good.
    private let marks: String?

    /// Describes what a service keeps.
    ///
    /// - Parameters:
    ///   - marks: the column of `deletedProfile` that holds each erased id's ``Tombstone``; nil for a service that leaves no
    ///     marks.
    ///   - erase: erases everything of one, and leaves its mark. Right however often.
    package init(
        _ kind: QuarantinedKind, from source: String, marks: String? = nil,
        known: @escaping @Sendable (Database) throws -> [String],
        holds: @escaping @Sendable (_ id: String, Database) throws -> [QuarantinedAmount],
        erase: @escaping @Sendable (_ id: String, Database) throws -> Void
    ) {
        (self.kind, self.source, self.marks) = (kind, source, marks)
        (self.known, self.holds, erasing) = (known, holds, erase)
    }

    /// Applies what the source tells about which of its things exist. Right however often.
    ///
    /// What was deleted is erased at once, also out of quarantine. What a full list leaves out is put into quarantine and
    /// erased by nothing but a deletion, the owner's confirmation, or the end of its time. What the source has again is
    /// released.
    ///
    /// - Parameter now: the time of day, for people.
    package func apply(_ presence: PresenceUpdate, at now: WallTime, _ db: Database) throws {
        guard !presence.isEmpty else { return }
        let known = presence.listed == nil && presence.deleted.count <= 1 ? [] : try known(db)
        let kept = Set(known)
        // Also those of which nothing is kept here: a call of theirs may still be on its way.
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
            if Defect.absenceErases.isPlanted {
                try erase(id, db)
            } else {
                try QuarantineTable.put(kind, id, source: source, at: now, db)
            }
        }
    }

    /// Erases everything of one for good, also out of quarantine, and leaves its mark.
    func erase(_ id: String, _ db: Database) throws {
        try erasing(id, db)
        try QuarantineTable.remove(kind, id, db)
    }

    /// Erases what has been in quarantine for its whole time. No mark stays, as nothing was deleted: should the source list
    /// it again, it begins empty.
    func expire(_ id: String, _ db: Database) throws {
        try erase(id, db)
        guard let marks else { return }
        try db.execute(sql: "DELETE FROM deletedProfile WHERE \(marks) = ?", arguments: [Tombstone.mark(of: id)])
    }

    /// How much is kept of one, without what there is none of.
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
    /// - Parameter sql: a query of one number with the id as its only argument.
    package init(_ what: String, _ sql: String, _ id: String, _ db: Database) throws {
        self.init(what, try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 0)
    }
}

/// Defects of the quarantine, so that tests can show that their checks fail when they should.
extension Defect {
    /// What a snapshot leaves out is erased, as if it were deleted.
    package static let absenceErases = Defect(rawValue: "absence-erases")
}
