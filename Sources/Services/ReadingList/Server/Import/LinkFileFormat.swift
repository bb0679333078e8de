internal import ReadingListAPI

/// Finds out what a file of links is, and reads it.
enum LinkFormats {
    /// How much of a file is looked at.
    static let headBytes = 4_096

    /// What a file is by its beginning; lists of addresses have no marks of their own.
    static func sniff(_ head: [UInt8]) -> LinkFileFormat {
        let text = FileText.string(head).trimmingPrefix("\u{feff}").drop(while: \.isWhitespace)
        switch text.first {
        case "<":
            // An address in angle brackets begins a list.
            return text.dropFirst().lowercased().hasPrefix("http") ? .list : .bookmarks
        case "[", "{": return .json
        default: return TableReader.isHeader(String(text.prefix { !$0.isNewline })) ? .csv : .list
        }
    }

    /// A reader for a format; nil when it is not known.
    static func reader(for format: LinkFileFormat) -> (any LinkFileReader)? {
        switch format {
        case .bookmarks: BookmarksReader()
        case .csv: TableReader()
        case .json: ObjectReader()
        case .list: AddressListReader()
        default: nil
        }
    }
}
