import Foundation
import FuzzKit
import RPC
import TestSupport
import Testing

/// The fuzzers' properties on available inputs, some of them damaged: the targets of `scripts/fuzz` are built and run
/// briefly here. A violated property traps, as it does there.
struct FuzzTargetTests {
    private static let inputBytes = 4_096
    private static let damagedOfEach = 4

    /// The folder of the corpus that has a target's inputs.
    private static let folders = ["playlist": "m3u", "guide": "xmltv", "panel": "xtream"]

    @Test(arguments: CatalogFuzzTargets.all.map(\.name), Seeds.make(2))
    func `every promise holds for inputs at hand, damaged ones, and ones of chance`(
        target name: String, seed: UInt64
    ) throws {
        let target = try #require(CatalogFuzzTargets.all.first { $0.name == name })
        var random = SplitMix64(seed: seed)
        var inputs = try Self.files(of: name)
        #expect(!inputs.isEmpty)
        inputs += inputs.flatMap { input in
            (0..<Self.damagedOfEach).map { _ in FuzzInputs.damaged(input, using: &random) }
        }
        inputs += (0..<200).map { _ in FuzzInputs.random(using: &random) }
        for input in inputs { target.run(on: input) }
    }

    @Test func `a target that is not there is not run`() {
        #expect(!CatalogFuzzTargets.all.contains { $0.name == "nothing" })
    }

    private static func files(of target: String) throws -> [[UInt8]] {
        let folder = try #require(folders[target])
        let directory = try SharedData.checkout().appending(path: "Tests/Corpus/\(folder)")
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension != "json" }.sorted { $0.path < $1.path }
            // The first byte chooses limits and pieces.
            .map { [0x07] + Array(try Data(contentsOf: $0).prefix(inputBytes)) }
    }
}
