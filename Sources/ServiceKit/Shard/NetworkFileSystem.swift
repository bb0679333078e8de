internal import CShardVFS
internal import Foundation

/// File systems over a network: their locks and caches are not those that SQLite's write-ahead log needs
/// (https://www.sqlite.org/wal.html), so that data is lost and mixed up without an error.
package enum NetworkFileSystem {
    /// By their names in /proc/self/mountinfo. Of FUSE the kernel's magic number does not tell the kind.
    private static let names: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "ceph", "9p", "glusterfs", "lustre", "davfs",
        "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs", "fuse.cephfs", "fuse.davfs2", "fuse.curlftpfs",
        "fuse.smbnetfs", "fuse.gcsfuse", "fuse.goofys", "fuse.juicefs",
    ]

    /// By the magic numbers of statfs(2), for where no table of mounts can be read.
    private static let magicNumbers: [UInt32: String] = [
        0x6969: "nfs", 0x517b: "smbfs", 0xff53_4d42: "cifs", 0xfe53_4d42: "smb3", 0x564c: "ncpfs", 0x5346_414f: "afs",
        0x7375_7245: "coda", 0x00c3_6400: "ceph", 0x0102_1997: "9p", 0x0bd0_0bd0: "lustre",
    ]

    /// Whether a file system of this name is one over a network.
    package static func isNetwork(_ kind: String) -> Bool { names.contains(kind) }

    /// The kind of network file system that an existing path is on; nil when it is on a disk of this machine.
    package static func kind(of path: String) -> String? {
        if let kind = MountTable.ofMachine.kind(of: path), isNetwork(kind) { return kind }
        return magicNumbers[UInt32(truncatingIfNeeded: shard_file_system_magic(path))]
    }
}

/// The mounted file systems: proc_pid_mountinfo(5).
package struct MountTable: Sendable {
    /// By length of the path, the longest first; of equal ones the one mounted last.
    private let mounts: [(path: String, kind: String)]

    /// This machine's; empty when the system does not say.
    package static var ofMachine: MountTable { MountTable(textOfMachine) }

    /// The text of this machine's table.
    package static var textOfMachine: String {
        FileManager.default.contents(atPath: "/proc/self/mountinfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Reads a table; lines of another form are left out.
    package init(_ text: String) {
        let found = text.split(separator: "\n").compactMap { line -> (path: String, kind: String)? in
            let words = line.split(separator: " ")
            guard words.count > 4, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else { return nil }
            return (Self.unescaped(words[4]), String(words[dash + 1]))
        }
        mounts = found.reversed().enumerated()
            .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
            .map(\.element)
    }

    /// The kind of file system that an absolute path is on, such as `ext4`; nil when it is unknown.
    package func kind(of path: String) -> String? {
        mounts.first { $0.path == "/" || path == $0.path || path.hasPrefix($0.path + "/") }?.kind
    }

    /// The kernel writes white space and backslashes in octal.
    private static func unescaped(_ text: Substring) -> String {
        [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
