internal import CCurl
internal import Glibc
public import RPC

/// How an answer begins: its status and its header.
public struct FetchHead: Hashable, Sendable {
    /// The status, 200 to 599.
    public let status: Int

    /// The header's fields, in their order.
    public internal(set) var fields: [HeaderField] = []

    /// The value of the first field of a name, in which capitals do not count.
    public subscript(name: String) -> String? {
        let lower = name.lowercased()
        return fields.first { $0.name.lowercased() == lower }?.value
    }

    /// The `ETag`, quotes included.
    public var etag: String? { self["etag"] }

    /// The `Last-Modified` as it came.
    public var lastModified: String? { self["last-modified"] }

    /// How many bytes of body the server announces, as they come over the network.
    public var contentLength: Int? { self["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// The part of the whole that a 206 has; nil without one that makes sense.
    public var contentRange: ContentRange? { status == 206 ? self["content-range"].flatMap(ContentRange.init) : nil }

    /// The validators hold: there is no body, and what is there already is right.
    public var isNotModified: Bool { status == 304 }

    /// How long the server asks to wait, as seconds or as a date.
    public func retryAfter(at now: WallTime) -> Duration? {
        guard let text = self["retry-after"] else { return nil }
        if let seconds = Int64(text) { return seconds < 0 ? nil : .seconds(min(seconds, Self.longestWaitSeconds)) }
        var time = tm()
        guard strptime(text, "%a, %d %b %Y %H:%M:%S GMT", &time) != nil else { return nil }
        let seconds = Int64(timegm(&time)) - now.millisecondsSince1970 / 1_000
        return .seconds(min(max(0, seconds), Self.longestWaitSeconds))
    }

    /// What a server that asks for more than a day is taken to ask for.
    private static let longestWaitSeconds: Int64 = 86_400

    /// Where a redirect leads, as it came; nil for other answers.
    var redirectTarget: String? { [301, 302, 303, 307, 308].contains(status) ? self["location"] : nil }
}

/// The part of the whole that an answer has: `bytes 0-99/1000`.
public struct ContentRange: Hashable, Sendable {
    /// The first byte of the part, counted from 0.
    public let first: Int

    /// The last byte of the part.
    public let last: Int

    /// The length of the whole; nil when the server does not know it.
    public let total: Int?

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst("bytes ".count).split(separator: "/")
        guard parts.count == 2 else { return nil }
        let bounds = parts[0].split(separator: "-").compactMap { Int($0) }
        guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1] else { return nil }
        let total = Int(parts[1])
        guard parts[1] == "*" || total.map({ $0 > bounds[1] }) == true else { return nil }
        (first, last, self.total) = (bounds[0], bounds[1], total)
    }
}
