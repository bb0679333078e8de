import Foundation
import TestSupport
import Testing

@testable import BackupFormat

/// What is in a directory of backups, and what the schedule removes of it.
struct BackupFolderTests {
    @Test func `only the oldest scheduled backups are removed`() async throws {
        try await TemporaryDirectory.with { directory in
            let folder = BackupFolder(directory.path)
            let paths = (0..<5).map {
                folder.scheduledPath(at: Date(timeIntervalSince1970: 1_700_000_000 + Double($0)))
            }
            #expect(paths[0] == directory.path("hearth-20231114T221320Z.hearth-backup"))
            for path in paths.reversed() { try BackupSample.write(path, lengths: [1]) }
            let kept = ["by-hand.hearth-backup", "hearth-2023.hearth-backup", "hearth-20231114T221320Z.txt", "notes"]
            for name in kept { try directory.write("mine", to: name) }
            try directory.write("half", to: "hearth-20231114T221319Z.hearth-backup.partial")
            try directory.write("half", to: "other.partial")
            let result = folder.prune(keeping: 2)
            #expect(result.removed == Array(paths[..<3]) && result.failed.isEmpty)
            let left = try FileManager.default.contentsOfDirectory(atPath: directory.path).map { directory.path($0) }
            #expect(Set(left) == Set(paths[3...] + (kept + ["other.partial"]).map { directory.path($0) }))
            // The last one is never removed.
            #expect(folder.prune(keeping: 0).removed == [paths[3]])
        }
    }

    @Test func `a listing tells what can be told`() async throws {
        try await TemporaryDirectory.with { directory in
            try BackupSample.write(directory.path("a"))
            try BackupSample.write(directory.path("b.hearth-backup"))
            try BackupSample.write(directory.path("c.hearth-backup"), .keyFile)
            try Data(contentsOf: URL(filePath: directory.path("b.hearth-backup"))).dropLast()
                .write(to: URL(filePath: directory.path("d.hearth-backup")))
            try directory.write("a film", to: "film.mp4")
            try directory.directory("empty")
            let folder = BackupFolder(directory.path)
            let entries = folder.entries()
            #expect(entries.map(\.name) == ["a", "b.hearth-backup", "c.hearth-backup", "d.hearth-backup"])
            #expect(entries.map { (try? $0.manifest.get())?.shards.count } == [1, 1, nil, nil])
            #expect(entries.map(\.kind) == [nil, nil, .keyFile, nil])
            let withKey = folder.entries(key: try BackupSample.Lock.keyFile.key())
            #expect(withKey.map { (try? $0.manifest.get())?.shards.count } == [1, 1, 1, nil])
        }
    }
}
