internal import TextFolding

/// Tells stations from channels in lists of a tuner, whose addresses name the streams of a programme: "rtsp://192.0.2.1:554/?freq=450&pids=0,16,17,18,20,700,710".
///
/// A channel has a table, a picture and sound of its own, a station no picture. Streams that many programmes share carry data.
package struct TunerStatistics: Sendable {
    /// How many addresses name a stream.
    private var uses: [Int: Int] = [:]

    package init() {}

    /// Counts an address.
    package mutating func note(_ address: String) {
        for stream in Self.streams(address) { uses[stream, default: 0] += 1 }
    }

    /// Whether an address names no picture.
    func isStation(_ address: String) -> Bool {
        let streams = Self.streams(address)
        switch streams.count {
        case Self.ofStation: return true
        case Self.ofStation + Self.ofData:
            return streams.count { uses[$0, default: 0] >= Self.minimumUses } == Self.ofData
        default: return false
        }
    }

    /// The table and the sound.
    private static let ofStation = 2
    /// Stations of one network send the same data, on two streams; channels have one such.
    private static let ofData = 2
    /// Channels have regional versions with the same picture and sound, but fewer.
    private static let minimumUses = 5
    /// Of the tables that every programme has: of programmes, access, networks, names, guide, time.
    private static let tables = 0...31

    /// The streams but for the common tables; none where an address names none, or is of no tuner.
    private static func streams(_ address: String) -> [Int] {
        let bytes = address.utf8
        guard bytes.starts(with: "rtsp".utf8) else { return [] }
        guard let start = address.firstRange(of: "pids=")?.upperBound else { return [] }
        var streams: [Int] = []
        for part in bytes[start...].prefix(while: { $0 != UInt8(ascii: "&") }).split(separator: UInt8(ascii: ",")) {
            guard part.count < longestNumber, let stream = Int(String(decoding: part, as: UTF8.self)) else { return [] }
            if !tables.contains(stream), !streams.contains(stream), streams.count <= maximumCounted {
                streams.append(stream)
            }
        }
        return streams
    }

    /// Digits, and streams.
    private static let (longestNumber, maximumCounted) = (6, 32)
}
