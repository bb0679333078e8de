internal import Glibc

/// Names of encodings in files of links (the labels of the WHATWG Encoding Standard that exports have had).
enum Charset {
    /// Encodes other scripts in ASCII with escapes.
    static let escaped = "ISO-2022-JP"

    /// The iconv name of an encoding; nil for UTF-8 and for unsupported ones: iconv loads code for each name, and names
    /// are untrusted.
    static func name(_ label: String) -> String? {
        let label = label.lowercased()
        if let name = names[label] { return name }
        for prefix in ["windows-", "cp", "x-cp"] where label.hasPrefix(prefix) {
            guard let number = Int(label.dropFirst(prefix.count)), (1_250...1_258).contains(number) else { continue }
            return "CP\(number)"
        }
        for prefix in ["iso-8859-", "iso8859-", "iso_8859-"] where label.hasPrefix(prefix) {
            guard let number = Int(label.dropFirst(prefix.count)), (1...16).contains(number), number != 12 else {
                continue
            }
            // Files declared as Latin-1 or Latin-5 are nearly always in the Windows superset.
            return number == 1 ? "CP1252" : number == 9 ? "CP1254" : "ISO-8859-\(number)"
        }
        return nil
    }

    private static let names: [String: String] = {
        var names = [
            "koi8-r": "KOI8-R", "koi8": "KOI8-R", "koi": "KOI8-R", "koi8-u": "KOI8-U", "koi8-ru": "KOI8-U",
            "ibm866": "CP866", "cp866": "CP866", "866": "CP866", "macintosh": "MACINTOSH", "mac": "MACINTOSH",
            "x-mac-roman": "MACINTOSH", "x-mac-cyrillic": "MAC-CYRILLIC", "tis-620": "CP874", "windows-874": "CP874",
            "iso-2022-jp": escaped, "latin1": "CP1252", "latin-1": "CP1252", "l1": "CP1252", "latin2": "ISO-8859-2",
            "latin5": "CP1254", "big5-hkscs": "BIG5-HKSCS",
        ]
        for label in ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "ms932", "cp932"] {
            names[label] = "CP932"
        }
        for label in ["euc-jp", "x-euc-jp", "eucjp"] { names[label] = "EUC-JP" }
        for label in ["gb2312", "gbk", "gb18030", "gb_2312-80", "x-gbk", "cp936", "chinese"] {
            names[label] = "GB18030"
        }
        for label in ["big5", "x-x-big5", "cn-big5", "cp950"] { names[label] = "BIG5" }
        for label in ["euc-kr", "ks_c_5601-1987", "korean", "windows-949", "cp949"] { names[label] = "CP949" }
        return names
    }()
}

/// Converts a text in another encoding into UTF-8 as it comes in, through the system's iconv.
final class CharsetConverter {
    private let descriptor: iconv_t
    private var carry: [UInt8] = []
    private var output = [UInt8](repeating: 0, count: 65_536)

    private static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]

    /// - Parameter encoding: as ``Charset`` names it, or UTF-16 and UTF-32 with their byte order.
    /// - Returns: nil when the system does not know it.
    init?(encoding: String) {
        let opened = iconv_open("UTF-8", encoding)
        guard let opened, opened != iconv_t(bitPattern: -1) else { return nil }
        descriptor = opened
    }

    deinit { iconv_close(descriptor) }

    /// Converts more bytes to UTF-8. Invalid ones become U+FFFD.
    func convert(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var input = carry + bytes
        var text: [UInt8] = []
        var used = 0
        carry = []
        while used < input.count {
            let (made, consumed, code) = step(&input, from: used)
            used += consumed
            text += output[..<made]
            switch code {
            case 0, E2BIG: break
            case EINVAL where !isLast:
                carry = Array(input[used...])
                return text
            default:
                text += Self.replacement
                used += 1
            }
        }
        return text
    }

    private func step(_ input: inout [UInt8], from used: Int) -> (made: Int, consumed: Int, code: Int32) {
        input.withUnsafeMutableBytes { source in
            output.withUnsafeMutableBytes { target in
                var from = source.baseAddress?.advanced(by: used).assumingMemoryBound(to: CChar.self)
                var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, space) = (source.count - used, target.count)
                let code = iconv(descriptor, &from, &left, &to, &space) == -1 ? errno : 0
                return (target.count - space, source.count - used - left, code)
            }
        }
    }
}
