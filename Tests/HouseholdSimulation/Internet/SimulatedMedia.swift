import Cryptography
import Foundation
import HTTPFetch
import RPC

/// A host of films: most are one file, some are streams of segments, of which some are encrypted. Files have versions.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedMedia: @unchecked Sendable {
    static let host = "tv.example"
    /// Films that it may have.
    static let films = 64
    /// Films that are streams: of each so many the last one.
    private static let streamEvery = 4
    private static let segments = 5

    private let seed: UInt64
    private var versions: [Int: Int] = [:]

    init(seed: UInt64) { self.seed = seed }

    /// Where a film is.
    static func address(of film: Int) -> String { "http://\(host)/movie/a/b/\(film).mp4" }

    /// Whether a film is a stream.
    static func isStream(_ film: Int) -> Bool { film % streamEvery == streamEvery - 1 }

    /// The film at an address; nil for any other one.
    static func film(at address: String) -> Int? {
        let name = address.split(separator: "/").last ?? ""
        return Int(name.prefix { $0.isNumber })
    }

    /// A film is another one from now on: of other bytes, and as many or more or less.
    func change(_ film: Int) { versions[film, default: 0] += 1 }

    /// All that a film has ever been, as what a player gets: of a stream its segments one after the other.
    func everything(of film: Int) -> [[UInt8]] {
        (0...versions[film, default: 0]).map { version in
            guard Self.isStream(film) else { return file(film, version) }
            return (0..<Self.segments).flatMap { segment(film, $0, version, isHigh: true) }
        }
    }

    // MARK: Answers

    func response(to request: FetchRequest) -> ScriptedResponse {
        let path = request.url.text.split(separator: "/").dropFirst(2).map(String.init)
        if path.first == "stream", path.count == 3, let film = Int(path[1]) {
            return list(playlist(film, versions[film, default: 0], isHigh: path[2] == "high.m3u8"))
        }
        if path.first == "key", let film = path.last.flatMap({ Int($0) }) { return whole(key(film), "key") }
        if path.first == "segment", path.count == 5, let film = Int(path[1]), let version = Int(path[2]),
            let number = Int(path[4].prefix { $0.isNumber })
        {
            let bytes = segment(film, number, version, isHigh: path[3] == "high")
            return whole(encrypted(bytes, film, number), "video/mp2t")
        }
        guard path.first == "movie", let film = Self.film(at: request.url.text) else {
            return ScriptedResponse(.unreachable, status: 404)
        }
        let version = versions[film, default: 0]
        if Self.isStream(film) { return list(master(film)) }
        return part(of: file(film, version), etag: "\"\(film)-\(version)\"", for: request)
    }

    private func list(_ text: String) -> ScriptedResponse { whole(Array(text.utf8), "application/vnd.apple.mpegurl") }

    private func whole(_ bytes: [UInt8], _ type: String) -> ScriptedResponse {
        var response = ScriptedResponse(.unreachable)
        response.fields = [HeaderField("Content-Type", type), HeaderField("Content-Length", "\(bytes.count)")]
        response.body = [.init(after: .zero, bytes)]
        return response
    }

    /// As RFC 9110, 13 and 14 have it.
    private func part(of bytes: [UInt8], etag: String, for request: FetchRequest) -> ScriptedResponse {
        let isSame = request.validators.ifRange.map { $0 == etag } ?? true
        var response: ScriptedResponse
        if let range = request.range, isSame {
            guard range.first < bytes.count else { return ScriptedResponse(.unreachable, status: 416) }
            let last = min(range.last ?? .max, bytes.count - 1)
            response = whole(Array(bytes[range.first...last]), "video/mp4")
            response.status = 206
            response.fields.append(HeaderField("Content-Range", "bytes \(range.first)-\(last)/\(bytes.count)"))
        } else {
            response = whole(bytes, "video/mp4")
        }
        response.fields.append(HeaderField("ETag", etag))
        return response
    }

    // MARK: Bytes

    private func file(_ film: Int, _ version: Int) -> [UInt8] {
        // Some versions are as long as the one before.
        let long = noise(film, version / 2, 0)
        return bytes(120_000 + Int(long % 300_000), film, version, 1)
    }

    private func segment(_ film: Int, _ number: Int, _ version: Int, isHigh: Bool) -> [UInt8] {
        let long = (isHigh ? 8_000 : 2_000) + Int(noise(film, version, number) % 12_000)
        return bytes(long, film, version, number + (isHigh ? 2 : 100))
    }

    private func key(_ film: Int) -> [UInt8] { bytes(16, film, 0, 1_000) }

    private func encrypted(_ bytes: [UInt8], _ film: Int, _ number: Int) -> [UInt8] {
        guard isEncrypted(film) else { return bytes }
        let vector = [UInt8](repeating: 0, count: 15) + [UInt8(number)]
        return (try? AESCBC.encrypt(bytes, key: key(film), vector: vector)) ?? []
    }

    private func isEncrypted(_ film: Int) -> Bool { film % 8 == 7 }

    private func master(_ film: Int) -> String {
        """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=6000
        /stream/\(film)/low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=12000
        /stream/\(film)/high.m3u8

        """
    }

    private func playlist(_ film: Int, _ version: Int, isHigh: Bool) -> String {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD"]
        if isEncrypted(film) { lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"/key/\(film)\"") }
        for number in 0..<Self.segments {
            // A new version has other times, so that no client takes the one for the other.
            lines += [
                "#EXTINF:\(4 + version % 2).\(version)00,",
                "/segment/\(film)/\(version)/\(isHigh ? "high" : "low")/\(number).ts",
            ]
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    private func noise(_ film: Int, _ version: Int, _ salt: Int) -> UInt64 {
        var numbers = SplitMix64(seed: seed &+ UInt64(film << 32 ^ version << 16 ^ salt))
        return numbers.next()
    }

    private func bytes(_ count: Int, _ film: Int, _ version: Int, _ salt: Int) -> [UInt8] {
        var numbers = SplitMix64(seed: noise(film, version, salt))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count { withUnsafeBytes(of: numbers.next()) { bytes.append(contentsOf: $0) } }
        // Nothing that a playlist or a page begins with.
        bytes[0] = 0x47
        return Array(bytes.prefix(count))
    }
}
