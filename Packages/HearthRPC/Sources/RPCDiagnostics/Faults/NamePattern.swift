/// A name pattern in which `*` matches any text.
struct NamePattern: Sendable {
    private static let star = UInt8(ascii: "*")
    private let bytes: [UInt8]

    init(_ pattern: String) {
        // Consecutive stars are one star.
        bytes = pattern.utf8.reduce(into: []) { bytes, byte in
            if byte != Self.star || bytes.last != Self.star { bytes.append(byte) }
        }
    }

    func matches(_ name: String) -> Bool {
        let name = Array(name.utf8)
        var (index, at) = (0, 0)
        // The last star, and how much of the name it matches so far.
        var retry: (index: Int, at: Int)?
        while at < name.count {
            if index < bytes.count, bytes[index] == Self.star {
                retry = (index, at)
                index += 1
            } else if index < bytes.count, bytes[index] == name[at] {
                (index, at) = (index + 1, at + 1)
            } else if let last = retry {
                retry = (last.index, last.at + 1)
                (index, at) = (last.index + 1, last.at + 1)
            } else {
                return false
            }
        }
        return bytes[index...].allSatisfy { $0 == Self.star }
    }
}
