import Foundation
import GRDB
import RPC
import ServiceKit

/// What is in the place of a shard that is not there.
package enum Displacement: String, Codable, CaseIterable, Hashable, Sendable {
    /// Nothing: the file is lost, or its volume is not mounted.
    case lost
    /// An empty file.
    case emptied
    /// A database without tables.
    case blank
    /// The shard of another household of the same name.
    case other
    /// Its own shard, written by a later version of the service.
    case newer
}

extension SimulatedMachine {
    /// The files of a shard that hold its data. What lies beside it stays, as it does when one file is lost.
    private static let files = ["", "-wal", "-shm"]
    private static let kept = ".kept"
    /// How often and how long it is waited for a service that is down by another fault.
    private static let (looks, pause) = (2_000, Duration.milliseconds(5))

    /// Dies, and is started without its shard. In the end it dies again, and is started with the shard where it was. What was in
    /// the shard's place must be what it was then: no service makes a shard in the place of one that is missing.
    ///
    /// - Parameters:
    ///   - lasts: how long it runs without its shard.
    ///   - changed: is told when something else is in the shard's place in the end.
    func displace(_ how: Displacement, lasts: Duration, changed: @escaping @Sendable () -> Void) {
        guard isUp, displaced == nil, shard != nil else { return }
        // With the power, so that what is moved is what is durable.
        lie(dead: .powerless(tearingBy: nil)) { [self] in
            for suffix in Self.files where FileManager.default.fileExists(atPath: file + suffix) {
                try FileManager.default.moveItem(atPath: file + suffix, toPath: file + Self.kept + suffix)
            }
            try withoutDiskFaults { try put(how) }
            displaced = Displaced(what: contents(), changed: changed)
        }
        simulation.spawn { [self] in
            try? await simulation.sleep(for: lasts)
            await putBack()
        }
    }

    /// Ends a displacement; does nothing when there is none. Returns when the service is being started with its shard.
    func putBack() async {
        for _ in 0..<Self.looks {
            guard let displaced else { return }
            guard isUp else {
                // It is down by another fault just now.
                try? await simulation.sleep(for: Self.pause)
                continue
            }
            self.displaced = nil
            lie(dead: .powerless(tearingBy: nil)) { [self] in
                if contents() != displaced.what { displaced.changed() }
                for suffix in Self.files { try? FileManager.default.removeItem(atPath: file + suffix) }
                for suffix in Self.files where FileManager.default.fileExists(atPath: file + Self.kept + suffix) {
                    try FileManager.default.moveItem(atPath: file + Self.kept + suffix, toPath: file + suffix)
                }
            }
        }
    }

    private func put(_ how: Displacement) throws {
        switch how {
        case .lost: break
        case .emptied: try Data().write(to: URL(fileURLWithPath: file))
        case .blank: try edit { try $0.execute(sql: "PRAGMA application_id = 7") }
        case .other:
            try copyBack()
            try edit { try $0.execute(sql: "UPDATE householdIdentity SET identity = '\(Self.otherIdentity)'") }
        case .newer:
            try copyBack()
            try edit { db in
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try db.execute(sql: "PRAGMA user_version = \(version + 1)")
            }
        }
    }

    /// Copies the shard from where it is kept to its place.
    private func copyBack() throws {
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file + Self.kept + suffix) {
            try FileManager.default.copyItem(atPath: file + Self.kept + suffix, toPath: file + suffix)
        }
    }

    private static let otherIdentity = String(repeating: "0f", count: 16)

    /// Changes the file, which is complete by itself afterwards.
    private func edit(_ body: (Database) throws -> Void) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try ShardVFS.reserveSeals(db)
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        }
        let database = try DatabaseQueue(path: ShardVFS.uri(file), configuration: configuration)
        defer { try? database.close() }
        try database.inDatabase { db in
            try body(db)
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
        }
    }

    /// What is in the shard's place; nil when nothing is.
    private func contents() -> Data? { FileManager.default.contents(atPath: file) }
}
