package import Foundation

/// Reads TMDB's JSON into the contract's types, whose fields are its own in camel case.
package enum TMDBDecoder {
    /// Reads an answer.
    ///
    /// - Throws: ``UnreadableAnswer`` with the field that is not what it should be.
    package static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in FieldName(fieldName(path.last?.stringValue ?? "")) }
        do { return try decoder.decode(type, from: body) } catch let error as DecodingError {
            throw UnreadableAnswer(field: error.path.map(\.stringValue).joined(separator: "."))
        }
    }

    /// `iso_3166_1` becomes `iso31661`, `watch/providers` becomes `watchProviders`.
    package static func fieldName(_ name: String) -> String {
        let words = name.split { $0 == "_" || $0 == "/" }
        guard let first = words.first, words.count > 1 else { return name }
        return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private struct FieldName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension DecodingError {
    /// Where it went wrong.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }
}
