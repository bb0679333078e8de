/// Inputs for tests that run targets for a moment, without coverage to guide them.
public enum FuzzInputs {
    /// The input with some bytes changed, removed or duplicated.
    public static func damaged(_ input: [UInt8], using random: inout some RandomNumberGenerator) -> [UInt8] {
        var input = input
        for _ in 0..<Int.random(in: 1...4, using: &random) where !input.isEmpty {
            let place = Int.random(in: 0..<input.count, using: &random)
            let end = min(input.count, place + Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: input[place] = UInt8.random(in: 0...255, using: &random)
            case 1: input.removeSubrange(place..<end)
            default: input.insert(contentsOf: input[place..<end], at: place)
            }
        }
        return input
    }

    /// Up to 300 random bytes.
    public static func random(using random: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
