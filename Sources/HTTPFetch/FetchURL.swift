internal import CCurl
internal import Glibc

/// A URL of the web, parsed by libcurl's own parser, so that the checked URL is the fetched one.
///
/// It may contain secrets (tokens in the query or the path, a password): `description` shows scheme, host and port
/// only.
public struct FetchURL: Hashable, Sendable {
    /// The longest URL in bytes.
    public static let maximumBytes = 8_192

    /// The whole URL, with its secrets, and without a fragment.
    public let text: String

    /// `http` or `https`.
    public let scheme: String

    /// The host: lower case, other scripts as Punycode, no trailing dot; an address in its usual form, without
    /// brackets.
    public let host: String

    /// The port; the scheme's default when the URL has none.
    public let port: Int

    /// Whether a user, and maybe a password, stands before the host: they are sent as fields of a request.
    public let hasUser: Bool

    /// Parses an absolute URL.
    ///
    /// - Throws: `FetchError` of kind `invalidURL`: not http or https, no host, control characters, too long.
    public init(_ text: String) throws(FetchError) { try self.init(text, from: nil) }

    /// Resolves a reference, as in a redirect's `Location`, against this URL.
    ///
    /// A password is kept within one origin and dropped otherwise; one in the reference itself is dropped.
    ///
    /// - Throws: `FetchError` of kind `invalidURL`.
    public func resolving(_ reference: String) throws(FetchError) -> FetchURL {
        let target = try FetchURL(reference, from: self)
        let isAbsolute = reference.contains("//")
        return isAbsolute || !target.hasSameOrigin(as: self) ? try target.withoutPassword() : target
    }

    /// Whether both have the same origin: scheme, host and port.
    public func hasSameOrigin(as other: FetchURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    private init(_ text: String, from base: FetchURL?) throws(FetchError) {
        // A backslash ends the host for some parsers and belongs to a name for others.
        guard text.utf8.count <= Self.maximumBytes, !text.utf8.contains(0), !text.utf8.contains(UInt8(ascii: "\\"))
        else { throw Self.invalid }
        let parts = try URLParts(text, from: base?.text)
        // The parser decodes escapes in a host only after it has checked for odd spellings of addresses, and other
        // scripts only on request: `%31%32%37.1` and full-width digits are recognized in a second pass.
        let name = try parts.get(CURLUPART_HOST, flags: CURLU_PUNYCODE)
        try parts.set(CURLUPART_HOST, name.hasSuffix(".") ? String(name.dropLast()) : name)
        try parts.set(CURLUPART_FRAGMENT, nil)
        try self.init(URLParts(try parts.get(CURLUPART_URL)))
    }

    private init(_ parts: URLParts) throws(FetchError) {
        scheme = try parts.get(CURLUPART_SCHEME)
        let host = try parts.get(CURLUPART_HOST).lowercased()
        guard ["http", "https"].contains(scheme), !host.isEmpty, !host.hasSuffix("."),
            let port = Int(try parts.get(CURLUPART_PORT, flags: CURLU_DEFAULT_PORT)), (1...65_535).contains(port)
        else { throw Self.invalid }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
        hasUser = (try? parts.get(CURLUPART_USER)) != nil
        text = try parts.get(CURLUPART_URL)
    }

    private func withoutPassword() throws(FetchError) -> FetchURL {
        let parts = try URLParts(text)
        try parts.set(CURLUPART_USER, nil)
        try parts.set(CURLUPART_PASSWORD, nil)
        return try FetchURL(parts)
    }

    fileprivate static let invalid = FetchError(.invalidURL, at: "")
}

extension FetchURL: CustomStringConvertible {
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        let isUsual = port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(name)\(isUsual ? "" : ":\(port)")/…"
    }
}

/// libcurl's parsed form of a URL.
private final class URLParts {
    private let handle: OpaquePointer

    init(_ text: String, from base: String? = nil) throws(FetchError) {
        guard let handle = curl_url() else { throw FetchURL.invalid }
        self.handle = handle
        if let base { try set(CURLUPART_URL, base) }
        // Real pages redirect to URLs with unescaped blanks and letters.
        try set(CURLUPART_URL, text, flags: CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    }

    func set(_ part: CURLUPart, _ text: String?, flags: Int32 = 0) throws(FetchError) {
        guard curl_url_set(handle, part, text, UInt32(flags)) == CURLUE_OK else { throw FetchURL.invalid }
    }

    func get(_ part: CURLUPart, flags: Int32 = 0) throws(FetchError) -> String {
        var text: UnsafeMutablePointer<CChar>?
        // Names in other scripts are converted with the thread's locale, and a process starts with an ASCII one.
        let before = uselocale(Self.locale)
        let code = curl_url_get(handle, part, &text, UInt32(flags))
        uselocale(before)
        guard code == CURLUE_OK, let text else { throw FetchURL.invalid }
        defer { curl_free(text) }
        return String(cString: text)
    }

    deinit { curl_url_cleanup(handle) }

    // Unsafe to the compiler only because of its pointer: it is made once and never changed.
    nonisolated(unsafe) private static let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
}
