internal import CShardVFS
internal import Foundation
package import GRDB
internal import RPC

/// The VFS that every shard is opened through: it seals each page and rejects damaged ones.
///
/// Only this type, ``ShardFaults`` and ``NetworkFileSystem`` call the C module.
public enum ShardVFS {
    /// The number of damaged pages rejected in this process since its start.
    public static var damagedPages: Int { Int(shard_vfs_damaged_pages()) }

    /// Seals the pages of a shard file that came from elsewhere, such as from a replication tool. No process may have
    /// the file open, and its write-ahead log must be empty.
    ///
    /// - Returns: the number of pages sealed.
    /// - Throws: ``ShardError`` when the file is no shard, or cannot be written.
    @discardableResult
    public static func reseal(_ path: String) throws -> Int {
        let result = shard_vfs_reseal(path)
        guard result >= 0 else {
            throw ShardError.cannotOpen(
                path: path, reason: "resealing failed: \(String(cString: strerror(Int32(-result))))")
        }
        return Int(result)
    }

    /// Registers the VFS with SQLite.
    static func register(for path: String) throws {
        guard shard_vfs_register() == 0 else { throw ShardError.notSealed(path: path) }
    }

    /// The URI with which SQLite opens `path` through the VFS.
    ///
    /// - Parameter isImmutable: reads the file alone, without log, locks or side effects.
    package static func uri(_ path: String, isImmutable: Bool = false) -> String {
        var escaped = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += "%" + [byte].hexadecimal
            }
        }
        return escaped + "?vfs=\(SHARD_VFS_NAME)" + (isImmutable ? "&immutable=1" : "")
    }

    /// Reserves the bytes of the seals, before the first page is created. For `Configuration.prepareDatabase`.
    package static func reserveSeals(_ db: Database) throws {
        guard let connection = db.sqliteConnection, shard_vfs_reserve(connection) == 0 else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "no room for seals")
        }
    }

    /// Whether the connection uses the VFS.
    static func covers(_ db: Database) -> Bool {
        guard let connection = db.sqliteConnection else { return false }
        return shard_vfs_covers(connection) != 0
    }

    /// Makes closing the connection neither checkpoint nor remove the log.
    static func keepLogOnClose(_ db: Database) {
        if let connection = db.sqliteConnection { _ = shard_vfs_leave_log(connection) }
    }

    /// The bytes of the write-ahead log in use, as known to this connection.
    static func logBytes(_ db: Database) -> Int {
        guard let connection = db.sqliteConnection else { return 0 }
        return Int(shard_vfs_log_bytes(connection))
    }
}
