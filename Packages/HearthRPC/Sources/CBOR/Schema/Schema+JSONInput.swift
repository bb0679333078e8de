internal import FoundationEssentials

extension Schema {
    /// Converts JSON text to a value of a shape, so that clients with only the schema can write a message.
    ///
    /// Fields go by their names. Dates are RFC 3339 text or seconds since 1970, bytes are base64, UUIDs and URLs are
    /// text, numbers that JSON lacks are "NaN", "Infinity" and "-Infinity". The keys of integer-keyed maps are decimal.
    ///
    /// - Throws: ``SchemaError`` with the path: an unknown field, a missing one, a value of another kind, a text that
    ///   is not among those of a closed enumeration, an integer out of range.
    public func value(fromJSON text: String, as shape: Shape) throws -> CBORValue {
        guard !Self.isTooDeep(text) else {
            throw SchemaError(path: "", reason: "Nested more deeply than \(CBORReader.defaultMaxDepth) levels.")
        }
        let json: CBORValue
        do {
            json = try JSONDecoder().decode(CBORValue.self, from: Data(text.utf8))
        } catch {
            throw SchemaError(path: "", reason: "The text is not JSON.")
        }
        return try convert(json, to: shape, at: "")
    }

    /// Whether brackets are nested more deeply than a message may be; brackets inside strings do not count.
    private static func isTooDeep(_ text: String) -> Bool {
        var (depth, isInText, isEscaped) = (0, false, false)
        for byte in text.utf8 {
            if isInText {
                if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if depth > CBORReader.defaultMaxDepth { return true }
        }
        return false
    }

    private func convert(_ json: CBORValue, to shape: Shape, at path: String) throws -> CBORValue {
        switch shape.kind {
        case .bool:
            guard case .bool = json else { throw mismatch(json, "true or false", path) }
            return json
        case .double: return .double(try number(json, path))
        case .text: return .text(try text(json, "text", path))
        case .bytes:
            guard let data = Data(base64Encoded: try text(json, "bytes in base64", path)) else {
                throw SchemaError(path: path, reason: "The text is not base64.")
            }
            return .bytes([UInt8](data))
        case .uuid:
            guard let uuid = UUID(uuidString: try text(json, "a UUID", path)) else {
                throw SchemaError(path: path, reason: "The text is not a UUID.")
            }
            return .tagged(CBORTag.uuid, .bytes(withUnsafeBytes(of: uuid.uuid) { Array($0) }))
        case .url:
            let text = try text(json, "a URL", path)
            guard URL(string: text) != nil else { throw SchemaError(path: path, reason: "The text is not a URL.") }
            return .tagged(CBORTag.uri, .text(text))
        case .date: return .tagged(CBORTag.epochDate, try seconds(json, path))
        case .array: return try array(json, of: shape.of.first, path)
        case .map: return try map(json, of: shape, path)
        case .nullable:
            guard json != .null, let inner = shape.of.first else { return .null }
            return try convert(json, to: inner, at: path)
        case .reference: return try named(json, shape.name ?? "", path)
        default:
            guard let range = shape.kind.integerRange else { return json }
            return try integer(json, range, path)
        }
    }

    private func named(_ json: CBORValue, _ name: String, _ path: String) throws -> CBORValue {
        guard let rule = rules[name] else { return json }
        if let fields = rule.fields { return try structure(json, fields, path) }
        let text = try text(json, "text", path)
        let cases = rule.cases ?? []
        guard rule.isOpen || cases.isEmpty || cases.contains(text) else {
            throw SchemaError(path: path, reason: "Must be one of: \(cases.joined(separator: ", ")).")
        }
        return .text(text)
    }

    private func structure(_ json: CBORValue, _ fields: [Field], _ path: String) throws -> CBORValue {
        guard case .map(let pairs) = json else { throw mismatch(json, "an object", path) }
        let known = Set(fields.map(\.name))
        for pair in pairs {
            guard case .text(let name) = pair.key, known.contains(name) else {
                let names = fields.map(\.name).joined(separator: ", ")
                throw SchemaError(
                    path: Self.path(path, pair.key),
                    reason: names.isEmpty ? "Unknown field; there are none." : "Unknown field; known are: \(names).")
            }
        }
        var converted: [CBORValue.Pair] = []
        for field in fields {
            let value = json[field.name] ?? .null
            let fieldPath = Self.path(path, .text(field.name))
            if value == .null, field.isOptional { continue }
            guard json[field.name] != nil else { throw SchemaError(path: fieldPath, reason: "Missing.") }
            let key = field.key.map { CBORValue.integer(Int64($0)) } ?? .text(field.name)
            converted.append(CBORValue.Pair(key, try convert(value, to: field.shape, at: fieldPath)))
        }
        return .map(converted)
    }

    private func array(_ json: CBORValue, of item: Shape?, _ path: String) throws -> CBORValue {
        guard case .array(let items) = json else { throw mismatch(json, "an array", path) }
        guard let item else { return json }
        return .array(
            try items.enumerated().map { try convert($0.element, to: item, at: "\(path)[\($0.offset)]") })
    }

    private func map(_ json: CBORValue, of shape: Shape, _ path: String) throws -> CBORValue {
        guard case .map(let pairs) = json else { throw mismatch(json, "an object", path) }
        guard let key = shape.of.first, let value = shape.of.last else { return json }
        return .map(
            try pairs.map { pair in
                let itemPath = Self.path(path, pair.key)
                var name = pair.key
                if key.kind == .int64, case .text(let text) = name {
                    guard let number = Int64(text) else { throw SchemaError(path: itemPath, reason: "Not an integer.") }
                    name = .integer(number)
                }
                return CBORValue.Pair(name, try convert(pair.value, to: value, at: itemPath))
            })
    }

    private func integer(
        _ json: CBORValue, _ range: (least: Int64, greatest: UInt64), _ path: String
    ) throws -> CBORValue {
        let isInside: Bool
        switch json {
        case .unsigned(let value): isInside = value <= range.greatest
        case .negative: isInside = json.integer.map { $0 >= range.least } ?? false
        default: throw mismatch(json, "an integer", path)
        }
        guard isInside else {
            throw SchemaError(path: path, reason: "Must be from \(range.least) to \(range.greatest).")
        }
        return json
    }

    private func number(_ json: CBORValue, _ path: String) throws -> Double {
        switch json {
        case .unsigned(let value): return Double(value)
        case .negative(let value): return -1 - Double(value)
        case .double(let value): return value
        case .text("NaN"): return .nan
        case .text("Infinity"): return .infinity
        case .text("-Infinity"): return -.infinity
        default: throw mismatch(json, "a number", path)
        }
    }

    private func seconds(_ json: CBORValue, _ path: String) throws -> CBORValue {
        var seconds: Double
        if case .text(let text) = json {
            guard let parsed = TimestampText.seconds(text) else {
                throw SchemaError(path: path, reason: "Not a date like 2026-01-31T09:30:00Z.")
            }
            seconds = parsed
        } else {
            seconds = try number(json, path)
        }
        return Int64(exactly: seconds).map { .integer($0) } ?? .double(seconds)
    }

    private func text(_ json: CBORValue, _ expected: String, _ path: String) throws -> String {
        guard case .text(let text) = json else { throw mismatch(json, expected, path) }
        return text
    }

    private func mismatch(_ json: CBORValue, _ expected: String, _ path: String) -> SchemaError {
        let found =
            switch json {
            case .bool: "true or false"
            case .unsigned, .negative, .double: "a number"
            case .text: "text"
            case .array: "an array"
            case .map: "an object"
            default: "null"
            }
        return SchemaError(path: path, reason: "Must be \(expected), not \(found).")
    }

    /// The path of a field.
    private static func path(_ path: String, _ key: CBORValue) -> String {
        let name = if case .text(let text) = key { text } else { key.description }
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
