internal import Glibc

/// A streaming converter of a text in another encoding to UTF-8, by the system's iconv.
///
/// Only encodings that occur in guides are allowed: the name comes from outside, and iconv loads code for each.
final class CharsetConverter {
    private let descriptor: iconv_t
    private var carry: [UInt8] = []
    private var output = [UInt8](repeating: 0, count: 65_536)

    private static let allowed: Set<String> = {
        var names: Set<String> = [
            "KOI8-R", "KOI8-U", "UTF-16", "UTF-16LE", "UTF-16BE", "GBK", "GB2312", "GB18030", "BIG5", "SHIFT_JIS",
            "EUC-JP", "EUC-KR",
            "TIS-620", "IBM866", "MACINTOSH",
        ]
        for number in 1...16 where number != 12 { names.insert("ISO-8859-\(number)") }
        for number in 1250...1258 { names.insert("WINDOWS-\(number)") }
        return names
    }()

    /// The UTF-16 variant of a text by its first two bytes: its byte order mark, or the zero beside the character that
    /// starts a playlist or guide; nil for any other text.
    static func wideEncoding(of head: Span<UInt8>) -> String? {
        guard head.count >= 2 else { return nil }
        switch (head[0], head[1]) {
        case (0xFF, 0xFE), (UInt8(ascii: "#"), 0), (UInt8(ascii: "<"), 0): return "UTF-16LE"
        case (0xFE, 0xFF), (0, UInt8(ascii: "#")), (0, UInt8(ascii: "<")): return "UTF-16BE"
        default: return nil
        }
    }

    /// Bytes of an incomplete character.
    var heldBytes: Int { carry.count }

    /// nil for UTF-8 itself (and ASCII), and for an unknown encoding: it is then read as UTF-8.
    init?(from encoding: String) {
        var name = encoding.uppercased()
        if name.hasPrefix("CP125") { name = "WINDOWS-" + name.dropFirst(2) }
        if name.hasPrefix("ISO8859-") { name = "ISO-8859-" + name.dropFirst(8) }
        // A declared Latin-1 is nearly always its superset.
        if name == "ISO-8859-1" || name == "LATIN1" { name = "WINDOWS-1252" }
        guard Self.allowed.contains(name) else { return nil }
        let opened = iconv_open("UTF-8", name == "WINDOWS-1252" ? "CP1252" : name)
        guard let opened, opened != iconv_t(bitPattern: -1) else { return nil }
        descriptor = opened
    }

    deinit {
        iconv_close(descriptor)
    }

    /// Passes on the UTF-8 of some more bytes. Invalid ones become U+FFFD.
    func convert(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) rethrows {
        var input = carry
        bytes.withUnsafeBufferPointer { input.append(contentsOf: $0) }
        carry = []
        var used = 0
        while used < input.count {
            var (made, code, consumed) = (0, Int32(0), 0)
            input.withUnsafeMutableBytes { source in
                output.withUnsafeMutableBytes { target in
                    var from = source.baseAddress?.advanced(by: used).assumingMemoryBound(to: CChar.self)
                    var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var (left, space) = (source.count - used, target.count)
                    if iconv(descriptor, &from, &left, &to, &space) == -1 { code = errno }
                    (made, consumed) = (target.count - space, source.count - used - left)
                }
            }
            used += consumed
            if made > 0 { try deliver(made, receive) }
            if code == EINVAL {
                carry = Array(input[used...])
                return
            }
            if code == EILSEQ {
                let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
                try receive(replacement.span)
                used += 1
            } else if code != 0, code != E2BIG {
                return
            }
        }
    }

    /// Passes on the first bytes of the output buffer.
    private func deliver(_ count: Int, _ receive: (Span<UInt8>) throws -> Void) rethrows {
        let buffer = output
        try receive(buffer.span.extracting(0..<count))
    }
}
