internal import RPC

/// A film on an external host: its content follows from its number.
struct UpstreamFilm: Sendable, Hashable {
    let number: Int

    /// Its size in bytes: 0.2 to 1.6 MB.
    var count: Int { Self.least + number * Self.step % Self.spread }

    private static let (least, step, spread) = (200_003, 79_193, 1_400_000)
    /// Each page begins with the film's number and its own, so that bytes of another offset or film are detected.
    private static let pageBytes = 4_096

    /// The content of all pages after their header.
    private static let filling: [UInt8] = {
        var generator = SplitMix64(seed: 1)
        return (0..<pageBytes - 16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }()

    /// A range of its bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        let pages = range.lowerBound / Self.pageBytes...(range.upperBound - 1) / Self.pageBytes
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pages.count * Self.pageBytes)
        for page in pages {
            for part in [number, page] { withUnsafeBytes(of: UInt64(part).bigEndian) { bytes += $0 } }
            bytes += Self.filling
        }
        let begin = range.lowerBound - pages.lowerBound * Self.pageBytes
        return Array(bytes[begin..<begin + range.count])
    }

    /// The difference of bytes that should equal the film's; nil when they are equal.
    func difference(from other: [UInt8]) -> String? {
        let own = bytes(0..<count)
        if own == other { return nil }
        let offset = zip(own, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return "\(other.count) of \(own.count) bytes, others from byte \(offset ?? min(own.count, other.count)) on"
    }
}
