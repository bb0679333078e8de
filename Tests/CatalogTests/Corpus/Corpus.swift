import Foundation
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A case of `Tests/Corpus`: a file with one trap in it, and beside it what must come of it. The README there has the rules.
struct CorpusCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// The file as it is, whose ending says what a server would call it.
    let file: String
    let bytes: [UInt8]
    let expected: Outcome

    var testDescription: String { name }

    /// The cases of a format, by name.
    static func all(_ format: String) throws -> [CorpusCase] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Corpus/\(format)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try files.filter { $0.hasSuffix(".json") }.map { json in
            let name = String(json.dropLast(".json".count))
            let inputs = files.filter { $0 != json && $0.hasPrefix("\(name).") }
            let file = try #require(inputs.first, "\(name) has no input")
            try #require(inputs.count == 1, "\(name) has the inputs \(inputs)")
            let expected = try JSONDecoder().decode(
                Outcome.self, from: Data(contentsOf: folder.appending(path: json)))
            let input = try Data(contentsOf: folder.appending(path: file))
            return CorpusCase(name: name, file: file, bytes: [UInt8](input), expected: expected)
        }
    }

    /// What must come of an import.
    var expectedImport: Outcome? { expected["import"] }

    /// What must come of reading: the expectation without what only an import shows.
    var expectedReading: Outcome {
        guard case .fields(var fields) = expected else { return expected }
        for key in ["trap", "import", "grid", "gridByName"] { fields[key] = nil }
        return .fields(fields)
    }

    /// Who it is by its first bytes.
    var body: Outcome {
        let head = Array(bytes.prefix(BodyKind.headBytes))
        return .text(BodyKind(head: head.span).rawValue)
    }
}
