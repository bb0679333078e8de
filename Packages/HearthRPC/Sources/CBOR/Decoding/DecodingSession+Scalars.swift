internal import FoundationEssentials

extension DecodingSession {
    @inline(__always)
    func isNull(at position: ItemPosition) -> Bool {
        position.offset < count && base[Int(position.offset)] == 0xF6
    }

    @inline(__always)
    func bool(at position: ItemPosition) throws -> Bool {
        let first = head(at: position.offset).first
        guard first & 0xFE == 0xF4 else { throw mismatch(Bool.self, at: position) }
        return first == 0xF5
    }

    @inline(__always)
    func integer<T: FixedWidthInteger>(_ type: T.Type, at position: ItemPosition) throws -> T {
        let head = head(at: position.offset)
        guard head.major < 2 else { throw mismatch(type, at: position) }
        if head.major == 0 {
            if let value = T(exactly: head.argument) { return value }
        } else if T.isSigned, let value = T(exactly: head.argument) {
            return ~value
        }
        throw corrupted("The integer does not fit \(type).", at: position)
    }

    /// A floating-point number of any width, or an integer that a `Double` holds exactly.
    @inline(__always)
    func double(at position: ItemPosition) throws -> Double {
        let head = head(at: position.offset)
        switch head.first {
        case 0xFB: return Double(bitPattern: head.argument)
        case 0xFA: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
        case 0xF9: return HalfFloat.value(UInt16(truncatingIfNeeded: head.argument))
        default: return try double(fromInteger: head, at: position)
        }
    }

    private func double(fromInteger head: Head, at position: ItemPosition) throws -> Double {
        guard head.major < 2 else { throw mismatch(Double.self, at: position) }
        if let value = Double(exactly: head.argument) {
            if head.major == 0 { return value }
            // -1 - n is exact where n + 1 is: below 2^53, and for some numbers above.
            if let next = Double(exactly: head.argument &+ 1), head.argument < .max { return -next }
        } else if head.major == 1, head.argument == .max {
            return -0x1p64
        } else if head.major == 1, let next = Double(exactly: head.argument &+ 1) {
            return -next
        }
        throw corrupted("The integer does not fit Double.", at: position)
    }

    func float(at position: ItemPosition) throws -> Float {
        let value = try double(at: position)
        let single = Float(value)
        guard Double(single) == value || value.isNaN else {
            throw corrupted("The number does not fit Float.", at: position)
        }
        return single
    }

    @inline(__always)
    func string(at position: ItemPosition) throws -> String {
        let head = head(at: position.offset)
        guard head.major == 3 else { throw mismatch(String.self, at: position) }
        // The bytes are validated UTF-8: nothing is repaired here.
        if head.information != 31 { return String(decoding: bytes(head), as: UTF8.self) }
        return String(decoding: chunks(at: position, head), as: UTF8.self)
    }

    /// Calls `body` with the content of a byte string.
    @inline(__always)
    func withBytes<R>(
        at position: ItemPosition, as type: Any.Type, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    )
        throws -> R
    {
        let head = head(at: position.offset)
        guard head.major == 2 else { throw mismatch(type, at: position) }
        if head.information != 31 { return try body(bytes(head)) }
        return try chunks(at: position, head).withUnsafeBufferPointer(body)
    }

    /// Joins the chunks of an indefinite-length string.
    func chunks(at position: ItemPosition, _ head: Head) -> [UInt8] {
        let node = noted(at: position)
        var joined: [UInt8] = []
        joined.reserveCapacity(Int(node.count))
        var offset = UInt32(truncatingIfNeeded: head.content)
        while offset < node.end - 1 {
            let chunk = self.head(at: offset)
            joined.append(contentsOf: bytes(chunk))
            offset = UInt32(truncatingIfNeeded: chunk.content) + UInt32(truncatingIfNeeded: chunk.argument)
        }
        return joined
    }

    func date(at position: ItemPosition) throws -> Date {
        let seconds = try double(at: content(of: CBORTag.epochDate, at: position, for: Date.self))
        guard seconds.isFinite else { throw corrupted("A date must be finite.", at: position) }
        return Date(timeIntervalSince1970: seconds)
    }

    func uuid(at position: ItemPosition) throws -> UUID {
        let content = try content(of: CBORTag.uuid, at: position, for: UUID.self)
        return try withBytes(at: content, as: UUID.self) { bytes in
            guard bytes.count == 16 else { throw corrupted("A UUID has 16 bytes.", at: position) }
            return UUID(uuid: UnsafeRawBufferPointer(bytes).loadUnaligned(as: uuid_t.self))
        }
    }

    func url(at position: ItemPosition) throws -> URL {
        let text = try string(at: content(of: CBORTag.uri, at: position, for: URL.self))
        guard let url = URL(string: text) else { throw corrupted("The text is not a URL.", at: position) }
        return url
    }

    /// The item behind a tag, which must be there.
    private func content(of tag: UInt64, at position: ItemPosition, for type: Any.Type) throws -> ItemPosition {
        let head = head(at: position.offset)
        guard head.major == 6, head.argument == tag else { throw mismatch(type, at: position) }
        return ItemPosition(offset: UInt32(truncatingIfNeeded: head.content), tape: position.tape)
    }

    func tree(at position: ItemPosition) throws -> CBORValue {
        var reader = CBORReader(UnsafeRawBufferPointer(start: base, count: count), offset: Int(position.offset))
        return try CBORValue(scanned: &reader)
    }
}
