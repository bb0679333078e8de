import Foundation
import RPC
import TestSupport
import Testing

@testable import BackupFormat

/// Backups in one file: what is read is what was written, and any change is found and named.
struct ContainerTests {
    private static let name = "home.hearth-backup"

    @Test(arguments: BackupSample.Lock.allCases)
    func `what is read is what was written`(lock: BackupSample.Lock) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            let manifest = try BackupSample.write(path, lock)
            try BackupSample.check(path, try lock.key(), manifest)
            #expect(try BackupReader.kindOfKey(path) == lock.key()?.kind)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [Self.name])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
        }
    }

    /// A payload of each length around the ends of chunks.
    @Test(arguments: [BackupSample.Lock.none, .keyFile])
    func `chunks end anywhere`(lock: BackupSample.Lock) async throws {
        try await TemporaryDirectory.with { directory in
            for length in 0..<(2 * BackupSample.chunkBytes) {
                let path = directory.path("\(length).hearth-backup")
                let manifest = try BackupSample.write(path, lock, lengths: [length])
                try BackupSample.check(path, try lock.key(), manifest)
            }
        }
    }

    @Test(arguments: BackupSample.Lock.allCases)
    func `a file that is cut anywhere is refused`(lock: BackupSample.Lock) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            try BackupSample.write(path, lock, lengths: [0, 65])
            let whole = try Data(contentsOf: URL(filePath: path))
            let key = try lock.key()
            for length in 0..<whole.count {
                try whole.prefix(length).write(to: URL(filePath: path))
                do {
                    try BackupReader(path, key: key).checkBytes()
                    Issue.record("\(length) of \(whole.count) bytes are a backup")
                } catch BackupError.cut {
                } catch BackupError.notABackup where length < 8 {}
            }
        }
    }

    /// One whose end was repaired after chunks were left out: the last chunk was sealed as one in the middle.
    @Test(arguments: [BackupSample.Lock.none, .keyFile])
    func `chunks that are left out at the end are missed`(lock: BackupSample.Lock) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            try BackupSample.write(path, lock)
            let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let unit = BackupSample.chunkBytes + (lock == .none ? 32 : 16)
            for chunks in 1..<5 {
                let kept = Array(whole[..<(ContainerHeader.bytes + chunks * unit)])
                let length = UInt64(kept.count + ContainerHeader.endBytes)
                try Data(kept + length.bigEndianBytes + ContainerHeader.endMagic).write(to: URL(filePath: path))
                let key = try lock.key()
                #expect(throws: BackupError.cut) { try BackupReader(path, key: key).checkBytes() }
            }
        }
    }

    @Test(arguments: BackupSample.Lock.allCases)
    func `a changed byte anywhere is found`(lock: BackupSample.Lock) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            try BackupSample.write(path, lock, lengths: [0, 65])
            let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let key = try lock.key()
            for index in whole.indices {
                var changed = whole
                changed[index] ^= index % 2 == 0 ? 1 : 0x80
                try Data(changed).write(to: URL(filePath: path))
                #expect(throws: BackupError.self, "byte \(index)") { try BackupReader(path, key: key).checkBytes() }
            }
        }
    }

    @Test(arguments: [BackupSample.Lock.none, .keyFile])
    func `chunks that have changed places are found`(lock: BackupSample.Lock) async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            try BackupSample.write(path, lock)
            var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let unit = BackupSample.chunkBytes + (lock == .none ? 32 : 16)
            let first = ContainerHeader.bytes..<ContainerHeader.bytes + unit
            let second = first.upperBound..<first.upperBound + unit
            let kept = Array(bytes[first])
            bytes.replaceSubrange(first, with: Array(bytes[second]))
            bytes.replaceSubrange(second, with: kept)
            try Data(bytes).write(to: URL(filePath: path))
            let key = try lock.key()
            #expect(throws: BackupError.self) { try BackupReader(path, key: key).checkBytes() }
        }
    }

    @Test func `a wrong key is named as such, and none as needed`() async throws {
        try await TemporaryDirectory.with { directory in
            for lock in [BackupSample.Lock.keyFile, .passphrase] {
                let path = directory.path("\(lock).hearth-backup")
                try BackupSample.write(path, lock)
                let kind = try #require(try lock.key()?.kind)
                #expect(throws: BackupError.wrongKey(kind)) { try BackupReader(path, key: try lock.key(2)) }
                #expect(throws: BackupError.keyNeeded(kind)) { try BackupReader(path) }
                let other = lock == .keyFile ? BackupSample.Lock.passphrase : .keyFile
                #expect(throws: BackupError.keyNeeded(kind)) { try BackupReader(path, key: try other.key()) }
            }
        }
    }

    /// Nothing of the content is readable in an encrypted backup.
    @Test func `an encrypted backup shows nothing`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            try BackupSample.write(path, .keyFile)
            let bytes = try Data(contentsOf: URL(filePath: path))
            for text in ["home", "catalog", "manifest", "hearth-backup", "sha256"] {
                #expect(bytes.range(of: Data(text.utf8)) == nil)
            }
            try BackupSample.write(directory.path("plain.hearth-backup"))
            let plain = try Data(contentsOf: URL(filePath: directory.path("plain.hearth-backup")))
            #expect(plain.range(of: Data("catalog".utf8)) != nil)
        }
    }

    @Test func `garbage is refused`() async throws {
        try await TemporaryDirectory.with { directory in
            let path = directory.path(Self.name)
            var random = SystemRuntime.shared.generator
            for _ in 0..<300 {
                var bytes = (0..<Int.random(in: 0..<600, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes = ContainerHeader.magic + bytes }
                if Bool.random(using: &random) {
                    bytes += UInt64(bytes.count + 16).bigEndianBytes + ContainerHeader.endMagic
                }
                try Data(bytes).write(to: URL(filePath: path))
                #expect(throws: BackupError.self) { try BackupReader(path).checkBytes() }
            }
        }
    }
}
