import RPC

/// Decisions of a plan, one after the other from its seed.
struct RandomChoices {
    private var source: SplitMix64

    init(seed: UInt64) { source = SplitMix64(seed: seed) }

    /// 0 up to, and not including, `count`.
    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &source) }

    /// A number of a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &source) }

    /// True so many times in a hundred.
    mutating func comes(_ percent: Int) -> Bool { below(100) < percent }

    /// One of these.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Some of these, in an order of their own.
    mutating func some<Element>(_ count: Int, of elements: [Element]) -> [Element] {
        Array(elements.shuffled(using: &source).prefix(count))
    }

    /// 64 random bits.
    mutating func bits() -> UInt64 { source.next() }
}
