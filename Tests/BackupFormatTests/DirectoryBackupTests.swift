import Foundation
import TestSupport
import Testing

@testable import BackupFormat

/// Backups that are directories, and how all backups get their names.
struct DirectoryBackupTests {
    @Test func `what is read is what was written`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path("home")
            let manifest = try BackupSample.write(path)
            try BackupSample.check(path, nil, manifest)
            #expect(try BackupReader.kindOfKey(path) == nil)
            let shard = try #require(manifest.shards.first?.content)
            #expect(try BackupReader(path).directPath(of: shard) == "\(path)/shards/home/catalog.sqlite")
        }
    }

    @Test func `a changed, cut or missing file is found`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path("home")
            let manifest = try BackupSample.write(path)
            for name in manifest.contents.map(\.path) + ["manifest.json", "SHA256SUMS"] {
                let file = URL(filePath: "\(path)/\(name)")
                let whole = try Data(contentsOf: file)
                for change in [whole + [1], whole.dropLast(), Data(whole.map { $0 ^ 1 }), nil] where change != whole {
                    try FileManager.default.removeItem(at: file)
                    try change?.write(to: file)
                    #expect(throws: BackupError.self, "\(name)") { try BackupReader(path).checkBytes() }
                    try whole.write(to: file)
                }
            }
            try BackupReader(path).checkBytes()
        }
    }

    @Test(arguments: ["home", "home.hearth-backup"])
    func `a backup replaces nothing, and is not seen before it is whole`(name: String) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path("below/\(name)")
            let writer = try BackupWriter(path, key: nil, salt: BackupSample.bytes(32))
            try writer.begin("keys/a.key")
            try writer.append([1, 2, 3])
            _ = try writer.end()
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(throws: BackupError.busy(path: path)) {
                try BackupWriter(path, key: nil, salt: BackupSample.bytes(32))
            }
            writer.abandon()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("below")).isEmpty)
            try BackupSample.write(path)
            #expect(throws: BackupError.exists(path: path)) { try BackupSample.write(path) }
        }
    }

    /// What a killed process leaves has no lock.
    @Test(arguments: ["home", "home.hearth-backup"])
    func `what a killed process has left is replaced`(name: String) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(name)
            if name == "home" {
                try directory.directory("home.partial/shards/home")
                try directory.write("half", to: "home.partial/shards/home/catalog.sqlite")
            } else {
                try directory.write("half", to: "\(name).partial")
            }
            let manifest = try BackupSample.write(path)
            try BackupSample.check(path, nil, manifest)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [name])
        }
    }

    @Test(arguments: [
        "../x", "/x", "a//b", "a/./b", "a/../b", "", ".", "..", "a b", "a\u{0}b", "ä",
        "a/" + String(repeating: "x", count: 256),
    ])
    func `a manifest names nothing outside of its backup`(path: String) throws {
        #expect(!BackupPath.isValid(path))
        var manifest = BackupManifest(created: Date(timeIntervalSince1970: 0), hearthVersion: "1")
        let digest = String(repeating: "0", count: 64)
        manifest.files = [
            .init(target: "keys/a.key", mode: "600", content: .init(path: path, bytes: 0, sha256: digest))
        ]
        #expect(throws: BackupError.self) { try BackupManifest(manifest.encoded()) }
        manifest.files = [.init(target: path, mode: "600", content: .init(path: "a", bytes: 0, sha256: digest))]
        #expect(throws: BackupError.self) { try BackupManifest(manifest.encoded()) }
    }

    @Test func `a later format is named`() throws {
        let later = #"{"format": "hearth-backup", "version": 2, "everything": "else"}"#
        #expect(throws: BackupError.newer(version: 2)) { try BackupManifest(Array(later.utf8)) }
    }
}
