internal import HearthModel
internal import ReadingListAPI

/// Detects the format of a file of links, and opens its reader.
enum LinkFormats {
    /// How much of a file is used to detect its format.
    static let headBytes = 4_096

    /// The first bytes of unsupported files, and the advice for each.
    private static let others: [(start: [UInt8], what: String)] = [
        (Array("%PDF-".utf8), "a PDF"), (Array("SQLite format 3\0".utf8), "a database. Export the bookmarks instead"),
        (Array("mozLz4".utf8), "a compressed backup of Firefox. Export the bookmarks as HTML instead"),
        (Array("bplist".utf8), "a property list. Export the bookmarks as HTML instead"),
        ([0x1f, 0x8b], "compressed by gzip. Unpack it first"),
        ([0x42, 0x5a, 0x68], "compressed by bzip2. Unpack it first"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "compressed by xz. Unpack it first"),
        ([0x28, 0xb5, 0x2f, 0xfd], "compressed by zstd. Unpack it first"),
        ([0x37, 0x7a, 0xbc, 0xaf], "a 7z archive. Unpack it first"),
        (Array("Rar!".utf8), "a RAR archive. Unpack it first"),
        ([0x89, 0x50, 0x4e, 0x47], "an image"), ([0xff, 0xd8, 0xff], "an image"), (Array("GIF8".utf8), "an image"),
        (Array("#EXTM3U".utf8), "a playlist. Give it to `hearth import`"),
    ]

    /// A reader for a file.
    ///
    /// - Parameters:
    ///   - head: The file's first bytes, ``headBytes`` of them where it has as many.
    ///   - format: the caller's format; nil to detect it.
    /// - Throws: ``LinkFile/Problem`` when it is nothing that is read here.
    static func open(
        _ head: [UInt8], as format: LinkFileFormat? = nil
    ) throws(LinkFile.Problem) -> (format: LinkFileFormat, reader: any LinkFileReader) {
        if ZipReader.begins(head) { return (.zip, ZipReader()) }
        if let what = foreign(head) { throw LinkFile.Problem(text: "This is no list of links: it is \(what).") }
        let text = LinkFileDecoder(head: head)
        let format = format ?? sniff(head)
        guard let reader = reader(for: format, Self.text(head)) else {
            let problem = format == .zip ? "This is no zip archive." : "The format \"\(format)\" is not known."
            throw LinkFile.Problem(text: problem)
        }
        return (format, DecodingReader(text, reader))
    }

    /// The format by a file's first bytes; lists of addresses have no signature.
    static func sniff(_ head: [UInt8]) -> LinkFileFormat {
        if ZipReader.begins(head) { return .zip }
        let text = Self.text(head).drop(while: \.isWhitespace)
        switch text.first {
        case "<":
            // An address in angle brackets starts a list.
            return text.dropFirst().lowercased().hasPrefix("http") ? .list : .bookmarks
        case "{": return .json
        case "[":
            // So does a Markdown link.
            let next = text.dropFirst().first { !$0.isWhitespace }
            return next.map { "{[]\"-0123456789".contains($0) } ?? true ? .json : .list
        default: return CSVLinkReader.separator(of: text) == nil ? .list : .csv
        }
    }

    /// The unsupported format by a file's first bytes; nil when it may hold links.
    static func foreign(_ head: [UInt8]) -> String? {
        if let other = others.first(where: { head.starts(with: $0.start) }) { return other.what }
        // Text has no NUL, unless it is in a wide encoding; one in a file of a known format is damage.
        return sniff(head) == .list && Self.text(head).unicodeScalars.contains("\0") ? "not text" : nil
    }

    /// The beginning of a file as text.
    static func text(_ head: [UInt8]) -> String {
        var text = LinkFileDecoder(head: head)
        return FileText.string(text.convert(head, isLast: true))
    }

    /// A reader of UTF-8; nil when the format is unknown.
    private static func reader(for format: LinkFileFormat, _ text: String) -> (any LinkFileReader)? {
        switch format {
        case .bookmarks: BookmarksReader()
        case .csv: CSVLinkReader(separator: CSVLinkReader.separator(of: text) ?? UInt8(ascii: ","))
        case .json: JSONLinkReader()
        case .list: URLListReader()
        default: nil
        }
    }
}
