/// Reads bookmarks as browsers write them (Netscape bookmark file), and the HTML that Pocket wrote.
///
/// Folders become tags. A `<DD>` is the description of the bookmark before it, up to the next `<DT>` or list; links inside of
/// it are a part of it.
struct BookmarksReader: LinkFileReader {
    private enum Text { case none, title, description, folder, heading }

    private var scanner = MarkupScanner()
    private var link: FileLink?
    private var text = Text.none
    private var buffer = ""
    private var isInDescription = false
    /// Open folders; nil where a list has no name of its own.
    private var folders: [String?] = []
    private var nextFolder: String?
    /// What Pocket's headings say of the links below them.
    private var isRead: Bool?

    private static let deepest = 64

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        var pieces: [MarkupScanner.Piece] = []
        scanner.scan(bytes) { pieces.append($0) }
        for piece in pieces { take(piece, emit) }
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        var pieces: [MarkupScanner.Piece] = []
        scanner.finish { pieces.append($0) }
        for piece in pieces { take(piece, emit) }
        endLink(emit)
    }

    private mutating func take(_ piece: MarkupScanner.Piece, _ emit: (FileLink) -> Void) {
        switch piece {
        case .text(let bytes):
            guard text != .none, buffer.utf8.count < ReadingListLimits.importedTextBytes else { return }
            buffer += HTMLText.decoded(FileText.string(bytes))
        case .tag(let name, let attributes, let line): tag(name, attributes, line, emit)
        }
    }

    private mutating func tag(
        _ name: String, _ attributes: [String: String], _ line: Int64, _ emit: (FileLink) -> Void
    ) {
        switch name {
        case "a" where !isInDescription:
            endLink(emit)
            begin(attributes, line)
        case "/a" where text == .title: endText()
        case "dd" where link != nil:
            endText()
            (text, isInDescription) = (.description, true)
        case "br" where text == .description: buffer += "\n"
        case "dt",
            "li" where !isInDescription, "hr":
            endLink(emit)
        case "dl":
            endLink(emit)
            if folders.count < Self.deepest { folders.append(nextFolder) }
            nextFolder = nil
        case "/dl":
            endLink(emit)
            if !folders.isEmpty { folders.removeLast() }
        case "h1" where !isInDescription, "h2" where !isInDescription: (text, buffer) = (.heading, "")
        case "h3" where !isInDescription:
            endLink(emit)
            let isToolbar = attributes["personal_toolbar_folder"] != nil
            (text, buffer) = (isToolbar ? .none : .folder, "")
            nextFolder = nil
        case "/h1", "/h2", "/h3": endText()
        default: break
        }
    }

    private mutating func begin(_ attributes: [String: String], _ line: Int64) {
        var new = FileLink(line: line)
        new.url = attributes["href"] ?? ""
        let time = attributes["add_date"] ?? attributes["time_added"] ?? attributes["date_added"]
        new.added = time.flatMap(FileTime.milliseconds)
        new.updated = attributes["last_modified"].flatMap(FileTime.milliseconds)
        new.description = attributes["description"]
        new.tags = Self.tags(attributes["tags"] ?? "") + folders.compactMap(\.self)
        switch attributes["toread"] {
        case "1", "yes": new.isRead = false
        case "0", "no": new.isRead = true
        default: new.isRead = isRead
        }
        link = new
        (text, buffer) = (.title, "")
    }

    /// Tags stand between commas; where there is no comma, between spaces.
    static func tags(_ text: String) -> [String] {
        let parts = text.contains(",") ? text.split(separator: ",") : text.split(whereSeparator: \.isWhitespace)
        return parts.map(String.init)
    }

    private mutating func endText() {
        defer { (text, buffer) = (.none, "") }
        switch text {
        case .title: link?.title = buffer
        case .description: if !buffer.allSatisfy(\.isWhitespace) { link?.description = buffer }
        case .folder:
            let name = buffer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            nextFolder = name.isEmpty ? nil : name
        case .heading:
            let name = buffer.lowercased()
            if name.contains("unread") { isRead = false } else if name.contains("archive") { isRead = true }
        case .none: break
        }
    }

    private mutating func endLink(_ emit: (FileLink) -> Void) {
        endText()
        isInDescription = false
        if let link { emit(link) }
        link = nil
    }
}
