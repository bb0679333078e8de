import DownloadsService
import Foundation
import RPC
import TestSupport

/// The disk of a service's files. When the service is dead, nothing more is written; when the power goes, what was not synced
/// may be gone or be zeros, and names that were not made durable may be the old ones.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedDisk: DiskObserver, @unchecked Sendable {
    /// The service is dead.
    var isDead = false
    /// Room for so many bytes more; nil for enough.
    var room: Int64?
    /// How often something was lost.
    private(set) var losses = 0

    /// Bytes of a file, by its path, that are durable; of a file that is not here all are.
    private var durable: [String: Int64] = [:]
    /// New names whose folder was not synced since, in their order: what was there before, and what is there now.
    private var renames: [(old: String, new: String)] = []
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed ^ 0xd15c) }

    func refusal(of change: DiskChange) -> Int32? {
        if isDead { return EIO }
        guard case .append(_, let bytes) = change, let room else { return nil }
        return Int64(bytes) > room ? ENOSPC : nil
    }

    func note(_ change: DiskChange) {
        switch change {
        case .makeFolder: break
        case .open(let path, let kept): durable[path] = min(durable[path] ?? Self.size(path), kept)
        case .append(_, let bytes): room = room.map { $0 - Int64(bytes) }
        case .sync(let path): durable[path] = nil
        case .syncFolder(let folder): renames.removeAll { Self.folder(of: $0.new) == folder }
        case .rename(let old, let new):
            renames.append((old, new))
            move(old, to: new)
        case .remove(let folder):
            durable = durable.filter { !Self.holds(folder, $0.key) }
            renames.removeAll { Self.holds(folder, $0.new) || Self.holds(folder, $0.old) }
        }
    }

    func freeBytes(below root: String) -> Int64? { room ?? 1 << 40 }

    /// The power goes.
    func cutPower() {
        for path in durable.keys.sorted() { lose(path) }
        durable = [:]
        // A journal keeps the names' order: the last ones may be undone, from some place on.
        let kept = Int.random(in: 0...renames.count, using: &numbers)
        for (old, new) in renames.dropFirst(kept).reversed() where Self.exists(new) && !Self.exists(old) {
            rename(new, old)
            losses += 1
        }
        renames = []
    }

    /// Of what was not synced the disk has a part, and for the rest zeros or nothing.
    private func lose(_ path: String) {
        let (safe, size) = (durable[path] ?? 0, Self.size(path))
        guard size > safe, let file = FileHandle(forWritingAtPath: path) else { return }
        losses += 1
        let written = Int64.random(in: safe...size, using: &numbers)
        if Bool.random(using: &numbers) {
            try? file.truncate(atOffset: UInt64(written))
        } else {
            try? file.seek(toOffset: UInt64(written))
            try? file.write(contentsOf: Data(count: Int(size - written)))
        }
        try? file.close()
    }

    private func move(_ old: String, to new: String) {
        for (path, bytes) in durable where Self.holds(old, path) {
            durable[path] = nil
            durable[new + path.dropFirst(old.count)] = bytes
        }
        // What was named within moves along.
        for index in renames.indices.dropLast() where Self.holds(old, renames[index].new) {
            renames[index].new = new + renames[index].new.dropFirst(old.count)
            if Self.holds(old, renames[index].old) {
                renames[index].old = new + renames[index].old.dropFirst(old.count)
            }
        }
    }

    private static func holds(_ folder: String, _ path: String) -> Bool {
        path == folder || path.hasPrefix(folder + "/")
    }

    private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }
    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    private static func size(_ path: String) -> Int64 {
        Int64((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
}
