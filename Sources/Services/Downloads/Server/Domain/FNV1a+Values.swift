internal import Basics

extension FNV1a {
    /// Adds the eight bytes of a number, lowest first.
    mutating func add(_ number: Int) { for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> (8 * shift))) } }

    /// Adds a text and its end, so that two texts in a row are told apart.
    mutating func add(_ text: String) {
        add(text.utf8)
        add(0 as UInt8)
    }
}
