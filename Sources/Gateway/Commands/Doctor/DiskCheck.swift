internal import Foundation
internal import ServiceKit

/// Whether the disks of data, shards and sockets have room, and are of a kind that keeps what was acknowledged.
struct DiskCheck: DoctorCheck {
    let name = "disk"
    private let room: @Sendable (_ path: String) -> Room?
    private let mounts: @Sendable () -> String

    /// What a file system has left.
    struct Room: Sendable, Hashable {
        /// Bytes that this user may still write.
        var bytes: Int64
        /// Files that may still be created; nil where there is no limit.
        var files: Int64?
    }

    /// With less free space imports and downloads fail, and soon every write: 256 MB.
    static let leastBytes: Int64 = 256_000_000
    /// With fewer free inodes a start may fail: each service has a few files.
    static let leastFiles: Int64 = 1_000

    /// Checks the machine's disks; tests give others.
    init(
        room: @escaping @Sendable (String) -> Room? = DiskCheck.room,
        mounts: @escaping @Sendable () -> String = { MountTable.textOfMachine }
    ) {
        (self.room, self.mounts) = (room, mounts)
    }

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let table = MountTable(mounts())
        var findings = [look(at: gateway.settings.data.value, "data", holdsShards: true, table)]
        for service in ServiceSettings.knownServices.sorted() {
            guard let shards = Self.shards(of: service, gateway) else { continue }
            findings.append(look(at: shards, "shards of \(service)", holdsShards: true, table))
        }
        findings.append(look(at: gateway.settings.run.value, "sockets", holdsShards: false, table))
        return findings
    }

    /// The directory of a service's shards; nil when its settings cannot be read.
    static func shards(of service: String, _ gateway: Gateway) -> String? {
        try? ServiceSettings(
            options: gateway.serviceOptions, environment: gateway.environment.variables, service: service
        ).shards.value
    }

    private func look(at path: String, _ subject: String, holdsShards: Bool, _ table: MountTable) -> DoctorFinding {
        let path = Self.existing(path)
        let kind = table.kind(of: path)
        if holdsShards, let kind, NetworkFileSystem.isNetwork(kind) {
            return DoctorFinding(
                name, subject, .wrong, "\(path) is on a network file system (\(kind)), which loses and mixes up data.",
                advice: "Put it on a disk of this machine: --data, or HEARTH_SHARDS for one service.")
        }
        guard let room = room(path) else {
            return DoctorFinding(name, subject, .unknown, "The free space of \(path) is unknown.")
        }
        let free = AmountFormatter.bytes(room.bytes)
        if holdsShards, room.bytes < Self.leastBytes {
            return DoctorFinding(
                name, subject, .wrong,
                room.bytes == 0 ? "\(path) is full." : "\(path) has \(free) left, and needs \(leastText).",
                advice: """
                    Free space there. `hearth download storage` shows what downloads take; nothing that was acknowledged \
                    is lost meanwhile.
                    """)
        }
        if let files = room.files, files < Self.leastFiles {
            return DoctorFinding(
                name, subject, .wrong, "\(path) can take only \(files) further files.",
                advice: "Remove files there: its file system has no inodes left.")
        }
        return DoctorFinding(name, subject, .ok, "\(free) free" + (kind.map { ", \($0)" } ?? ""))
    }

    private var leastText: String { AmountFormatter.bytes(Self.leastBytes) }

    /// The directory itself, or the nearest one above it that exists.
    private static func existing(_ path: String) -> String {
        var url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }

    /// What the system says of a path's file system.
    static func room(_ path: String) -> Room? {
        guard let values = try? FileManager.default.attributesOfFileSystem(forPath: path),
            let bytes = values[.systemFreeSize] as? NSNumber
        else { return nil }
        // A file system that counts no inodes, such as btrfs, says 0 of 0.
        let all = (values[.systemNodes] as? NSNumber)?.int64Value ?? 0
        let files = all > 0 ? (values[.systemFreeNodes] as? NSNumber)?.int64Value : nil
        return Room(bytes: bytes.int64Value, files: files)
    }
}
