/// Identifies a session to its player: its row, its opening time, and an unguessable random number.
struct SessionID: Sendable, Hashable {
    let row: Int64
    let opened: HybridTimestamp
    let nonce: Int64

    private static let separator = UInt8(ascii: "-")
    /// Hexadecimal digits of the longest of the three parts.
    private static let maximumDigits = 16

    init(row: Int64, opened: HybridTimestamp, nonce: Int64) {
        self.row = row
        self.opened = opened
        self.nonce = nonce
    }

    /// The id as callers see it.
    var text: String {
        [row, opened.rawValue, nonce].map { String(UInt64(bitPattern: $0), radix: 16) }.joined(separator: "-")
    }

    /// Reads an id; nil when it is none of ours.
    init?(_ text: String) {
        var parts: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var (index, digits) = (0, 0)
        for byte in text.utf8 {
            if byte == Self.separator {
                guard digits > 0, index < 2 else { return nil }
                (index, digits) = (index + 1, 0)
                continue
            }
            guard let digit = Self.digit(byte), digits < Self.maximumDigits else { return nil }
            digits += 1
            switch index {
            case 0: parts.0 = parts.0 << 4 | digit
            case 1: parts.1 = parts.1 << 4 | digit
            default: parts.2 = parts.2 << 4 | digit
            }
        }
        guard index == 2, digits > 0, let row = Int64(exactly: parts.0), let opened = Int64(exactly: parts.1),
            let nonce = Int64(exactly: parts.2)
        else { return nil }
        self.init(row: row, opened: HybridTimestamp(rawValue: opened), nonce: nonce)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
