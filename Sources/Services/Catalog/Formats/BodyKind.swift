internal import TextFolding

/// The kind of a body by its first bytes: servers send pages and messages in place of a list, with status 200.
package enum BodyKind: String, Sendable, CaseIterable {
    case playlist = "a playlist"
    case guide = "an XMLTV guide"
    case html = "a web page"
    case json = "JSON"
    case gzip = "gzip"
    case unsupportedCompression = "a compression or archive that is not read"
    case binary = "binary data"
    case empty = "nothing"
    case text = "text"

    /// The number of bytes checked.
    package static let headBytes = 1024

    /// Detects the kind of a body.
    package init(head: Span<UInt8>) {
        if let name = CharsetConverter.wideEncoding(of: head), let converter = CharsetConverter(from: name) {
            var plain: [UInt8] = []
            converter.convert(head) { piece in piece.withUnsafeBufferPointer { plain.append(contentsOf: $0) } }
            self = Self.kind(of: plain.span)
        } else {
            self = Self.kind(of: head)
        }
    }

    private static func kind(of head: Span<UInt8>) -> BodyKind {
        var start = 0
        if head.count >= 3, head[0] == 0xEF, head[1] == 0xBB, head[2] == 0xBF { start = 3 }
        start = head.skippingSpaces(from: start)
        guard start < head.count else { return .empty }
        if head.count >= 2, head[0] == 0x1F, head[1] == 0x8B { return .gzip }
        if isUnsupported(head) { return .unsupportedCompression }
        if head[start] == UInt8(ascii: "<") { return markup(head, from: start) }
        if head[start] == UInt8(ascii: "{") || head.matches("[{", at: start) || head.matches("[]", at: start) {
            return .json
        }
        if head.matches("#extm3u", at: start) || head.matches("#extinf", at: start) { return .playlist }
        return text(head, from: start)
    }

    private static func isUnsupported(_ head: Span<UInt8>) -> Bool {
        guard head.count >= 4 else { return false }
        switch (head[0], head[1], head[2], head[3]) {
        case (0xFD, 0x37, 0x7A, 0x58), (0x50, 0x4B, 0x03, 0x04), (0x28, 0xB5, 0x2F, 0xFD), (0x42, 0x5A, 0x68, _):
            return true
        default: return Inflater.isTar(head)
        }
    }

    /// By the first element, behind declarations and comments.
    private static func markup(_ head: Span<UInt8>, from start: Int) -> BodyKind {
        var index = start
        while index < head.count {
            if head.matches("<tv", at: index) || head.matches("<!doctype tv", at: index)
                || head.matches("<programme", at: index)
            {
                return .guide
            }
            if head.matches("<html", at: index) || head.matches("<!doctype html", at: index)
                || head.matches("<head", at: index)
            {
                return .html
            }
            index += 1
        }
        return head.matches("<?xml", at: start) ? .guide : .html
    }

    /// A list without directives starts with an address; control characters are in no text.
    private static func text(_ head: Span<UInt8>, from start: Int) -> BodyKind {
        for index in start..<head.count where head[index] < 0x20 && !head[index].isSpace || head[index] == 0 {
            return .binary
        }
        var end = start
        while end < head.count, head[end] != 0x0A, head[end] != 0x0D { end += 1 }
        let line = head.extracting(head.trimmed(start..<end))
        if head[start] == UInt8(ascii: "#") { return .playlist }
        if case .success = M3UAddress.parts(of: line, followsInfo: false) { return .playlist }
        return .text
    }
}
