import Foundation

/// SplitMix64: a small generator whose whole state is its seed, so that a printed seed repeats a run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A generator with the seed in `HEARTH_TEST_SEED`, or else one from the system; the seed is printed.
    static func announced(_ test: String = #function) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["HEARTH_TEST_SEED"].flatMap { UInt64($0) }
        var system = SystemRandomNumberGenerator()
        let seed = given ?? system.next()
        print("\(test): HEARTH_TEST_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
