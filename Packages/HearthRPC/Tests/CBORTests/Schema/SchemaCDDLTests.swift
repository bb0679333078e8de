import CBOR
import Foundation
import Testing

/// What the types write is what the CDDL says, and nothing else is: judged by pycddl.
@Suite struct SchemaCDDLTests {
    /// An encoded item with its CDDL, and whether it must be accepted.
    private struct Case {
        var cddl: String
        var item: CBORValue
        var isValid: Bool
        var note: String
    }

    private func cases<T: Codable>(_ value: T) throws -> [Case] {
        let recording = SchemaRecorder.record([T.self])
        #expect(recording.violations == [])
        let cddl = recording.schema.cddl(root: recording.shapes[0])
        let tree = try CBORDecoder().decode(CBORValue.self, from: CBOREncoder().encode(value))
        var cases = [Case(cddl: cddl, item: tree, isValid: true, note: "as it is")]
        for mutation in mutations(of: tree, recording.shapes[0], recording.schema) {
            cases.append(Case(cddl: cddl, item: mutation.item, isValid: mutation.isValid, note: mutation.note))
        }
        return cases
    }

    private struct Mutation {
        var item: CBORValue
        var isValid: Bool
        var note: String
    }

    /// Variants of an item, each with one change somewhere inside.
    private func mutations(of item: CBORValue, _ shape: Schema.Shape, _ schema: Schema) -> [Mutation] {
        let isAbsent = shape.kind == .nullable && item == .null
        // pycddl takes a map with the key true for a boolean, and any tagged text for text.
        let isBool = shape.kind == .bool || shape.of.first?.kind == .bool
        let stranger = isBool ? CBORValue.text("true") : .map([CBORValue.Pair(.bool(true), .null)])
        var found = [Mutation(item: stranger, isValid: false, note: "another type")]
        if shape.kind == .nullable { found.append(Mutation(item: .null, isValid: true, note: "null")) }
        if isAbsent { return found }
        let shape = shape.kind == .nullable ? shape.of[0] : shape
        switch (shape.kind, item) {
        case (.array, .array(let items)):
            for (index, inner) in items.enumerated() {
                found += mutations(of: inner, shape.of[0], schema).map { mutation in
                    var items = items
                    items[index] = mutation.item
                    return Mutation(item: .array(items), isValid: mutation.isValid, note: "[\(index)] \(mutation.note)")
                }
            }
        case (.reference, .map(let pairs)):
            let fields = schema.rules[shape.name ?? ""]?.fields ?? []
            let isNumbered = fields.contains { $0.key != nil }
            let stranger = CBORValue.Pair(isNumbered ? .unsigned(999) : .text("unknown"), .array([.null]))
            found.append(Mutation(item: .map(pairs + [stranger]), isValid: true, note: "unknown field"))
            for field in fields { found += mutations(of: field, in: pairs, schema) }
        case (.uint8, _), (.uint16, _), (.uint32, _), (.uint64, _):
            found.append(Mutation(item: .negative(0), isValid: false, note: "-1"))
            if shape.kind == .uint16 {
                found.append(Mutation(item: .unsigned(65_536), isValid: false, note: "65536"))
            }
        case (.int8, _): found.append(Mutation(item: .unsigned(128), isValid: false, note: "128"))
        case (.uuid, _): found.append(Mutation(item: .tagged(37, .bytes([1])), isValid: false, note: "one byte"))
        case (.date, _): found.append(Mutation(item: .tagged(1, .unsigned(1)), isValid: true, note: "whole seconds"))
        case (.reference, .text):
            let isOpen = schema.rules[shape.name ?? ""]?.isOpen == true
            found.append(Mutation(item: .text("something new"), isValid: isOpen, note: "another text"))
        default: break
        }
        return found
    }

    private func mutations(of field: Schema.Field, in pairs: [CBORValue.Pair], _ schema: Schema) -> [Mutation] {
        let key = field.key.map { CBORValue.integer(Int64($0)) } ?? .text(field.name)
        guard let index = pairs.firstIndex(where: { $0.key == key }) else { return [] }
        var rest = pairs
        rest.remove(at: index)
        let shape = field.isOptional ? .nullable(field.shape) : field.shape
        let missing = Mutation(item: .map(rest), isValid: field.isOptional, note: "without \(field.name)")
        return [missing]
            + mutations(of: pairs[index].value, shape, schema).map { mutation in
                var pairs = pairs
                pairs[index].value = mutation.item
                return Mutation(item: .map(pairs), isValid: mutation.isValid, note: "\(field.name) \(mutation.note)")
            }
    }

    @Test func `pycddl agrees`() throws {
        let cases = try cases(Samples.page) + cases(Samples.search) + cases([Samples.title("one")])
        #expect(cases.count { $0.isValid } > 20 && cases.count { !$0.isValid } > 50)
        let lines = try cases.map { item in
            let bytes = try CBOREncoder().encode(item.item)
            return Array(item.cddl.utf8).hexadecimal + " " + bytes.hexadecimal
        }
        let responses = try Python.run("cddl_check.py", lines)
        try #require(responses.count == cases.count)
        for (item, response) in zip(cases, responses) {
            #expect((response == "ok") == item.isValid, "\(item.note): \(response.prefix(300))")
        }
    }

    @Test func `a schema describes itself`() throws {
        let recording = SchemaRecorder.record([Schema.self])
        let bytes = try CBOREncoder().encode(recording.schema)
        let cddl = recording.schema.cddl(root: recording.shapes[0], looseMaps: true)
        let responses = try Python.run("cddl_check.py", [Array(cddl.utf8).hexadecimal + " " + bytes.hexadecimal])
        #expect(responses == ["ok"])
    }
}
