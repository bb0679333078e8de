internal import Foundation

/// A link's address, parsed as browsers do (WHATWG URL, section 4.4) and serialized in one canonical form.
///
/// Never traps on invalid input: anything but a web address is rejected with a reason.
struct WebAddress: Hashable, Sendable {
    /// Why a text is no address.
    enum Refusal: Error, Hashable, Sendable {
        case empty
        case tooLong
        /// Another scheme than http and https, which the error names.
        case notWeb(String)
        /// No scheme, and no host at the start.
        case notAbsolute
        case badHost
        case badPort
    }

    /// The address to open: as entered, without surrounding space, with a scheme.
    let url: String
    /// The page's one address: two links to the same page have the same.
    let canonical: String
    /// The canonical host: lower case, ASCII, without a trailing dot; IPv6 in brackets.
    let host: String
    /// The canonical path, empty for the root, otherwise `/...` without a slash at the end.
    let path: String
    /// The canonical query without `?` and without tracking parameters.
    let query: String
    /// The fragment where it is a part of the address, without `#`.
    let fragment: String

    /// The longest address, in bytes: the common limit of browsers and servers.
    static let maximumBytes = 8_192

    /// The site that the page belongs to: its registrable domain, or the host where there is none.
    var domain: String { RegistrableDomain.of(host) }

    /// Parses an address as typed or as found in a file.
    init(_ text: String) throws(Refusal) {
        // Tabs and newlines inside of an address are not there (WHATWG URL, section 4.4, step 3).
        let kept = text.unicodeScalars.filter { !($0 == "\t" || $0 == "\n" || $0 == "\r") }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 || scalar.properties.isWhitespace }
        let clean = String(
            String.UnicodeScalarView(kept.drop(while: isSpace).reversed().drop(while: isSpace).reversed()))
        guard !clean.isEmpty else { throw .empty }
        guard clean.utf8.count <= Self.maximumBytes else { throw .tooLong }
        let (scheme, rest) = try Self.split(clean)
        var remainder = rest
        let fragmentText = remainder.cut(from: "#")
        let queryText = remainder.cut(from: "?")
        // Browsers accept a backslash as a slash here, and any number of slashes.
        let bytes = remainder.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let authorityAndPath = bytes.drop { $0 == UInt8(ascii: "/") }
        let slash = authorityAndPath.firstIndex(of: UInt8(ascii: "/")) ?? authorityAndPath.endIndex
        let authority = String(decoding: authorityAndPath[..<slash], as: UTF8.self)
        let (host, port) = try Self.hostAndPort(authority, scheme: scheme)
        self.host = host
        path = PercentEncoding.path(Array(authorityAndPath[slash...]))
        query = TrackingParameters.strip(
            PercentEncoding.normal(Array((queryText ?? "").utf8), keeping: .query), host: host)
        fragment = Self.addressing(fragmentText ?? "")
        url = clean.hasPrefix("//") || !Self.hasScheme(clean) ? "https://" + clean.drop { $0 == "/" } : clean
        canonical = Self.assemble(scheme, host, port, path, query, fragment)
    }

    /// The page by http and by https is one page where the port is the usual one.
    private static func assemble(
        _ scheme: String, _ host: String, _ port: Int?, _ path: String, _ query: String, _ fragment: String
    ) -> String {
        let authority = port.map { "\(scheme)://\(host):\($0)" } ?? "https://\(host)"
        return authority + (path.isEmpty ? "/" : path) + (query.isEmpty ? "" : "?" + query)
            + (fragment.isEmpty ? "" : "#" + fragment)
    }

    private static func hasScheme(_ text: String) -> Bool {
        let lower = text.prefix(8).lowercased()
        return lower.hasPrefix("http:") || lower.hasPrefix("https:")
    }

    private static func split(_ text: String) throws(Refusal) -> (scheme: String, rest: String) {
        if text.hasPrefix("//") { return ("https", text) }
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            // "example.org/page": a typed address. Without a dot it could be anything.
            let host = text.prefix { !"/?#:@\\".contains($0) }
            guard host.contains("."), !host.hasPrefix("."), host.allSatisfy({ !$0.isWhitespace }) else {
                throw .notAbsolute
            }
            return ("https", text)
        }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        if scheme == "http" || scheme == "https" { return (scheme, String(rest)) }
        // "example.org:8080/page" has no scheme but a port.
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let end = rest.dropFirst(digits.count).first
        let isPort = !digits.isEmpty && digits.count <= 5 && (end == nil || end == "/" || end == "?" || end == "#")
        guard isPort, scheme.contains(".") || scheme == "localhost" else { throw .notWeb(scheme) }
        return ("https", text)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2b || $0 == 0x2d || $0 == 0x2e
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

    /// The host and a non-default port. User info is not part of the page's address.
    private static func hostAndPort(_ authority: String, scheme: String) throws(Refusal) -> (String, Int?) {
        let server = authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        var hostText = server
        var portText = ""
        if server.hasPrefix("[") {
            guard let end = server.firstIndex(of: "]") else { throw .badHost }
            hostText = String(server[...end])
            let rest = server[server.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .badHost }
            portText = String(rest.dropFirst())
        } else if let colon = server.lastIndex(of: ":") {
            hostText = String(server[..<colon])
            portText = String(server[server.index(after: colon)...])
        }
        guard let host = HostName.ascii(hostText) else { throw .badHost }
        if portText.isEmpty { return (host, nil) }
        guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(portText), port <= 65_535 else {
            throw .badPort
        }
        return (host, port == (scheme == "http" ? 80 : 443) ? nil : port)
    }

    /// A fragment marks a place in a page and is ignored, unless it is part of the address: `#!page` and `#/page`
    /// identify pages of scripted sites. `#:~:text=` marks a place.
    private static func addressing(_ text: String) -> String {
        let fragment = PercentEncoding.normal(Array(text.utf8), keeping: .fragment)
        guard fragment.hasPrefix("!") || fragment.hasPrefix("/") else { return "" }
        let bare = fragment.drop { $0 == "!" || $0 == "/" }
        return bare.isEmpty ? "" : fragment
    }
}

extension String {
    /// Cuts the text at the first `mark`.
    ///
    /// - Returns: the part after it; nil when there is none.
    fileprivate mutating func cut(from mark: Character) -> String? {
        guard let index = firstIndex(of: mark) else { return nil }
        defer { self = String(self[..<index]) }
        return String(self[self.index(after: index)...])
    }
}
