import Foundation
import TestSupport
import Testing

@testable import BackupFormat

/// A small backup with files of all lengths around those of a chunk.
struct BackupSample {
    static let chunkBytes = 64
    static let cost = BackupKey.Cost(logRounds: 4, blockSize: 1, parallelism: 1)
    static let lengths = [0, 1, 63, 64, 65, 127, 128, 129, 1_000]

    /// The key of a sample.
    enum Lock: CaseIterable, Sendable {
        case none, keyFile, passphrase

        func key(_ seed: UInt8 = 1) throws -> BackupKey? {
            switch self {
            case .none: nil
            case .keyFile: try BackupKey(keyFile: [UInt8](repeating: seed, count: 32))
            case .passphrase: try BackupKey(passphrase: "open sesame \(seed)")
            }
        }
    }

    static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) } }

    /// Writes the sample, and returns its manifest.
    @discardableResult
    static func write(_ path: String, _ lock: Lock = .none, lengths: [Int] = lengths) throws -> BackupManifest {
        let writer = try BackupWriter(
            path, key: try lock.key(), salt: [UInt8](repeating: 9, count: BackupWriter.saltBytes),
            chunkBytes: chunkBytes, cost: cost)
        var manifest = BackupManifest(created: Date(timeIntervalSince1970: 1_000_000), hearthVersion: "1.2.3")
        manifest.households = [.init(name: "home", identity: String(repeating: "a", count: 32))]
        for length in lengths {
            try writer.begin("files/\(length).bin")
            for start in stride(from: 0, to: length, by: 50) {
                try writer.append(Array(bytes(length)[start..<min(length, start + 50)]))
            }
            manifest.files.append(.init(target: "keys/\(length).key", mode: "600", content: try writer.end()))
        }
        try writer.begin("shards/home/catalog.sqlite")
        try writer.append(bytes(300))
        manifest.shards.append(
            .init(
                service: "catalog", household: "home", identity: nil, schemaVersion: 50_012,
                outboxGeneration: "0123456789abcdef", outboxSequence: 7, takenAt: manifest.created,
                isFromService: true, content: try writer.end()))
        manifest.media = [.init(path: "home/downloads/x/film with spaces.mp4", bytes: 5)]
        try writer.finish(manifest)
        return manifest
    }

    /// Reads every byte, and compares it.
    static func check(_ path: String, _ key: BackupKey?, _ manifest: BackupManifest) throws {
        let reader = try BackupReader(path, key: key)
        try reader.checkBytes()
        #expect(reader.manifest == manifest)
        for content in reader.manifest.contents {
            let read = try reader.bytes(of: content, limit: 10_000)
            #expect(read == bytes(Int(content.bytes)))
        }
    }
}
