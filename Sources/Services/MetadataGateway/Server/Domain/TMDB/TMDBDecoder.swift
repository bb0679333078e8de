package import Foundation
internal import MetadataGatewayAPI

/// Reads TMDB's JSON into the contract's types, whose fields are its own in camel case.
package enum TMDBDecoder {
    /// The decoded value, and the fields left out.
    package struct Reading<Value> {
        /// The decoded response.
        package let value: Value
        /// How many fields and items were left out or converted.
        package let oddFields: Int
        /// Where the first of them are, such as `credits.cast.1.name`.
        package let oddPaths: [String]
    }

    /// Decodes a response strictly, or else leniently.
    ///
    /// - Throws: ``UnreadableResponse`` with the required field that is malformed.
    package static func read<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Reading<Value> {
        do {
            return Reading(value: try decoder.decode(type, from: body), oddFields: 0, oddPaths: [])
        } catch is DecodingError {
            return try forgive(type, body)
        }
    }

    /// Decodes a response.
    ///
    /// - Throws: ``UnreadableResponse`` with the required field that is malformed.
    package static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try read(type, from: body).value
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in FieldKey(fieldName(path.last?.stringValue ?? "")) }
        return decoder
    }

    private static func forgive<Value: Decodable>(_ type: Value.Type, _ body: Data) throws -> Reading<Value> {
        let text = JSONRepair.repaired(body)
        guard let tree = try? decoder.decode(JSONValue.self, from: text) else { throw UnreadableResponse(field: "") }
        let odd = OddFields()
        if text != body { odd.note([]) }
        do {
            let value = try LenientDecoder(tree.withDefaults, odd).read(type)
            return Reading(value: value, oddFields: Swift.max(1, odd.count), oddPaths: odd.oddPaths)
        } catch let error as DecodingError {
            throw UnreadableResponse(field: error.path.fieldPath)
        }
    }

    /// `iso_3166_1` becomes `iso31661`, `watch/providers` becomes `watchProviders`.
    package static func fieldName(_ name: String) -> String {
        let words = name.split { $0 == "_" || $0 == "/" }
        guard let first = words.first, words.count > 1 else { return name }
        return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension JSONValue {
    /// The tree with defaults filled in: a title without a name in the requested language gets its original name, and a
    /// certificate is not lost for its date or country, as its title would become visible to children.
    fileprivate var withDefaults: JSONValue {
        switch self {
        case .list(let values): return .list(values.map(\.withDefaults))
        case .object(var fields):
            fields = fields.mapValues(\.withDefaults)
            for (name, original) in [("title", "originalTitle"), ("name", "originalName")] {
                if let other = fields[original], other.isWord { fields.fill(name, other, unless: \.isWord) }
            }
            if fields["certification"] != nil {
                fields.fill("certification", .text(""), unless: \.isWord)
                fields.fill("releaseDate", .text(""), unless: \.isWord)
                fields.fill("type", .integer(0), unless: \.isNumber)
            }
            if fields.isOfACountry { fields.fill("iso31661", .text(""), unless: \.isWord) }
            return .object(fields)
        default: return self
        }
    }

    private var isWord: Bool {
        switch self {
        case .text, .integer: true
        default: false
        }
    }

    private var isNumber: Bool {
        if case .integer = self { true } else { false }
    }
}

extension [String: JSONValue] {
    /// Whether it is a country's certificates.
    fileprivate var isOfACountry: Bool {
        if case .list = self["releaseDates"] { return true }
        return self["rating"] != nil && (self["descriptors"] != nil || self["iso31661"] != nil)
    }

    fileprivate mutating func fill(_ name: String, _ value: JSONValue, unless isFit: (JSONValue) -> Bool) {
        if !(self[name].map(isFit) ?? false) { self[name] = value }
    }
}
