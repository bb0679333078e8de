/// The encoding of an XML text (XML 1.0, appendix F), and its conversion to UTF-8.
///
/// A declaration is a claim: programs that make XML in memory write `utf-16` into a text that is output as UTF-8, and
/// grabbers write `ISO-8859-1` over UTF-8. So a byte order mark is trusted, UTF-16 only with its zeros, and any other
/// name only when the first bytes that are not ASCII are no UTF-8.
struct XMLEncoding {
    private var converter: CharsetConverter?
    /// The bytes from the first one that is not ASCII on, while the declaration is in doubt; nil when it is not.
    private var doubtful: [UInt8]?

    /// The bytes to check before a declaration is trusted: some hundred words, which are not UTF-8 by accident.
    static let detectionBytes = 4_096

    /// UTF-8, or the output of `XMLRepair` for other bytes.
    init() {}

    /// Detects the encoding at the start of a text.
    init(of head: Span<UInt8>) {
        if let name = Self.marked(head) {
            converter = CharsetConverter(from: name)
        } else if let name = Self.declared(in: head), !name.uppercased().hasPrefix("UTF-16") {
            converter = CharsetConverter(from: name)
            doubtful = converter == nil ? nil : []
        }
    }

    /// Bytes held until the decision.
    var heldBytes: Int { doubtful?.count ?? 0 }

    /// Passes on the UTF-8 of some more bytes.
    mutating func convert(
        _ bytes: Span<UInt8>, isLast: Bool, _ receive: (Span<UInt8>) throws -> Void
    ) rethrows {
        guard var held = doubtful else { return try pass(bytes, receive) }
        var start = 0
        if held.isEmpty {
            while start < bytes.count, bytes[start] < 0x80 { start += 1 }
            try receive(bytes.extracting(0..<start))
        }
        bytes.extracting(start..<bytes.count).withUnsafeBufferPointer { held.append(contentsOf: $0) }
        guard isLast || held.count >= Self.detectionBytes else {
            doubtful = held
            return
        }
        doubtful = nil
        // The same bytes decide, however many arrive at once.
        if Self.isUTF8(held.span.extracting(0..<min(held.count, Self.detectionBytes))) { converter = nil }
        try pass(held.span, receive)
    }

    private func pass(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) rethrows {
        guard let converter else { return try receive(bytes) }
        try converter.convert(bytes, receive)
    }

    /// Whether all of it is UTF-8; the last character may be cut.
    private static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
        var end = bytes.count
        while end > 0, bytes.count - end < 3, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, bytes[end - 1] >= 0xC2 { end -= 1 } else { end = bytes.count }
        return LegacyCharset.isUTF8(bytes.extracting(0..<end))
    }

    /// The encoding by a byte order mark, or by the zeros beside the first `<`; nil without either.
    private static func marked(_ head: Span<UInt8>) -> String? {
        guard head.count >= 4 else { return nil }
        switch (head[0], head[1]) {
        case (0xFF, 0xFE), (0x3C, 0x00): return "UTF-16LE"
        case (0xFE, 0xFF), (0x00, 0x3C): return "UTF-16BE"
        default: return nil
        }
    }

    /// The name in the declaration; nil when there is none, and behind UTF-8's mark.
    private static func declared(in head: Span<UInt8>) -> String? {
        let start = head.skippingSpaces(from: 0)
        guard head.matches("<?xml", at: start) else { return nil }
        let end = head.firstIndex(of: UInt8(ascii: ">"), in: start..<head.count) ?? head.count
        var index = start
        while index < end {
            guard head.matches("encoding", at: index) else {
                index += 1
                continue
            }
            let equals = head.skippingSpaces(from: index + 8)
            guard equals < end, head[equals] == UInt8(ascii: "=") else { return nil }
            let quote = head.skippingSpaces(from: equals + 1)
            guard quote < end, let close = head.firstIndex(of: head[quote], in: (quote + 1)..<end) else { return nil }
            return head.text((quote + 1)..<close)
        }
        return nil
    }
}
