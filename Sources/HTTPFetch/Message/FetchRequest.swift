/// A request.
public struct FetchRequest: Sendable {
    /// The URL.
    public var url: FetchURL

    /// The method.
    public var method: Method = .get

    /// Header fields beyond the default ones. A redirect to another origin gets only those that can contain no secret.
    public var headers: [HeaderField] = []

    /// The body of a POST.
    public var body: [UInt8] = []

    /// The requested range; nil for all. A server may send all nevertheless: see `FetchHead.contentRange`.
    public var range: ByteRange?

    /// Validators of a cached response: the server answers 304 while they match.
    public var validators = FetchValidators()

    /// The limits of size and time.
    public var limits = FetchLimits()

    /// Makes a GET request of a URL.
    public init(_ url: FetchURL) { self.url = url }

    /// The supported methods.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }
}

extension FetchRequest: CustomStringConvertible {
    public var description: String { "\(method.rawValue) \(url)" }
}

/// A header field. Its value may be secret: `description` shows the name only.
public struct HeaderField: Hashable, Sendable {
    /// Its name, case-insensitive.
    public var name: String

    /// Its value.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// Whether the field can be sent unchanged: it has no line breaks, and does not belong to the transfer's own
    /// fields.
    package var isSendable: Bool {
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        return isToken && !name.isEmpty && !Self.transfers.contains(name.lowercased())
            && value.utf8.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
    }

    /// Whether the field describes the request and not the client, so that it may be sent to another server.
    var isHarmless: Bool { Self.harmless.contains(name.lowercased()) }

    private static let harmless: Set = ["accept", "accept-language", "user-agent"]

    private static let transfers: Set = [
        "host", "connection", "content-length", "transfer-encoding", "te", "upgrade", "expect", "range", "if-range",
        "if-none-match", "if-modified-since", "accept-encoding",
    ]
}

extension HeaderField: CustomStringConvertible {
    public var description: String { "\(name): …" }
}

/// A range of bytes.
public struct ByteRange: Hashable, Sendable {
    /// The first requested byte, counted from 0.
    public var first: Int

    /// The last requested byte; nil for all from the first on.
    public var last: Int?

    /// Makes a range.
    public init(from first: Int, through last: Int? = nil) { (self.first, self.last) = (first, last) }

    var headerValue: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }
}

/// Validators of an earlier response, so that an unchanged one is not transferred again.
public struct FetchValidators: Hashable, Sendable {
    /// The `ETag` of the earlier response, quotes included: 304 while it is unchanged.
    public var etag: String?

    /// The `Last-Modified` of the earlier response: 304 while it is unchanged.
    public var lastModified: String?

    /// With a range: the `ETag` or `Last-Modified` of the partial copy; a changed resource comes completely.
    public var ifRange: String?

    /// Makes empty validators.
    public init() {}
}

extension FetchRequest {
    /// All header lines besides those that libcurl adds.
    var fields: [String] {
        var all = headers
        if let range { all.append(HeaderField("Range", range.headerValue)) }
        if let value = validators.ifRange { all.append(HeaderField("If-Range", value)) }
        if let value = validators.etag { all.append(HeaderField("If-None-Match", value)) }
        if let value = validators.lastModified { all.append(HeaderField("If-Modified-Since", value)) }
        // No wait for `100 Continue`; and libcurl needs a semicolon for a field without a value.
        return ["Expect:"] + all.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }

    /// Rejects a request that cannot be sent unchanged.
    ///
    /// - Throws: `FetchError` of kind `invalidRequest`.
    func check() throws(FetchError) {
        let conditions = [validators.ifRange, validators.etag, validators.lastModified].compactMap(\.self)
        let bad =
            headers.first { !$0.isSendable }?.name
            ?? conditions.first { !HeaderField("x", $0).isSendable }.map { _ in "a validator" }
        if let bad { throw FetchError(.invalidRequest("the field \(bad.prefix(40))"), at: url.description) }
        let isRangeRight = range.map { $0.first >= 0 && ($0.last ?? .max) >= $0.first } ?? true
        guard isRangeRight else { throw FetchError(.invalidRequest("the range"), at: url.description) }
    }
}
