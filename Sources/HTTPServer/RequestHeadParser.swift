/// Parses the head of a request, strictly: what two programs could understand differently is refused, so that no request
/// hides in another one (RFC 9112, section 11.2).
struct RequestHeadParser {
    let limits: HTTPLimits

    private static let longestMethod = 16
    /// More digits than any length that is served; they fit an integer.
    private static let longestLength = 18

    /// Parses the bytes before the empty line.
    ///
    /// - Throws: ``HTTPProblem``, after which the connection must end.
    func parse(_ bytes: ArraySlice<UInt8>) throws(HTTPProblem) -> RequestHead {
        guard !bytes.contains(0) else { throw malformed("The head has a zero byte.") }
        var lines = try lines(of: bytes)[...]
        guard let first = lines.popFirst() else { throw malformed("There is no request line.") }
        let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3 else { throw malformed("The request line is not method, target and version.") }
        let version = String(decoding: words[2], as: UTF8.self)
        guard version.hasPrefix("HTTP/") else { throw malformed("The request line has no version of HTTP.") }
        guard ["HTTP/1.1", "HTTP/1.0"].contains(version) else {
            throw HTTPProblem(505, "version", "This server speaks HTTP/1.1.", closes: true)
        }
        guard (1...Self.longestMethod).contains(words[0].count),
            words[0].allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { throw malformed("The method is not a word in capitals.") }
        guard lines.count <= limits.fields else {
            throw HTTPProblem(
                431, "too-many-fields", "A head may have \(limits.fields) fields, not \(lines.count).", closes: true)
        }
        var fields = HeaderFields()
        for line in lines { try add(line, to: &fields) }
        return try head(
            method: String(decoding: words[0], as: UTF8.self), target: words[1], isOld: version == "HTTP/1.0", fields)
    }

    /// The lines, each of which ends with CR and LF and has no other of them.
    private func lines(of bytes: ArraySlice<UInt8>) throws(HTTPProblem) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\r"):
                guard index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "\n") else {
                    throw malformed("A CR stands without its LF.")
                }
                lines.append(bytes[start..<index])
                index += 2
                start = index
            case UInt8(ascii: "\n"): throw malformed("A line ends without CR.")
            default: index += 1
            }
        }
        if start < bytes.endIndex { lines.append(bytes[start...]) }
        return lines
    }

    private func add(_ line: ArraySlice<UInt8>, to fields: inout HeaderFields) throws(HTTPProblem) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw malformed("A field has no colon.") }
        let (name, value) = (line[..<colon], line[(colon + 1)...])
        // Also refuses a blank before the colon, and a line that continues the one before it.
        guard !name.isEmpty, name.allSatisfy(\.isToken) else { throw malformed("A field's name is no token.") }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }),
            let text = String(validating: value, as: UTF8.self)
        else { throw malformed("A field's value has control characters or is no UTF-8.") }
        fields.add(String(decoding: name, as: UTF8.self), text.trimmed)
    }

    private func head(
        method: String, target: ArraySlice<UInt8>, isOld: Bool, _ fields: HeaderFields
    ) throws(HTTPProblem) -> RequestHead {
        guard !target.isEmpty, target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw malformed("The target has characters that must be escaped.")
        }
        let hosts = fields.values("Host")
        guard hosts.count == 1 || isOld && hosts.isEmpty else { throw malformed("There must be one Host field.") }
        var (text, authority) = (String(decoding: target, as: UTF8.self), hosts.first ?? "")
        // The absolute form (RFC 9112, section 3.2.2): its host counts, not the field's.
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            authority = String(rest.prefix { $0 != "/" && $0 != "?" })
            let path = rest.dropFirst(authority.count)
            text = path.hasPrefix("/") ? String(path) : "/\(path)"
        }
        guard text.hasPrefix("/") else { throw malformed("The target is not a path.") }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let connection = fields.list("Connection")
        let expectation = fields["Expect"]?.lowercased()
        guard expectation == nil || expectation == "100-continue" else {
            throw HTTPProblem(417, "expectation", "Of expectations only 100-continue is met.", closes: true)
        }
        return RequestHead(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil, fields: fields,
            authority: authority, framing: try framing(of: fields, isOld: isOld),
            keepsAlive: !connection.contains("close") && (!isOld || connection.contains("keep-alive")),
            expectsContinue: expectation != nil && !isOld)
    }

    /// RFC 9112, section 6.3.
    private func framing(of fields: HeaderFields, isOld: Bool) throws(HTTPProblem) -> RequestHead.Framing {
        let (codings, lengths) = (fields.values("Transfer-Encoding"), fields.values("Content-Length"))
        if !codings.isEmpty {
            guard lengths.isEmpty, !isOld else {
                throw malformed("Transfer-Encoding beside Content-Length, or in HTTP/1.0, is ambiguous.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HTTPProblem(501, "transfer-coding", "Of transfer codings only chunked is read.", closes: true)
            }
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        guard lengths.count == 1, (1...Self.longestLength).contains(length.utf8.count),
            length.utf8.allSatisfy(\.isDigit), let count = Int(length)
        else { throw malformed("Content-Length is not one number.") }
        return count == 0 ? .none : .length(count)
    }

    private func malformed(_ detail: String) -> HTTPProblem {
        HTTPProblem(400, "malformed", detail, closes: true)
    }
}
