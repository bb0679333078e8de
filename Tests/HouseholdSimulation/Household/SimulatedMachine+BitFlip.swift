import Basics
import Foundation
import GRDB
import RPC
import ServiceKit

extension SimulatedMachine {
    /// What came of a bit that changed at rest.
    enum FlippedBit: Equatable {
        /// It was met, and refused as an error.
        case refused
        /// It was not read: the page is in use no more, or a newer one is in the log.
        case unseen
        /// A table was read otherwise than it was written.
        case served(table: String)
    }

    /// Tables whose content changes when a shard is opened.
    private static let restless = ["outboxState"]

    /// Dies; a bit of its database changes while it is down; then every table is read. What is damaged must be an error.
    /// In the end the shard is restored from the backup that was made before. Does nothing when there is no open shard.
    ///
    /// - Parameter place: which bit, modulo the file's.
    func flipBit(at offset: UInt64, backup: String, down: Duration, _ report: @escaping @Sendable (FlippedBit) -> Void)
    {
        guard let shard, shard.isOpen else { return }
        simulation.spawn { [self] in
            do {
                // Inline shards do this on the spot: nothing comes between the backup and the death.
                try await shard.backup(to: backup)
            } catch {
                return note("no backup", of: error)
            }
            lie(dead: .powerless(tearingBy: nil)) { [self] in
                let before = try await Self.tables(of: backup)
                try flip(offset)
                report(try await look(before))
                try restore(backup)
                try await simulation.sleep(for: down)
            }
        }
    }

    /// Bytes of SQLite's pages.
    private static let pageSize = 4_096

    /// Changes a bit of what is written: pages are mostly empty, and there it would not be missed.
    ///
    /// The page is drawn first, so that how long the run's own paths are, which are in some, decides of few pages.
    private func flip(_ offset: UInt64) throws {
        let url = URL(fileURLWithPath: file)
        var bytes = try Data(contentsOf: url)
        guard !bytes.isEmpty else { return }
        let pages = UInt64((bytes.count - 1) / Self.pageSize + 1)
        let start = Int(offset % pages) * Self.pageSize
        let written = (start..<min(start + Self.pageSize, bytes.count)).filter { bytes[$0] != 0 }
        guard !written.isEmpty else { return }
        bytes[written[Int(offset / pages / 8 % UInt64(written.count))]] ^= 1 << UInt8(offset / pages % 8)
        try bytes.write(to: url)
    }

    /// Reads all tables as the service would, and holds them against what they were.
    private func look(_ before: [String: UInt64]) async throws -> FlippedBit {
        let clients = temporaryServiceClients()
        let assembly = try await assemble(with: clients, isWatched: false)
        var result = FlippedBit.unseen
        do {
            let shard = try await assembly.shards.shard(for: SimulatedHousehold.household)
            for (table, hash) in before.sorted(by: { $0.key < $1.key }) {
                do {
                    let now = try await shard.read { try Self.hash(of: table, $0) }
                    if now != hash, result != .refused { result = .served(table: table) }
                } catch {
                    note("reading \(table)", of: error)
                    result = .refused
                }
            }
        } catch {
            note("is refused", of: error)
            result = .refused
        }
        clients.close()
        // What this look has written must not be there in what is restored.
        faults.kill()
        await assembly.shards.close()
        try faults.cutPower()
        faults.revive()
        return result
    }

    private func restore(_ backup: String) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
        try FileManager.default.copyItem(atPath: backup, toPath: file)
        try FileManager.default.removeItem(atPath: backup)
    }

    private static func tables(of path: String) async throws -> [String: UInt64] {
        let database = try DatabaseQueue(path: ShardVFS.uri(path))
        defer { try? database.close() }
        return try database.inDatabase { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
            var hashes: [String: UInt64] = [:]
            // How the tables are made is in a table, too.
            for name in names + ["sqlite_master"] where !restless.contains(name) {
                hashes[name] = try hash(of: name, db)
            }
            return hashes
        }
    }

    /// FNV-1a over all that a table holds.
    private static func hash(of table: String, _ db: Database) throws -> UInt64 {
        var hash = FNV1a()
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(table)\"")
        while let row = try rows.next() {
            for value in row.databaseValues {
                hash.add("\(value)|".utf8)
            }
        }
        return hash.value
    }
}
