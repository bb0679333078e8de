import Foundation
import GRDB
import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// The VFS: SQLite works over it as without it, and damage on the disk is never served.
@Suite struct PageSealTests {
    /// Random statements in both journal modes, with a cache so small that pages are spilled, beside the same statements
    /// on SQLite's own VFS.
    @Test(arguments: ["WAL", "DELETE", "TRUNCATE"], [512, 4_096, 65_536])
    func `sqlite works as without it`(mode: String, pageBytes: Int) async throws {
        try await ShardFixture.with { fixture in
            let seed = UInt64(pageBytes) &+ UInt64(mode.utf8.count)
            try ShardVFS.register(for: fixture.path)
            let paths = [ShardVFS.uri(fixture.path), fixture.directory + "/plain.sqlite"]
            let contents = try paths.map { path in
                var random = SplitMix64(seed: seed)
                var configuration = Configuration()
                configuration.prepareDatabase { db in
                    try ShardVFS.reserveSeals(db)
                    try db.execute(
                        sql: "PRAGMA page_size = \(pageBytes); PRAGMA cache_size = 6; PRAGMA synchronous = OFF")
                }
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                defer { try? queue.close() }
                return try queue.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA journal_mode = \(mode)")
                    try db.execute(
                        sql: """
                            CREATE TABLE t (id INTEGER PRIMARY KEY, k TEXT, v BLOB);
                            CREATE INDEX i ON t (k);
                            CREATE VIRTUAL TABLE f USING fts5 (body);
                            """)
                    for _ in 0..<70 { try Self.step(db, &random) }
                    #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok", "seed \(seed)")
                    return try Self.dump(db)
                }
            }
            #expect(contents[0] == contents[1], "seed \(seed)")
            // And once more from the disk, by another connection.
            let again = try DatabaseQueue(path: paths[0])
            #expect(try await again.read { try Self.dump($0) } == contents[1])
            try again.close()
        }
    }

    /// SQLite leaves copies of cells behind when it moves them, which secure_delete does not overwrite.
    @Test(arguments: Seeds.make(4), [512, 4_096])
    func `nothing of what was deleted is in the file`(seed: UInt64, pageBytes: Int) async throws {
        try await ShardFixture.with { fixture in
            try ShardVFS.register(for: fixture.path)
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                try ShardVFS.reserveSeals(db)
                try db.execute(sql: "PRAGMA page_size = \(pageBytes); PRAGMA secure_delete = ON")
            }
            let queue = try DatabaseQueue(path: ShardVFS.uri(fixture.path), configuration: configuration)
            try await queue.writeWithoutTransaction { db in
                var random = SplitMix64(seed: seed)
                try db.execute(
                    sql: "PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, k TEXT, v TEXT)")
                try db.execute(sql: "CREATE INDEX i ON t (k)")
                for round in 0..<20 {
                    // What stays and what goes stand on the same pages, which grow, are split and joined.
                    for id in 0..<60 {
                        let owner = id % 3 == 0 ? "visitor" : "resident"
                        let text =
                            "\(owner) \(String(repeating: "\(id)", count: Int.random(in: 1..<60, using: &random)))"
                        try db.execute(
                            sql: "INSERT OR REPLACE INTO t VALUES (?, ?, ?)",
                            arguments: [Int.random(in: 0..<600, using: &random) * 3 + id % 3, text, text])
                    }
                    if round % 3 == 0 { try db.checkpoint(.truncate) }
                }
                try db.execute(sql: "DELETE FROM t WHERE k LIKE 'visitor%'")
                try db.checkpoint(.truncate)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? 0 > 300)
                #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            }
            try queue.close()
            let bytes = try fixture.bytes()
            #expect(bytes.range(of: Data("resident".utf8)) != nil)
            #expect(bytes.range(of: Data("visitor".utf8)) == nil, "seed \(seed)")
        }
    }

    private static func step(_ db: Database, _ random: inout SplitMix64) throws {
        let (from, count) = (Int.random(in: 0..<400, using: &random), Int.random(in: 1..<60, using: &random))
        let bytes = Int.random(in: 0..<3_000, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
            let undoes = Bool.random(using: &random)
            try db.inTransaction {
                for id in from..<from + count {
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO t VALUES (?, ?, ?)",
                        arguments: [id, "key \(id % 37)", Data(repeating: UInt8(id & 255), count: bytes)])
                    try db.execute(sql: "INSERT INTO f VALUES (?)", arguments: ["word\(id % 50) text \(bytes)"])
                }
                return undoes ? .rollback : .commit
            }
        case 5, 6: try db.execute(sql: "DELETE FROM t WHERE id BETWEEN ? AND ?", arguments: [from, from + count])
        case 7:
            try db.execute(sql: "UPDATE t SET k = k || 'x' WHERE id BETWEEN ? AND ?", arguments: [from, from + count])
        case 8: try db.execute(sql: "DELETE FROM f WHERE rowid % 7 = ?", arguments: [from % 7])
        case 9: _ = try? db.checkpoint(.truncate)
        case 10: try db.execute(sql: "VACUUM")
        default:
            _ = try Int.fetchOne(db, sql: "SELECT sum(length(v)) FROM t WHERE k > 'key 2'")
        }
    }

    private static func dump(_ db: Database) throws -> [String] {
        try ["SELECT id, k, hex(v) FROM t ORDER BY id", "SELECT id FROM t INDEXED BY i WHERE k > '' ORDER BY k, id"]
            .flatMap {
                try Row.fetchAll(db, sql: $0).map { "\($0)" }
            } + Row.fetchAll(db, sql: "SELECT rowid, body FROM f WHERE f MATCH 'word1*' ORDER BY rowid").map { "\($0)" }
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `the page size is fixed once there are pages`(mode: String) async throws {
        try await ShardFixture.with { fixture in
            try ShardVFS.register(for: fixture.path)
            var configuration = Configuration()
            configuration.prepareDatabase { try ShardVFS.reserveSeals($0) }
            let queue = try DatabaseQueue(path: ShardVFS.uri(fixture.path), configuration: configuration)
            try await queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA page_size = 1024; PRAGMA journal_mode = \(mode); CREATE TABLE t (a)")
                let error = #expect(throws: DatabaseError.self) { try db.execute(sql: "PRAGMA page_size = 8192") }
                #expect(error?.message == "the page size of a sealed database cannot change")
                try db.execute(sql: "VACUUM")
                #expect(try Int.fetchOne(db, sql: "PRAGMA page_size") == 1_024)
                #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            }
            try queue.close()
        }
    }

    @Test func `copies made by SQ lite are sealed`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            for id in 0..<20 { try await shard.insert(id, padding: 2_000) }
            let copy = fixture.directory + "/copy.sqlite"
            try await shard.write { db in _ = db }
            try await shard.backup(to: copy)
            let vacuumed = fixture.directory + "/vacuumed.sqlite"
            await shard.close()
            let queue = try DatabaseQueue(path: ShardVFS.uri(fixture.path))
            try await queue.vacuum(into: vacuumed)
            try queue.close()
            for name in ["copy", "vacuumed"] {
                let opened = try fixture.open(name)
                #expect(try await opened.ids() == Array(0..<20))
                await opened.close()
            }
        }
    }

    /// Every single-bit flip in the main file is an error, or on a page that was not read.
    @Test func `no flipped bit is served`() async throws {
        let result = try await flips(count: 500, seed: 20_260_801, isSealed: true)
        #expect(result.silent == 0)
        #expect(result.reported > 250, "most pages are read, or this shows nothing: \(result)")
        #expect(ShardVFS.damagedPages >= result.reported)
    }

    /// The same without seals serves wrong data: the check can fail.
    @Test func `without seals flipped bits are served`() async throws {
        let result = try await flips(count: 150, seed: 20_260_801, isSealed: false)
        #expect(result.silent > 5, "\(result)")
    }

    private struct Flips { var reported = 0, silent = 0, harmless = 0 }

    private func flips(count: Int, seed: UInt64, isSealed: Bool) async throws -> Flips {
        try await ShardFixture.with { fixture in
            try ShardVFS.register(for: fixture.path)
            let path = isSealed ? ShardVFS.uri(fixture.path) : fixture.path
            var configuration = Configuration()
            configuration.prepareDatabase { if isSealed { try ShardVFS.reserveSeals($0) } }
            let writer = try DatabaseQueue(path: path, configuration: configuration)
            try await writer.write { db in
                try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, k TEXT, v BLOB); CREATE INDEX i ON t (k)")
                try db.create(virtualTable: "f", using: FTS5()) { $0.column("body") }
                for id in 0..<400 {
                    let bytes = Data((0..<120).map { UInt8(truncatingIfNeeded: id &* 31 &+ $0) })
                    try db.execute(
                        sql: "INSERT INTO t VALUES (?, ?, ?)", arguments: [id, "key\(id * 7_919 % 401)", bytes])
                    try db.execute(sql: "INSERT INTO f VALUES (?)", arguments: ["word\(id % 97) and more \(id)"])
                }
            }
            try writer.close()
            let right = try digest(path)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
            defer { try? file.close() }
            let clean = try fixture.bytes()
            var random = SplitMix64(seed: seed)
            var flips = Flips()
            for _ in 0..<count {
                let (at, bit) = (Int.random(in: 0..<clean.count, using: &random), Int.random(in: 0..<8, using: &random))
                try file.seek(toOffset: UInt64(at))
                try file.write(contentsOf: [clean[at] ^ UInt8(1 << bit)])
                if let found = try? digest(path) {
                    if found == right { flips.harmless += 1 } else { flips.silent += 1 }
                } else {
                    flips.reported += 1
                }
                try file.seek(toOffset: UInt64(at))
                try file.write(contentsOf: [clean[at]])
            }
            #expect(try digest(path) == right, "seed \(seed)")
            return flips
        }
    }

    /// Everything that a service could read: by table, by index, by full text.
    private func digest(_ path: String) throws -> [Int] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in
            var hash = [Hasher(), Hasher(), Hasher()]
            let rows = try Row.fetchCursor(db, sql: "SELECT id, k, v FROM t ORDER BY id")
            while let row = try rows.next() { hash[0].combine("\(row)") }
            let keys = try Row.fetchCursor(db, sql: "SELECT id, k FROM t INDEXED BY i WHERE k > '' ORDER BY k")
            while let row = try keys.next() { hash[1].combine("\(row)") }
            let hits = try Row.fetchCursor(
                db, sql: "SELECT rowid, body FROM f WHERE f MATCH 'w* OR a* OR m*' ORDER BY rowid")
            while let row = try hits.next() { hash[2].combine("\(row)") }
            return hash.map { $0.finalize() }
        }
    }

    /// A page that stands where another one belongs has a right hash of the wrong number.
    @Test func `misplaced and missing pages are damage`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            for id in 0..<60 { try await shard.insert(id, padding: 3_000) }
            await shard.close()
            let clean = try fixture.bytes()
            let page = 4_096
            var swapped = clean
            let last = clean.count / page - 1
            swapped.replaceSubrange((last - 1) * page..<last * page, with: clean[last * page..<(last + 1) * page])
            let damaged = [swapped, clean.prefix(clean.count - 3 * page), clean.prefix(clean.count - 100)]
            for (number, bytes) in damaged.enumerated() {
                try bytes.write(to: URL(fileURLWithPath: fixture.directory + "/damaged\(number).sqlite"))
                // Some damage is seen when the shard is opened, the rest when the page is read.
                await #expect(throws: (any Error).self, "file \(number)") {
                    let shard = try fixture.open("damaged\(number)")
                    let error = await rpcError {
                        try await shard.read { try Row.fetchAll($0, sql: "SELECT * FROM row").map { "\($0)" } }
                    }
                    await shard.close()
                    #expect(error?.code == .dataLoss)
                    #expect(error?.executed == .no)
                    #expect(fixture.failures.values.last?.path == shard.path)
                    if let error { throw error }
                }
            }
            #expect(fixture.failures.count > 0)
        }
    }

    @Test func `a file from elsewhere is resealed`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            for id in 0..<20 { try await shard.insert(id, padding: 2_000) }
            await shard.close()
            // A tool that copies pages out of the log writes them without the seals.
            let plain = try DatabaseQueue(path: fixture.path)
            try await plain.write { try $0.execute(sql: "UPDATE row SET pad = zeroblob(1000)") }
            try plain.close()
            let refused = await rpcError { try await fixture.open().ids() }
            #expect(refused?.code == .dataLoss || refused == nil)
            #expect(try ShardVFS.reseal(fixture.path) > 5)
            let again = try fixture.open()
            #expect(try await again.ids() == Array(0..<20))
            await again.close()
            #expect(throws: ShardError.self) { try ShardVFS.reseal(fixture.path + ".lock") }
            #expect(throws: ShardError.self) { try ShardVFS.reseal(fixture.directory + "/none") }
        }
    }
}
