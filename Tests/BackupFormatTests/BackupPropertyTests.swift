import Foundation
import RPC
import TestSupport
import Testing

@testable import BackupFormat

/// Random backups: any files, written in any steps, some given up on the way.
struct BackupPropertyTests {
    @Test(arguments: Seeds.make(12))
    func `any files that are written in any steps are read back`(seed: UInt64) async throws {
        try await TemporaryDirectory.with { directory in
            var random = SplitMix64(seed: seed)
            for round in 0..<6 {
                let lock = BackupSample.Lock.allCases[Int.random(in: 0..<3, using: &random)]
                let isContainer = lock != .none || Bool.random(using: &random)
                let path = directory.path("\(round)\(isContainer ? BackupWriter.containerSuffix : "")")
                let writer = try BackupWriter(
                    path, key: try lock.key(), salt: bytes(BackupWriter.saltBytes, &random),
                    chunkBytes: Int.random(in: 1...300, using: &random), cost: BackupSample.cost)
                var manifest = BackupManifest(created: Date(timeIntervalSince1970: 0), hearthVersion: "1")
                var files: [[UInt8]] = []
                for number in 0..<Int.random(in: 0...6, using: &random) {
                    if Bool.random(using: &random) {
                        try writer.begin("files/\(number)")
                        try writer.append(bytes(Int.random(in: 0...500, using: &random), &random))
                        try writer.discard()
                    }
                    let file = bytes(Int.random(in: 0...2_000, using: &random), &random)
                    try writer.begin("files/\(number)")
                    var sent = 0
                    while sent < file.count {
                        let step = Int.random(in: 1...700, using: &random)
                        try writer.append(Array(file[sent..<min(file.count, sent + step)]))
                        sent += step
                    }
                    manifest.files.append(.init(target: "keys/\(number)", mode: "600", content: try writer.end()))
                    files.append(file)
                }
                try writer.finish(manifest)
                let reader = try BackupReader(path, key: try lock.key())
                try reader.checkBytes()
                #expect(reader.manifest == manifest)
                // In any order, as a restore of one service reads it.
                for (file, content) in zip(files, reader.manifest.contents).reversed() {
                    let read = try reader.bytes(of: content, limit: 2_000)
                    #expect(read == file, "seed \(seed)")
                }
            }
        }
    }

    private func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}
