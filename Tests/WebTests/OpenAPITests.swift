import Foundation
import TestSupport
import Testing

@testable import WebService

/// The description of all methods.
struct OpenAPITests {
    private func document() throws -> [String: Any] {
        let data = Data(OpenAPIDocument.all.json)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test
    func `it has every method that is offered, and every name that it refers to`() throws {
        let document = try document()
        #expect(document["openapi"] as? String == "3.1.0")
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        #expect(Set(paths.keys) == Set(MethodTable.all.methods.keys.map { "/\($0)" }))
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        var references: Set<String> = []
        func walk(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String { references.insert(reference) }
                for (_, inner) in object { walk(inner) }
            } else if let list = value as? [Any] {
                for inner in list { walk(inner) }
            }
        }
        walk(document)
        #expect(references.count > 200)
        #expect(references.subtracting(schemas.keys.map { "#/components/schemas/\($0)" }) == [])
        // Names that OpenAPI allows, and ids that are unique.
        #expect(schemas.keys.allSatisfy { $0.wholeMatch(of: /[a-zA-Z0-9._-]+/) != nil })
        let ids = paths.values.compactMap { ($0["post"] as? [String: Any])?["operationId"] as? String }
        #expect(Set(ids).count == paths.count)
    }

    @Test
    func `the schema of OpenAPI accepts it`() async throws {
        let scratch = try TemporaryDirectory()
        let file = scratch.path("openapi.json")
        try Data(OpenAPIDocument.all.json).write(to: URL(filePath: file))
        let folder = URL(filePath: scratch.path)
        _ = try await PythonProcess.run("openapi_spec_validator", [file], scratch: folder)
        var broken = try document()
        broken["info"] = nil
        try JSONSerialization.data(withJSONObject: broken).write(to: URL(filePath: file))
        await #expect(throws: PythonProcess.Failed.self) {
            try await PythonProcess.run("openapi_spec_validator", [file], scratch: folder)
        }
    }

    @Test
    func `fields are what a call takes`() throws {
        let components = try #require(try document()["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        let search = try #require(schemas["catalog-search"])
        #expect(search["required"] as? [String] == ["text"])
        let properties = try #require(search["properties"] as? [String: [String: Any]])
        #expect(properties["text"]?["type"] as? String == "string")
        #expect(properties["genres"]?["type"] as? String == "array")
        #expect(properties["page"]?["$ref"] as? String == "#/components/schemas/page-request")
        let session = try #require(schemas["session"]?["properties"] as? [String: [String: Any]])
        #expect(session["expires"]?["format"] as? String == "date-time")
    }

    @Test
    func `it is served`() async throws {
        try await WebHarness.with(WebHarness.Clients([:])) { web async throws in
            let response = try await web.request("GET", "/openapi.json")
            #expect(response.status == 200 && response.fields["content-type"] == "application/json")
            #expect(Array(response.text.utf8) == OpenAPIDocument.all.json)
        }
    }
}
