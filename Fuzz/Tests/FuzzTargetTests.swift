import Foundation
import RPC
import TestSupport
import Testing

/// The fuzzers' properties on available inputs, some of them damaged: the targets of `scripts/fuzz` are built and run
/// briefly here. A violated property traps, as it does there.
struct FuzzTargetTests {
    private static let inputBytes = 4_096
    private static let damagedOfEach = 4

    /// A target's inputs: files of the corpus, or only generated ones.
    private static let folders = ["playlist": "m3u", "guide": "xmltv", "panel": "xtream"]

    @Test(arguments: FuzzTarget.names, Seeds.make(2))
    func `every promise holds for inputs at hand, damaged ones, and ones of chance`(target: String, seed: UInt64) throws
    {
        var source = SplitMix64(seed: seed)
        var inputs = try Self.files(of: target)
        #expect(inputs.isEmpty == (Self.folders[target] == nil))
        inputs += inputs.flatMap { input in (0..<Self.damagedOfEach).map { _ in Self.damaged(input, &source) } }
        inputs += (0..<200).map { _ in Self.chance(&source) }
        for input in inputs { #expect(FuzzTarget.run(target, on: input), "seed \(seed)") }
    }

    @Test func `a target that is not there is not run`() { #expect(!FuzzTarget.run("nothing", on: [])) }

    private static func files(of target: String) throws -> [[UInt8]] {
        guard let folder = folders[target] else { return [] }
        let directory = try SharedData.checkout().appending(path: "Tests/Corpus/\(folder)")
        return try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension != "json" }.sorted { $0.path < $1.path }
            // The first byte chooses limits and pieces.
            .map { [0x07] + Array(try Data(contentsOf: $0).prefix(inputBytes)) }
    }

    /// The input with some bytes changed, removed or duplicated.
    private static func damaged(_ input: [UInt8], _ source: inout SplitMix64) -> [UInt8] {
        var input = input
        for _ in 0..<Int.random(in: 1...4, using: &source) where !input.isEmpty {
            let place = Int.random(in: 0..<input.count, using: &source)
            let end = min(input.count, place + Int.random(in: 1...16, using: &source))
            switch Int.random(in: 0..<3, using: &source) {
            case 0: input[place] = UInt8.random(in: 0...255, using: &source)
            case 1: input.removeSubrange(place..<end)
            default: input.insert(contentsOf: input[place..<end], at: place)
            }
        }
        return input
    }

    private static func chance(_ source: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 0...300, using: &source)).map { _ in UInt8.random(in: 0...255, using: &source) }
    }
}
