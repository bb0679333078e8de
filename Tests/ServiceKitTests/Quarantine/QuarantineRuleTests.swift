import GRDB
import HearthModel
import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// Absence never erases; only an explicit deletion, a confirmation or the end of its time does.
struct QuarantineRuleTests {
    private static let rule = QuarantineRule(
        .profile, from: "source", marks: "mark", known: { try String.fetchAll($0, sql: "SELECT id FROM thing") },
        holds: { id, db in [try QuarantinedAmount("things", "SELECT count(*) FROM thing WHERE id = ?", id, db)] },
        erase: { id, db in
            try db.execute(sql: "DELETE FROM thing WHERE id = ?", arguments: [id])
            try db.execute(
                sql: "INSERT OR IGNORE INTO deletedProfile VALUES (?)", arguments: [Tombstone.mark(of: id)])
        })

    private let now = WallTime(secondsSince1970: 1_700_000_000)

    private func with(_ ids: [String] = [], _ body: (Database) throws -> Void) throws {
        try DatabaseQueue().write { db in
            try QuarantineTable.migration.apply(db)
            try db.execute(sql: "CREATE TABLE thing (id TEXT PRIMARY KEY)")
            try db.execute(sql: "CREATE TABLE deletedProfile (mark INTEGER PRIMARY KEY)")
            for id in ids { try Self.keep(id, db) }
            try body(db)
        }
    }

    private static func keep(_ id: String, _ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO thing VALUES (?)", arguments: [id])
    }

    private func things(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT id FROM thing ORDER BY id")
    }

    private func apply(_ presence: PresenceUpdate, _ db: Database) throws { try Self.rule.apply(presence, at: now, db) }

    @Test func `what a list leaves out is kept in quarantine, and released when it is listed again`() throws {
        try with(["a", "b", "c"]) { db in
            try apply(PresenceUpdate(listed: ["a"]), db)
            #expect(try things(db) == ["a", "b", "c"])
            #expect(try QuarantineTable.ids(.profile, db) == ["b", "c"])
            try apply(PresenceUpdate(listed: ["a", "b"]), db)
            #expect(try QuarantineTable.ids(.profile, db) == ["c"])
            try apply(PresenceUpdate(added: ["c"]), db)
            #expect(try QuarantineTable.ids(.profile, db).isEmpty)
            #expect(try things(db) == ["a", "b", "c"])
        }
    }

    @Test func `a deletion erases at once, also out of quarantine and of what is not known here yet`() throws {
        try with(["a", "b", "c"]) { db in
            try apply(PresenceUpdate(listed: ["a"], deleted: ["b"]), db)
            #expect(try things(db) == ["a", "c"])
            try apply(PresenceUpdate(deleted: ["c"]), db)
            try apply(PresenceUpdate(deleted: ["stranger"]), db)
            #expect(try things(db) == ["a"])
            #expect(try QuarantineTable.ids(.profile, db).isEmpty)
            let marks = Set(try Int64.fetchAll(db, sql: "SELECT mark FROM deletedProfile"))
            #expect(marks == Set(["b", "c", "stranger"].map(Tombstone.mark)))
        }
    }

    @Test func `what was deleted is not put into quarantine by a list that also leaves it out`() throws {
        try with(["a"]) { db in
            try apply(PresenceUpdate(listed: [], deleted: ["a", "b"]), db)
            #expect(try things(db).isEmpty)
            #expect(try QuarantineTable.ids(.profile, db).isEmpty)
        }
    }

    @Test func `the time counts only while it is counted, from the first count on`() throws {
        try with(["a", "b"]) { db in
            try apply(PresenceUpdate(listed: ["b"]), db)
            try QuarantineTable.grow(by: 500, db)
            try apply(PresenceUpdate(listed: []), db)
            try QuarantineTable.grow(by: 500, db)
            // A count that went back changes nothing.
            try QuarantineTable.grow(by: -400, db)
            let ages = try QuarantineTable.page(after: nil, limit: 10, db).map(\.age)
            #expect(ages == [500, 0])
            // Listed out a second time it keeps its time.
            try apply(PresenceUpdate(listed: []), db)
            #expect(try QuarantineTable.page(after: nil, limit: 10, db).map(\.age) == [500, 0])
            #expect(try QuarantineTable.due(after: 500, limit: 10, db).map(\.id) == ["a"])
        }
    }

    @Test func `what expires leaves no mark: listed again it begins empty`() throws {
        try with(["a"]) { db in
            try apply(PresenceUpdate(listed: []), db)
            try Self.rule.expire("a", db)
            #expect(try things(db).isEmpty)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM deletedProfile") == 0)
            #expect(try QuarantineTable.ids(.profile, db).isEmpty)
        }
    }

    /// A source with its log: what it has, what was deleted, and copies that were made of it.
    private struct Source {
        var listed: Set<String> = []
        var deleted: Set<String> = []
    }

    @Test(arguments: Seeds.make(12))
    func `nothing is erased that was not deleted, and everything that was, whatever the history`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try with { db in
            var (source, copies): (Source, [Source]) = (Source(), [])
            // Everything that was ever deleted and told: it must be gone. Everything kept and never deleted: it must stay.
            var (deleted, kept): (Set<String>, Set<String>) = ([], [])
            for step in 0..<200 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    let id = "p\(step)"
                    source.listed.insert(id)
                    try Self.keep(id, db)
                    kept.insert(id)
                    try apply(PresenceUpdate(added: [id]), db)
                case 2:
                    guard let id = source.listed.sorted().randomElement(using: &random) else { continue }
                    source.listed.remove(id)
                    source.deleted.insert(id)
                    deleted.insert(id)
                    try apply(PresenceUpdate(deleted: [id]), db)
                case 3:
                    // Deleted while nothing was told; the next list names it.
                    guard let id = source.listed.sorted().randomElement(using: &random) else { continue }
                    source.listed.remove(id)
                    source.deleted.insert(id)
                case 4: copies.append(source)
                case 5:
                    guard let copy = copies.randomElement(using: &random) else { continue }
                    source = copy
                    try tell(source, &deleted, db)
                case 6:
                    // Restored by hand: what is in quarantine is listed again.
                    guard let id = try QuarantineTable.ids(.profile, db).randomElement(using: &random) else { continue }
                    source.listed.insert(id)
                    try apply(PresenceUpdate(added: [id]), db)
                default:
                    try tell(source, &deleted, db)
                    if Bool.random(using: &random) { try tell(source, &deleted, db) }
                }
                let there = Set(try things(db))
                #expect(there == kept.subtracting(deleted), "seed \(seed), step \(step)")
                let hidden = try QuarantineTable.profiles(db)
                #expect(hidden.isSubset(of: there), "seed \(seed), step \(step)")
            }
            try tell(source, &deleted, db)
            let hidden = try QuarantineTable.profiles(db)
            #expect(hidden == kept.subtracting(deleted).subtracting(source.listed), "seed \(seed)")
        }
    }

    private func tell(_ source: Source, _ deleted: inout Set<String>, _ db: Database) throws {
        deleted.formUnion(source.deleted)
        try apply(PresenceUpdate(listed: source.listed, deleted: source.deleted), db)
    }
}
