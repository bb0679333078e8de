/// Something to be fetched.
public struct FetchRequest: Sendable {
    /// Where it is.
    public var url: FetchURL

    /// What is asked for.
    public var method: Method = .get

    /// Header fields beyond those that are sent anyway. A redirect elsewhere gets only those that can hold no secret.
    public var headers: [HeaderField] = []

    /// What a POST sends.
    public var body: [UInt8] = []

    /// The part of it that is wanted; nil for all. A server may send all nevertheless: see `FetchHead.contentRange`.
    public var range: ByteRange?

    /// Answers with 304 and nothing else when it is still what these tell.
    public var validators = FetchValidators()

    /// How much and how long.
    public var limits = FetchLimits()

    /// Asks for an address with GET.
    public init(_ url: FetchURL) { self.url = url }

    /// The methods there are.
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }
}

extension FetchRequest: CustomStringConvertible {
    public var description: String { "\(method.rawValue) \(url)" }
}

/// A field of a header. Its value may be secret: `description` shows the name alone.
public struct HeaderField: Hashable, Sendable {
    /// Its name, in which capitals do not count.
    public var name: String

    /// Its value.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// The field can be sent as it is: it breaks no line, and is none of those that belong to the transfer.
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

    /// The field tells what is wanted and not who wants it, so that it may go to another server.
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

/// A part of something, in bytes.
public struct ByteRange: Hashable, Sendable {
    /// The first byte wanted, counted from 0.
    public var first: Int

    /// The last byte wanted; nil for all from the first on.
    public var last: Int?

    /// Makes a range.
    public init(from first: Int, through last: Int? = nil) { (self.first, self.last) = (first, last) }

    var headerValue: String { "bytes=\(first)-\(last.map(String.init) ?? "")" }
}

/// What is known of an earlier answer, so that the same need not come again.
public struct FetchValidators: Hashable, Sendable {
    /// The `ETag` that an answer had, quotes included: 304 while it has it still.
    public var etag: String?

    /// The `Last-Modified` that an answer had: 304 while it has it still.
    public var lastModified: String?

    /// With a range: the `ETag` or `Last-Modified` of what there is of it; another thing comes whole.
    public var ifRange: String?

    /// Knows of nothing.
    public init() {}
}

extension FetchRequest {
    /// Everything that is sent besides what libcurl adds, as lines of a header.
    var fields: [String] {
        var all = headers
        if let range { all.append(HeaderField("Range", range.headerValue)) }
        if let value = validators.ifRange { all.append(HeaderField("If-Range", value)) }
        if let value = validators.etag { all.append(HeaderField("If-None-Match", value)) }
        if let value = validators.lastModified { all.append(HeaderField("If-Modified-Since", value)) }
        // No body waits for a permission; and a field without a value is written with a semicolon for libcurl.
        return ["Expect:"] + all.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }

    /// Refuses what cannot be sent as it is.
    ///
    /// - Throws: `FetchError` of kind `invalidRequest`.
    func check() throws(FetchError) {
        let given = [validators.ifRange, validators.etag, validators.lastModified].compactMap(\.self)
        let bad =
            headers.first { !$0.isSendable }?.name
            ?? given.first { !HeaderField("x", $0).isSendable }.map { _ in "a validator" }
        if let bad { throw FetchError(.invalidRequest("the field \(bad.prefix(40))"), at: url.description) }
        let isRangeRight = range.map { $0.first >= 0 && ($0.last ?? .max) >= $0.first } ?? true
        guard isRangeRight else { throw FetchError(.invalidRequest("the range"), at: url.description) }
    }
}
