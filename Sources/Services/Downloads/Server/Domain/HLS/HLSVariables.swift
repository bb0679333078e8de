/// The variables of a playlist: `EXT-X-DEFINE`, and `{$name}` where one is used (RFC 8216bis, 4.3 and 4.4.2.3).
struct HLSVariables: Sendable {
    /// The values, by name.
    private(set) var values: [String: String] = [:]
    /// The query of the playlist's own address, without the `?`.
    private let query: Substring
    /// The variables of the master playlist that names this one; nil without one.
    private let imported: [String: String]?
    /// Bytes expanded so far.
    private var expandedBytes = 0

    /// - Parameters:
    ///   - query: the query of the playlist's own address, without the `?`.
    ///   - imported: the variables of the master playlist that names this one; nil without one.
    init(query: String? = nil, importing imported: [String: String]? = nil) {
        (self.query, self.imported) = ((query ?? "")[...], imported)
    }

    /// Defines a variable by an `EXT-X-DEFINE`.
    ///
    /// - Throws: ``HLSError`` for an empty or duplicate definition, and for a missing value.
    mutating func define(_ attributes: HLSAttributes) throws(HLSError) {
        let ways = ["NAME", "IMPORT", "QUERYPARAM"].filter { attributes[$0] != nil }
        guard ways.count == 1, let way = ways.first, let name = attributes[way], Self.isName(name[...]) else {
            throw .malformed("a variable has no name of its own")
        }
        guard values[name] == nil else { throw .malformed("the variable \(name.prefix(60)) is defined twice") }
        guard values.count < HLSLimits.entries else { throw .tooMuch("variables", limit: HLSLimits.entries) }
        let value: String? =
            switch way {
            case "NAME": attributes["VALUE"]
            case "IMPORT": imported?[name]
            default: parameter(name)
            }
        guard let value else { throw .undefinedVariable(String(name.prefix(60))) }
        values[name] = value
    }

    /// A text with its variables expanded. Values are not expanded again.
    ///
    /// - Throws: ``HLSError/undefinedVariable(_:)``, and ``HLSError/tooMuch(_:limit:)`` when it becomes too long.
    mutating func expand(_ text: String) throws(HLSError) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var (result, rest) = ("", text[...])
        while let opening = rest.firstIndex(of: "{") {
            result += rest[..<opening]
            rest = rest[opening...]
            guard rest.hasPrefix("{$"), let closing = rest.firstIndex(of: "}"),
                Self.isName(rest[..<closing].dropFirst(2))
            else {
                result.append("{")
                rest = rest.dropFirst()
                continue
            }
            let name = String(rest[..<closing].dropFirst(2))
            guard let value = values[name] else { throw .undefinedVariable(String(name.prefix(60))) }
            result += value
            rest = rest[closing...].dropFirst()
            guard result.utf8.count <= HLSLimits.lineBytes else {
                throw .tooMuch("bytes in a line", limit: HLSLimits.lineBytes)
            }
        }
        result += rest
        expandedBytes += result.utf8.count
        guard expandedBytes <= HLSLimits.expandedBytes else {
            throw .tooMuch("bytes out of variables", limit: HLSLimits.expandedBytes)
        }
        return result
    }

    /// A query parameter of the playlist's address, as written: it goes into an address again.
    private func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { continue }
            let value = pair[equals...].dropFirst()
            return value.isEmpty ? nil : String(value)
        }
        return nil
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
