import CBOR
import Foundation
import Testing

@Suite struct SchemaRecorderTests {
    @Test func `a page is written as CDDL`() {
        let recording = SchemaRecorder.record([Samples.Page<Samples.Title>.self])
        #expect(recording.violations == [])
        #expect(recording.shapes == [.reference("samples-page-samples-title")])
        #expect(
            recording.schema.cddl(root: recording.shapes[0]) == """
                samples-page-samples-title = {
                  "items": [* samples-title],
                  ? "cursor": tstr / null,
                  "total": uint64,
                  * tstr => any
                }

                samples-kind = tstr

                samples-person = {
                  "name": tstr,
                  ? "role": tstr / null,
                  "known": [* samples-title],
                  * tstr => any
                }

                samples-title = {
                  "id": #6.37(bstr .size 16),
                  "kind": samples-kind,
                  "year": uint16,
                  ? "rating": double / null,
                  ? "poster": #6.32(tstr) / null,
                  "added": #6.1(double),
                  ? "thumbnail": bstr / null,
                  "genres": {* tstr => int8},
                  "people": [* samples-person],
                  "isAdult": bool,
                  "perYear": {* int => [* double]},
                  * tstr => any
                }

                double = float / int

                int8 = (int .ge -128) .and (int .le 127)

                uint16 = 0..65535

                uint64 = uint

                """)
    }

    @Test func `every primitive may be optional`() throws {
        let recording = SchemaRecorder.record([Samples.Primitives.self])
        let fields = try #require(recording.schema.rules["samples-primitives"]?.fields)
        #expect(fields.count == 13)
        #expect(fields.allSatisfy { $0.isOptional })
        #expect(
            fields.map(\.shape.kind) == [
                .bool, .text, .double, .int64, .int8, .int16, .int32, .int64, .uint64, .uint8, .uint16, .uint32,
                .uint64,
            ])
    }

    @Test func `enumerations and integer keys`() {
        let recording = SchemaRecorder.record([Samples.Search.self, [String?].self])
        #expect(recording.violations == [])
        let rules = recording.schema.rules
        #expect(rules["samples-sort"] == Schema.Rule(cases: ["title", "year", "added-at"], isOpen: false))
        #expect(rules["samples-numbered"]?.fields?.map(\.key) == [1, 2])
        #expect(recording.shapes[1] == .array(.nullable(Schema.Shape(.text))))
        #expect(
            SchemaRecorder.record([Samples.Kind.self]).schema.rules["samples-kind"]?.cases == ["movie", "series"])
        #expect(recording.schema.cddl().contains(#"samples-sort = "title" / "year" / "added-at""#))
        #expect(recording.schema.cddl().contains("  * int => any\n}"))
    }

    @Test func `a schema is of its own vocabulary`() throws {
        let recording = SchemaRecorder.record([Schema.self])
        #expect(recording.violations == [])
        let encoded = try CBOREncoder().encode(recording.schema)
        #expect(try CBORDecoder().decode(Schema.self, from: encoded) == recording.schema)
    }

    enum Catalog {
        struct TMDBMovieID: Codable { var url2Name: String }
        struct Time: Codable {}
    }
    struct Time: Codable {}
    enum Other { struct Time: Codable {} }

    @Test func `names are nested paths in kebab case`() {
        struct Local: Codable {}
        let names = SchemaRecorder.record([
            Catalog.TMDBMovieID.self, Catalog.Time.self, Samples.Page<[Int]>.self, Local.self,
        ]).shapes.map(\.name)
        #expect(
            names == [
                "schema-recorder-tests-catalog-tmdb-movie-id", "schema-recorder-tests-catalog-time",
                "samples-page-array-int", "schema-recorder-tests-local",
            ])
    }

    @Test func `fingerprints follow shapes and not the order of fields`() throws {
        func fingerprint(_ fields: [Schema.Field]) throws -> UInt64 {
            let schema = Schema(rules: ["a": Schema.Rule(fields: fields), "unused": Schema.Rule(fields: [])])
            return try schema.fingerprint(of: .reference("a"))
        }
        let one = Schema.Field(name: "one", shape: Schema.Shape(.text))
        let two = Schema.Field(name: "two", shape: Schema.Shape(.bool), isOptional: true)
        let base = try fingerprint([one, two])
        #expect(try fingerprint([two, one]) == base)
        #expect(try fingerprint([one]) != base)
        var changed = two
        changed.isOptional = false
        #expect(try fingerprint([one, changed]) != base)
        // Computed with cbor2 from the description, so that other languages can do the same.
        let recording = SchemaRecorder.record([Samples.Numbered.self])
        #expect(try recording.schema.fingerprint(of: recording.shapes[0]) == 8_692_322_067_071_769_301)
    }
}
