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
        var (place, at) = (0, 0)
        // The last star, and how much of the name it matches so far.
        var retry: (place: Int, at: Int)?
        while at < name.count {
            if place < bytes.count, bytes[place] == Self.star {
                retry = (place, at)
                place += 1
            } else if place < bytes.count, bytes[place] == name[at] {
                (place, at) = (place + 1, at + 1)
            } else if let last = retry {
                retry = (last.place, last.at + 1)
                (place, at) = (last.place + 1, last.at + 1)
            } else {
                return false
            }
        }
        return bytes[place...].allSatisfy { $0 == Self.star }
    }
}
