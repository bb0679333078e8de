/// Normalizes percent-encoding (RFC 3986, sections 2.1 and 6.2.2): unreserved characters are decoded, hex digits are
/// upper case.
enum PercentEncoding {
    /// The part of an address; it decides which characters are literal.
    enum Part {
        case path, query, fragment

        fileprivate func keeps(_ byte: UInt8) -> Bool {
            if isUnreserved(byte) { return true }
            // sub-delims, ":" and "@" (RFC 3986, section 3.3).
            if "!$&'()*+,;=:@/".utf8.contains(byte) { return true }
            return self != .path && (byte == UInt8(ascii: "?") || self == .fragment && byte == UInt8(ascii: "#"))
        }
    }

    /// A text with its percent-encoding normalized.
    static func normal(_ bytes: [UInt8], keeping part: Part) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                let value = high << 4 | low
                if isUnreserved(value) { result.append(value) } else { append(value, to: &result) }
                index += 3
                continue
            }
            if part.keeps(byte) { result.append(byte) } else { append(byte, to: &result) }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A path with its dot segments removed (RFC 3986, section 5.2.4) and no trailing slash.
    static func path(_ bytes: [UInt8]) -> String {
        var kept: [Substring] = []
        for segment in normal(bytes, keeping: .path).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        {
            switch segment {
            case ".": continue
            case "..": if !kept.isEmpty { kept.removeLast() }
            default: kept.append(segment)
            }
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.map { "/" + $0 }.joined()
    }

    /// The decoded bytes; invalid percent-encoding stays.
    static func decoded(_ text: some StringProtocol) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    fileprivate static func isUnreserved(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-._~".utf8.contains(byte)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
    }
}

private func isUnreserved(_ byte: UInt8) -> Bool { PercentEncoding.isUnreserved(byte) }
