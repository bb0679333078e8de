extension DecodingSession {
    @inline(never)
    func mismatch(_ type: Any.Type, at position: ItemPosition) -> DecodingError {
        let found = isNull(at: position) ? "null" : describe(position)
        let context = DecodingError.Context(
            codingPath: codingPath(to: position),
            debugDescription: "Expected \(type) but found \(found) at byte \(position.offset).")
        return isNull(at: position) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    @inline(never)
    func corrupted(_ description: String, at position: ItemPosition) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath(to: position), debugDescription: "\(description) At byte \(position.offset)."))
    }

    @inline(never)
    func missing(_ key: any CodingKey, at position: ItemPosition) -> DecodingError {
        .keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath(to: position),
                debugDescription: "No value for \"\(key.stringValue)\" in the map at byte \(position.offset)."))
    }

    @inline(never)
    func exhausted(_ type: Any.Type, at position: ItemPosition, count: Int) -> DecodingError {
        .valueNotFound(
            type,
            DecodingError.Context(
                codingPath: codingPath(to: position) + [CBORCodingKey(index: count)],
                debugDescription: "The array at byte \(position.offset) has no more items."))
    }

    /// Rejects a map with keys that a dictionary cannot have.
    func checkKeys(
        of map: MapEntries, at position: ItemPosition, are kind: DictionaryKeys.Kind, for type: Any.Type
    ) throws {
        let areHeld = withEntries(of: map) { entries in
            entries.allSatisfy { $0.isText && kind != .integer || $0.isInteger && kind != .text }
        }
        guard areHeld else { throw corrupted("The map has keys that \(type) cannot hold.", at: position) }
    }

    /// A description of the item's kind at a position; never its content.
    private func describe(_ position: ItemPosition) -> String {
        let head = head(at: position.offset)
        return switch head.major {
        case 0, 1: "an integer"
        case 2: "a byte string"
        case 3: "text"
        case 4: "an array"
        case 5: "a map"
        case 6: "tag \(head.argument)"
        default:
            switch head.first {
            case 0xF4, 0xF5: "a boolean"
            case 0xF7: "undefined"
            case 0xF9...0xFB: "a floating-point number"
            case 0xFF: "nothing: the decoder was used after it had ended"
            default: "simple value \(head.argument)"
            }
        }
    }

    /// The path to an item, found by a walk from the beginning: decoding itself keeps no path.
    func codingPath(to target: ItemPosition) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var current = ItemPosition(offset: 0, tape: 0)
        while current.offset < target.offset, pathBudget > 0 {
            let head = head(at: current.offset)
            if head.major == 6 {
                current.offset = UInt32(truncatingIfNeeded: head.content)
                continue
            }
            guard head.major == 4 || head.major == 5,
                let items = try? items(at: current, of: head.major, for: Any.self),
                let step = step(into: items, isMap: head.major == 5, towards: target)
            else { break }
            path.append(step.key)
            current = step.position
        }
        return path
    }

    /// The item of a container that is, or contains, a target.
    private func step(
        into items: Items, isMap: Bool, towards target: ItemPosition
    ) -> (key: CBORCodingKey, position: ItemPosition)? {
        var position = items.next
        for index in 0..<items.count {
            let key = position
            if isMap { position = next(after: position) }
            let end = next(after: position)
            pathBudget -= Int(end.offset - key.offset)
            guard pathBudget > 0 else { return nil }
            if target.offset < end.offset {
                return (isMap ? codingKey(at: key) : CBORCodingKey(index: index), position)
            }
            position = end
        }
        return nil
    }

    func codingKey(at position: ItemPosition) -> CBORCodingKey {
        // The type is checked first: an error would need a path again.
        let head = head(at: position.offset)
        if head.major == 3, let text = try? string(at: position) { return CBORCodingKey(stringValue: text) }
        if head.major < 2, let number = Int(exactly: head.argument) {
            return CBORCodingKey(intValue: head.major == 0 ? number : ~number)
        }
        return CBORCodingKey(stringValue: "(a key that is neither text nor an integer)")
    }
}
