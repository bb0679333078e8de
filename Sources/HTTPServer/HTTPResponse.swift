/// A response.
public struct HTTPResponse: Sendable {
    /// The body.
    public enum Body: Sendable {
        /// All of it.
        case bytes([UInt8])
        /// Written piece by piece; with a length it must have so many bytes, without one it is sent in chunks.
        case stream(length: Int?, @Sendable (ResponseWriter) async throws -> Void)
        /// Begun, with its status, by what writes it; a problem that is thrown before is sent in its place.
        case late(@Sendable (ResponseStarter) async throws -> Void)
    }

    /// The status.
    public var status: Int
    /// The fields; length, connection and date are added.
    public var fields: HeaderFields
    /// The body.
    public var body: Body
    /// Whether the connection ends after it.
    public var closes = false
    /// Whether the body goes on until the client leaves: a server that drains ends it.
    public var isEndless = false

    /// A response with a complete body.
    public init(_ status: Int, fields: HeaderFields = HeaderFields(), bytes: [UInt8] = []) {
        (self.status, self.fields, body) = (status, fields, .bytes(bytes))
    }

    /// A response whose body is written piece by piece.
    public init(
        _ status: Int, fields: HeaderFields, length: Int? = nil, isEndless: Bool = false,
        body: @escaping @Sendable (ResponseWriter) async throws -> Void
    ) {
        (self.status, self.fields, self.body) = (status, fields, .stream(length: length, body))
        self.isEndless = isEndless
    }

    /// A response whose status is known only once its writer runs.
    ///
    /// - Parameter fields: fields that the response has beside those it begins with.
    public init(fields: HeaderFields, late body: @escaping @Sendable (ResponseStarter) async throws -> Void) {
        (status, self.fields, self.body) = (200, fields, .late(body))
    }

    /// A response of text.
    public static func text(_ status: Int, _ text: String, type: String = "text/plain; charset=utf-8") -> HTTPResponse {
        HTTPResponse(status, fields: ["Content-Type": type], bytes: Array(text.utf8))
    }

    /// The usual phrase of a status (RFC 9110, section 15).
    public static func reason(of status: Int) -> String { reasons[status] ?? "Status \(status)" }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 302: "Found", 303: "See Other",
        304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 499: "Client Closed Request",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Fields with these names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}
