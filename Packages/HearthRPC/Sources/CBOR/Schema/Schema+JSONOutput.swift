internal import FoundationEssentials

extension Schema {
    /// Converts a value of a shape to JSON text: the inverse of ``value(fromJSON:as:)``.
    ///
    /// Fields come in the order of the schema. Values that do not fit the shape are written by their own type, and
    /// unknown fields are kept after the known ones, so nothing is lost.
    ///
    /// - Parameters:
    ///   - value: The decoded value.
    ///   - shape: Its shape in the schema.
    ///   - indented: Whether to write one item a line; otherwise all on one line.
    public func json(from value: CBORValue, as shape: Shape, indented: Bool = false) -> String {
        var writer = JSONWriter(isIndented: indented)
        write(value, shape, to: &writer)
        return writer.text
    }

    private func write(_ value: CBORValue, _ shape: Shape?, to writer: inout JSONWriter) {
        switch (shape?.kind, value) {
        case (.nullable?, _): write(value, shape?.of.first, to: &writer)
        case (.reference?, .map(let pairs)):
            writeStructure(pairs, shape?.name.flatMap { rules[$0]?.fields } ?? [], to: &writer)
        case (_, .map(let pairs)):
            writer.open("{")
            for pair in pairs {
                writer.key(Self.name(pair.key))
                write(pair.value, shape?.kind == .map ? shape?.of.last : nil, to: &writer)
            }
            writer.close("}")
        case (_, .array(let items)):
            writer.open("[")
            for item in items {
                writer.item()
                write(item, shape?.kind == .array ? shape?.of.first : nil, to: &writer)
            }
            writer.close("]")
        default: writeScalar(value, to: &writer)
        }
    }

    private func writeStructure(_ pairs: [CBORValue.Pair], _ fields: [Field], to writer: inout JSONWriter) {
        writer.open("{")
        var rest = pairs
        for field in fields {
            let key = field.key.map { CBORValue.integer(Int64($0)) } ?? .text(field.name)
            guard let index = rest.firstIndex(where: { $0.key == key }) else { continue }
            writer.key(field.name)
            write(rest.remove(at: index).value, field.shape, to: &writer)
        }
        for pair in rest {
            writer.key(Self.name(pair.key))
            write(pair.value, nil, to: &writer)
        }
        writer.close("}")
    }

    private func writeScalar(_ value: CBORValue, to writer: inout JSONWriter) {
        switch value {
        case .unsigned, .negative: writer.raw(value.description)
        case .double(let number):
            if number.isFinite { writer.raw(number.description) } else { writer.string(value.description) }
        case .bool(let flag): writer.raw(flag ? "true" : "false")
        case .null, .undefined: writer.raw("null")
        case .text(let text): writer.string(text)
        case .bytes(let bytes): writer.string(Data(bytes).base64EncodedString())
        case .tagged(CBORTag.epochDate, let seconds):
            if let text = Self.seconds(seconds).flatMap(TimestampText.text) {
                writer.string(text)
            } else {
                write(seconds, nil, to: &writer)
            }
        case .tagged(CBORTag.uuid, .bytes(let bytes)) where bytes.count == 16:
            writer.string(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString })
        case .tagged(_, let item): write(item, nil, to: &writer)
        case .simple, .array, .map: writer.string(value.description)
        }
    }

    private static func seconds(_ value: CBORValue) -> Double? {
        if case .double(let seconds) = value { return seconds }
        return value.integer.map { Double($0) }
    }

    /// A key as a JSON name.
    private static func name(_ key: CBORValue) -> String {
        if case .text(let text) = key { return text }
        return key.description
    }
}
