import Foundation

/// A text that is looked for in bytes, again and again. What `String` and `Data` have for that walks over characters and
/// indices: a tenth of a run went there.
struct BytePattern: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) {
        precondition(!text.isEmpty, "nothing is everywhere")
        bytes = Array(text.utf8)
    }

    /// Whether it is somewhere in these bytes.
    func isIn(_ other: some ContiguousBytes) -> Bool {
        other.withUnsafeBytes { other in
            guard var rest = other.baseAddress, other.count >= bytes.count else { return false }
            let last = rest + (other.count - bytes.count)
            while let next = memchr(rest, Int32(bytes[0]), last - rest + 1) {
                if memcmp(next, bytes, bytes.count) == 0 { return true }
                guard UnsafeRawPointer(next) < last else { return false }
                rest = UnsafeRawPointer(next) + 1
            }
            return false
        }
    }
}
