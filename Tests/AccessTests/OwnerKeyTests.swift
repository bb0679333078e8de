import Access
import Foundation
import RPC
import TestSupport
import Testing

/// The key of the box's owner.
struct OwnerKeyTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `it is made once, private, and found again`() throws {
        #expect(try OwnerKey.load(in: directory.path) == nil)
        let key = try OwnerKey.loadOrCreate(in: directory.path, runtime: SystemRuntime.shared)
        #expect(key.bytes.count == AccessLimits.ownerKeyBytes)
        #expect(try OwnerKey.loadOrCreate(in: directory.path, runtime: SystemRuntime.shared).bytes == key.bytes)
        #expect(try OwnerKey.load(in: directory.path)?.bytes == key.bytes)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(OwnerKey.fileName))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect("\(key) \(String(reflecting: key))".contains("<owner key>"))
    }

    @Test func `only the whole key matches`() throws {
        let key = OwnerKey(bytes: SystemRuntime.shared.randomBytes(AccessLimits.ownerKeyBytes))
        #expect(key.matches(key.bytes))
        #expect(!key.matches([]))
        #expect(!key.matches(key.bytes.dropLast()))
        #expect(!key.matches(key.bytes + [0]))
        for bit in 0..<key.bytes.count * 8 {
            var wrong = key.bytes
            wrong[bit / 8] ^= 1 << (bit % 8)
            #expect(!key.matches(wrong))
        }
    }

    @Test func `a key that others may read is refused`() throws {
        _ = try OwnerKey.loadOrCreate(in: directory.path, runtime: SystemRuntime.shared)
        let path = directory.path(OwnerKey.fileName)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: KeyFileError.self) { try OwnerKey.load(in: directory.path) }
    }

    @Test(arguments: [0, 31, 33, 4_096])
    func `a file of another length is refused`(bytes: Int) throws {
        let path = directory.path(OwnerKey.fileName)
        try Data(repeating: 7, count: bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: KeyFileError.notAKeyFile(path: path)) { try OwnerKey.load(in: directory.path) }
    }

    @Test func `a run directory that others may write into is refused`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
        #expect(throws: KeyFileError.self) {
            try OwnerKey.loadOrCreate(in: directory.path, runtime: SystemRuntime.shared)
        }
    }
}
