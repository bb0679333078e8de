import FuzzKit
import RPC
import Testing

/// The fuzzers' properties on damaged and random inputs: the targets of `scripts/fuzz` are built and run briefly here. A
/// violated property traps, as it does there.
struct FuzzTargetTests {
    @Test(arguments: RPCFuzzTargets.all.map(\.name), [1, SystemRuntime.shared.random()])
    func `every promise holds for inputs at hand, damaged ones, and ones of chance`(target: String, seed: UInt64) throws
    {
        let target = try #require(RPCFuzzTargets.all.first { $0.name == target })
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let input = FuzzInputs.random(using: &random)
            target.run(on: input)
            target.run(on: FuzzInputs.damaged(input, using: &random))
        }
    }
}
