/// Splits Swift source into code and comments, so that rules do not trip over words in comments and string literals.
///
/// What is interpolated into a string is code. Regular-expression literals are taken for code: a quote in one hides the rest
/// of its line, no more.
struct SourceMask {
    private(set) var code: [UInt8]
    private(set) var comments: [UInt8]
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
        let blank = text.map { $0 == .newline ? $0 : .space }
        (code, comments) = (blank, blank)
    }

    mutating func run() {
        scanCode(untilClosed: false)
    }

    /// Copies code up to the end, or up to the parenthesis that closes an interpolation.
    private mutating func scanCode(untilClosed: Bool) {
        var depth = 0
        while position < text.count {
            let byte = text[position]
            switch byte {
            case .slash where peek(1) == .slash:
                scanLineComment()
                continue
            case .slash where peek(1) == .star:
                scanBlockComment()
                continue
            case .quote, .hash:
                if scanString() { continue }
            case .open:
                depth += 1
            case .close:
                if untilClosed && depth == 0 { return }
                depth -= 1
            default:
                break
            }
            code[position] = byte
            position += 1
        }
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < text.count ? text[position + distance] : nil
    }

    private func hasPrefix(_ byte: UInt8, count: Int, at start: Int) -> Bool {
        guard start + count <= text.count else { return false }
        for index in start..<start + count where text[index] != byte { return false }
        return true
    }

    private mutating func scanLineComment() {
        while position < text.count, text[position] != .newline {
            comments[position] = text[position]
            position += 1
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        while position < text.count {
            let (byte, next) = (text[position], peek(1))
            var length = 1
            if byte == .slash, next == .star { (depth, length) = (depth + 1, 2) }
            if byte == .star, next == .slash { (depth, length) = (depth - 1, 2) }
            for _ in 0..<length {
                comments[position] = text[position]
                position += 1
            }
            if depth == 0 { return }
        }
    }

    /// Skips a string literal, `"..."` or `"""..."""`, plain or raw, and keeps its delimiters; false when none begins here.
    private mutating func scanString() -> Bool {
        var hashes = 0
        while peek(hashes) == .hash { hashes += 1 }
        guard peek(hashes) == .quote else { return false }
        let quotes = hasPrefix(.quote, count: 3, at: position + hashes) ? 3 : 1
        keep(hashes + quotes)
        while position < text.count {
            let byte = text[position]
            if byte == .newline, quotes == 1 { return true }
            if byte == .quote, hasPrefix(.quote, count: quotes, at: position),
                hasPrefix(.hash, count: hashes, at: position + quotes)
            {
                keep(quotes + hashes)
                return true
            }
            if byte == .backslash, hasPrefix(.hash, count: hashes, at: position + 1) {
                position += 1 + hashes
                if peek(0) == .open {
                    keep(1)
                    scanCode(untilClosed: true)
                    keep(1)
                } else if peek(0) != .newline {
                    position += 1
                }
                continue
            }
            position += 1
        }
        return true
    }

    private mutating func keep(_ count: Int) {
        for _ in 0..<count where position < text.count {
            code[position] = text[position]
            position += 1
        }
    }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let slash = UInt8(ascii: "/")
    fileprivate static let star = UInt8(ascii: "*")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let hash = UInt8(ascii: "#")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let open = UInt8(ascii: "(")
    fileprivate static let close = UInt8(ascii: ")")
}
