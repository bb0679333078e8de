import CBOR
import Foundation
import Testing

@Suite struct SchemaJSONTests {
    private func throughJSON<T: Codable & Equatable>(_ value: T, indented: Bool = false) throws -> T {
        let recording = SchemaRecorder.record([T.self])
        let tree = try CBORDecoder().decode(CBORValue.self, from: CBOREncoder().encode(value))
        let text = recording.schema.json(from: tree, as: recording.shapes[0], indented: indented)
        let back = try recording.schema.value(fromJSON: text, as: recording.shapes[0])
        return try CBORDecoder().decode(T.self, from: CBOREncoder().encode(back))
    }

    @Test(arguments: [false, true]) func `messages come back`(_ indented: Bool) throws {
        let (page, search) = try (throughJSON(Samples.page, indented: indented), throughJSON(Samples.search))
        #expect(page == Samples.page)
        #expect(search == Samples.search)
    }

    @Test func `text is readable`() throws {
        let recording = SchemaRecorder.record([Samples.Title.self])
        var tree = try CBORDecoder().decode(CBORValue.self, from: CBOREncoder().encode(Samples.title("alien")))
        if case .map(let pairs) = tree {
            tree = .map(pairs + [CBORValue.Pair(.text("future"), .array([.tagged(9, .unsigned(1)), .bytes([1])]))])
        }
        #expect(
            recording.schema.json(from: tree, as: recording.shapes[0], indented: true) == """
                {
                  "id": "01020304-0506-0708-090A-0B0C0D0E0F10",
                  "kind": "movie",
                  "year": 1979,
                  "rating": 8.5,
                  "poster": "https://example.com/alien.jpg",
                  "added": "2023-11-14T22:13:20.5Z",
                  "thumbnail": "AP8=",
                  "genres": {
                    "horror": 3
                  },
                  "people": [],
                  "isAdult": false,
                  "perYear": {
                    "1979": [
                      1.5,
                      2.0
                    ]
                  },
                  "future": [
                    1,
                    "AQ=="
                  ]
                }
                """)
    }

    @Test(arguments: [
        ("{", "The text is not JSON."),
        ("[]", "Must be an object, not an array."),
        (#"{"txt": "a"}"#, "txt: Unknown field; known are: text, sort, limit, maybe, numbered, primitives."),
        ("{}", "text: Missing."),
        (#"{"text": 1}"#, "text: Must be text, not a number."),
        (#"{"text": null}"#, "text: Must be text, not null."),
        (#"{"text": "", "sort": "size"}"#, "sort: Must be one of: title, year, added-at."),
        (#"{"text": "", "limit": 1.5}"#, "limit: Must be an integer, not a number."),
        (
            #"{"text": "", "limit": 9223372036854775808}"#,
            "limit: Must be from -9223372036854775808 to 9223372036854775807."
        ),
        (#"{"text": "", "maybe": [1, "x"]}"#, "maybe[1]: Must be an integer, not text."),
        (
            #"{"text": "", "maybe": [], "numbered": {"id": 1, "extra": {}}}"#,
            "numbered.extra: Unknown field; known are: id, note."
        ),
        (
            #"{"text": "", "maybe": [], "numbered": {"id": 1}, "primitives": {"uint8": -1}}"#,
            "primitives.uint8: Must be from 0 to 255."
        ),
    ])
    func `mistakes are named`(_ json: String, _ complaint: String) {
        let recording = SchemaRecorder.record([Samples.Search.self])
        let error = #expect(throws: SchemaError.self) {
            try recording.schema.value(fromJSON: json, as: recording.shapes[0])
        }
        #expect(error?.description == complaint)
    }

    @Test func `deep text is refused`() throws {
        let schema = Schema()
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + #""[\"[""# + String(repeating: "]", count: depth)
        }
        let value = try schema.value(fromJSON: nested(64), as: Schema.Shape(.any))
        #expect(try CBOREncoder().encode(value).count == 64 + 4)
        #expect(throws: SchemaError.self) { try schema.value(fromJSON: nested(65), as: Schema.Shape(.any)) }
        #expect(throws: SchemaError.self) { try schema.value(fromJSON: nested(100_000), as: Schema.Shape(.any)) }
    }

    @Test func `dates are exact`() throws {
        var generator = SeededGenerator.announced()
        let schema = Schema()
        for _ in 0..<2000 {
            let seconds = Double.random(in: -60_000_000_000...250_000_000_000, using: &generator)
            // A tenth of a microsecond is the text's precision, and finer than a Date of our days.
            let exact = (seconds / 64).rounded() * 64 + Double.random(in: 0..<1, using: &generator) / 8
            let date = abs(exact) < 0x1p31 ? exact : exact.rounded()
            let text = schema.json(from: .tagged(1, .double(date)), as: Schema.Shape(.date))
            let back = try schema.value(fromJSON: text, as: Schema.Shape(.date))
            let expected: CBORValue = Int64(exactly: date).map { .integer($0) } ?? .double(date)
            #expect(abs((seconds64(back) ?? 0) - (seconds64(.tagged(1, expected)) ?? 1)) < 1e-7, "\(text)")
            // Before 1583 Foundation counts in the Julian calendar, and RFC 3339 does not.
            guard date > -12_200_000_000 else { continue }
            let day = Date(timeIntervalSince1970: date.rounded(.down)).formatted(.iso8601)
            #expect(text.dropFirst().prefix(19) == day.prefix(19))
        }
        for text in ["2026-02-29T00:00:00Z", "2026-01-01 00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00"] {
            #expect(throws: SchemaError.self) { try schema.value(fromJSON: "\"\(text)\"", as: Schema.Shape(.date)) }
        }
        let zoned = try schema.value(fromJSON: "\"1970-01-01T02:00:00.5+02:00\"", as: Schema.Shape(.date))
        #expect(zoned == .tagged(1, .double(0.5)))
    }

    private func seconds64(_ value: CBORValue) -> Double? {
        guard case .tagged(1, let item) = value else { return nil }
        if case .double(let seconds) = item { return seconds }
        return item.integer.map { Double($0) }
    }
}
