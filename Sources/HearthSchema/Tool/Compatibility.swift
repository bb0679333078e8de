internal import CBOR
internal import RPC

/// Finds breaking changes between two versions of the contracts, in both directions: during an update every pair of old
/// and new processes communicates.
public struct Compatibility {
    private let old: ProtocolSnapshot
    private let new: ProtocolSnapshot
    private var found: [String] = []

    /// Compares two versions of the contracts.
    ///
    /// - Returns: a sentence for each break, beginning with the method and the field; empty when there is none.
    public static func breaks(from old: ProtocolSnapshot, to new: ProtocolSnapshot) -> [String] {
        var comparison = Compatibility(old: old, new: new)
        comparison.compareMethods()
        comparison.compareDetails()
        return comparison.found
    }

    private init(old: ProtocolSnapshot, new: ProtocolSnapshot) { (self.old, self.new) = (old, new) }

    private mutating func compareMethods() {
        for (name, before) in old.methods.sorted(by: { $0.key < $1.key }) {
            guard let after = new.methods[name] else {
                found.append("\(name): was removed")
                continue
            }
            // Callers of a formerly idempotent method send no key and repeat as before: handlers accept calls without a
            // key (`Shard.write(onceIfKeyed:)`), so a key is only gained.
            let gainsKey = before.safety == .idempotent && after.safety == .idempotentByKey
            if Self.repeats(after.safety) < Self.repeats(before.safety), !gainsKey {
                found.append(
                    "\(name): is \(after.safety.rawValue) and was \(before.safety.rawValue), so older callers repeat what they may not"
                )
            }
            compareAccess(before, after, name)
            guard after.shape == before.shape else {
                found.append("\(name): is \(after.shape) and was \(before.shape)")
                continue
            }
            let schemas = (before.schema, after.schema)
            let messages = [
                ("request", before.request, after.request), ("response", before.response, after.response),
                ("request item", before.requestItem, after.requestItem),
                ("response item", before.responseItem, after.responseItem),
            ]
            for case (let what, let old?, let new?) in messages {
                compare(old, new, schemas, at: "\(name) \(what)", within: [])
            }
        }
    }

    private mutating func compareAccess(
        _ before: ProtocolSnapshot.Method, _ after: ProtocolSnapshot.Method, _ name: String
    ) {
        if after.needsToken, !before.needsToken { found.append("\(name): needs a token and did not") }
        let lost = after.roles.isEmpty ? [] : before.roles.subtracting(after.roles).sorted()
        if before.roles.isEmpty, !after.roles.isEmpty {
            found.append(
                "\(name): is for \(after.roles.sorted().joined(separator: " and ")) alone and was open to all callers")
        }
        for caller in lost + before.services.subtracting(after.services).sorted() {
            found.append("\(name): is refused to \(caller), who could call it")
        }
    }

    private mutating func compareDetails() {
        for (name, before) in old.details.sorted(by: { $0.key < $1.key }) {
            guard let after = new.details[name] else {
                found.append("\(name) detail: was removed")
                continue
            }
            compare(before.shape, after.shape, (before.schema, after.schema), at: "\(name) detail", within: [])
        }
    }

    /// How much a safety lets callers repeat.
    private static func repeats(_ safety: CallSafety) -> Int {
        switch safety {
        case .readOnly, .idempotent: 2
        case .idempotentByKey: 1
        case .unsafe: 0
        }
    }

    private mutating func compare(
        _ before: Schema.Shape, _ after: Schema.Shape, _ schemas: (Schema, Schema), at location: String,
        within open: Set<[String]>
    ) {
        guard before.kind == after.kind, before.of.count == after.of.count else {
            found.append("\(location): is \(Self.name(after, schemas.1)) and was \(Self.name(before, schemas.0))")
            return
        }
        for (index, pair) in zip(before.of, after.of).enumerated() {
            let inner = before.kind == .map ? (index == 0 ? "a key" : "a value") : "an element"
            compare(
                pair.0, pair.1, schemas, at: before.kind == .nullable ? location : "\(location), \(inner)", within: open
            )
        }
        guard before.kind == .reference, let names = Self.names(before, after), !open.contains(names) else { return }
        compare(
            schemas.0.rules[names[0]], schemas.1.rules[names[1]], schemas, at: location, within: open.union([names]))
    }

    private mutating func compare(
        _ before: Schema.Rule?, _ after: Schema.Rule?, _ schemas: (Schema, Schema), at location: String,
        within open: Set<[String]>
    ) {
        guard let before, let after else {
            return found.append("\(location): its rule is missing")
        }
        switch (before.fields, after.fields) {
        case (let old?, let new?): compare(old, new, schemas, at: location, within: open)
        case (nil, nil): compareNames(before, after, at: location)
        default: found.append("\(location): is \(Self.name(after)) and was \(Self.name(before))")
        }
    }

    private mutating func compareNames(_ before: Schema.Rule, _ after: Schema.Rule, at location: String) {
        if after.isOpen { return }
        if before.isOpen { return found.append("\(location): is a closed set of names and was an open one") }
        for name in before.cases ?? [] where after.cases?.contains(name) != true {
            found.append("\(location): \"\(name)\" was removed")
        }
    }

    private mutating func compare(
        _ before: [Schema.Field], _ after: [Schema.Field], _ schemas: (Schema, Schema), at location: String,
        within open: Set<[String]>
    ) {
        for field in before {
            let path = "\(location), \(field.name)"
            guard let match = after.first(where: { $0.name == field.name }) else {
                found.append("\(path): was removed")
                continue
            }
            if match.key != field.key { found.append("\(path): has another number") }
            if match.isOptional != field.isOptional {
                found.append(
                    match.isOptional
                        ? "\(path): is optional and was required, so older readers fail without it"
                        : "\(path): is required and was optional, so it is missing in what older writers send")
            }
            compare(field.shape, match.shape, schemas, at: path, within: open)
        }
        for field in after where !field.isOptional && !before.contains(where: { $0.name == field.name }) {
            found.append("\(location), \(field.name): is new and required, so it is missing in what older writers send")
        }
    }

    private static func names(_ before: Schema.Shape, _ after: Schema.Shape) -> [String]? {
        guard let old = before.name, let new = after.name else { return nil }
        return [old, new]
    }

    private static func name(_ shape: Schema.Shape, _ schema: Schema) -> String {
        switch shape.kind {
        case .reference: name(schema.rules[shape.name ?? ""] ?? Schema.Rule(fields: []))
        case .nullable: "a value or null"
        default: shape.kind.rawValue
        }
    }

    private static func name(_ rule: Schema.Rule) -> String { rule.fields == nil ? "a name" : "a structure" }
}
