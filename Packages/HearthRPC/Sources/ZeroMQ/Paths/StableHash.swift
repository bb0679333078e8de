internal import Basics

/// A hash that is the same in every process and version.
enum StableHash {
    /// The hash of a text in 16 hexadecimal digits.
    static func hexadecimal(_ text: String) -> String {
        let digits = String(FNV1a.hash(text.utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
