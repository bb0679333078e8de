internal import CCurl
internal import Glibc
public import RPC

/// The beginning of a response: its status and its header.
public struct FetchHead: Hashable, Sendable {
    /// The status, 200 to 599.
    public let status: Int

    /// The header's fields, in their order.
    public internal(set) var fields: [HeaderField] = []

    /// The value of the first field of a name, ignoring case.
    public subscript(name: String) -> String? {
        let lower = name.lowercased()
        return fields.first { $0.name.lowercased() == lower }?.value
    }

    /// The `ETag`, quotes included.
    public var etag: String? { self["etag"] }

    /// The `Last-Modified`, unparsed.
    public var lastModified: String? { self["last-modified"] }

    /// The announced length of the body in bytes, as transferred.
    public var contentLength: Int? { self["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// The range of a 206; nil without a valid one.
    public var contentRange: ContentRange? { status == 206 ? self["content-range"].flatMap(ContentRange.init) : nil }

    /// Whether the validators match: there is no body, and the cached response is current.
    public var isNotModified: Bool { status == 304 }

    /// The `Retry-After`, given in seconds or as a date.
    public func retryAfter(at now: WallTime) -> Duration? {
        guard let text = self["retry-after"] else { return nil }
        if let seconds = Int64(text) { return seconds < 0 ? nil : .seconds(min(seconds, Self.longestWaitSeconds)) }
        var time = tm()
        guard strptime(text, "%a, %d %b %Y %H:%M:%S GMT", &time) != nil else { return nil }
        let seconds = Int64(timegm(&time)) - now.millisecondsSince1970 / 1_000
        return .seconds(min(max(0, seconds), Self.longestWaitSeconds))
    }

    /// The longest `Retry-After`; longer ones are capped at a day.
    private static let longestWaitSeconds: Int64 = 86_400

    /// The target of a redirect, unresolved; nil for other responses.
    var redirectTarget: String? { [301, 302, 303, 307, 308].contains(status) ? self["location"] : nil }
}

/// The range of a partial response: `bytes 0-99/1000`.
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
