internal import Foundation

/// The head of a request (RFC 9112, sections 3 and 5).
public struct RequestHead: Sendable, Hashable {
    /// How a body is delimited (RFC 9112, section 6.3).
    public enum Framing: Sendable, Hashable {
        /// There is none.
        case none
        /// It has so many bytes.
        case length(Int)
        /// It comes in chunks.
        case chunked
    }

    /// The method, in capitals.
    public let method: String
    /// The path as it was sent, with escapes: begins with a slash.
    public let path: String
    /// The query without the question mark; nil when there is none.
    public let query: String?
    /// The fields.
    public let fields: HeaderFields
    /// The host and port that the request is for.
    public let authority: String
    /// How the body is delimited.
    public let framing: Framing
    /// Whether the connection stays open after the response.
    public let keepsAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    public let expectsContinue: Bool

    /// The path's parts between slashes, without escapes; nil when one could mean two places: an escape that is none, a
    /// part `.` or `..`, an escaped slash, a backslash, a control character.
    public var segments: [String]? {
        var found: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = Self.decoded(part), text != ".", text != "..",
                !text.utf8.contains(where: {
                    $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
                })
            else { return nil }
            found.append(text)
        }
        return found
    }

    /// The value of a name in the query, without escapes; nil when it is not there.
    public func parameter(_ name: String) -> String? {
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard Self.decoded(parts[0]) == name else { continue }
            return parts.count > 1 ? Self.decoded(parts[1].replacing("+", with: " ")) : ""
        }
        return nil
    }

    /// A text without escapes; nil when one is no escape, or the bytes are no UTF-8.
    private static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.prefix(2).allSatisfy(\.isHexadecimal)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isHexadecimal: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }

    /// A character of a token (RFC 9110, section 5.6.2).
    var isToken: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}
