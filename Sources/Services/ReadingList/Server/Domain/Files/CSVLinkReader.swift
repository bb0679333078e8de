internal import TextFolding

/// Reads links from tables (RFC 4180, and with semicolons, tabs or bars for commas) by their header row: Pocket's,
/// Instapaper's, Readwise's, and others with common column names.
///
/// An unterminated quote costs only its own row: where the next quote can only open a cell, or none comes for long, the
/// first one is text, and the text after it is read again.
struct CSVLinkReader: LinkFileReader {
    private enum Field {
        case url, title, description, note, tags, folder, added, updated, status, featured, isRead, unread
    }

    private enum State { case start, plain, quoted, quoteInQuoted }

    private let separator: UInt8
    private var state = State.start
    private var cell: [UInt8] = []
    private var row: [String] = []
    private var columns: [Field?]?
    private var line: Int64 = 1
    private var rowLine: Int64 = 1
    /// The text since the open quote, and that quote's line.
    private var held: [UInt8] = []
    private var heldLine: Int64 = 1
    private var isReadingAgain = false
    private var cutLine: Int64?
    private var rows: Int64 = 0

    private static let maximumCells = 200
    /// The most bytes of a quoted cell; in a longer one the quote is text.
    private static let quotedBytes = 256 << 10
    private static let separators = [",", ";", "\t", "|"].compactMap(\.utf8.first)

    /// By the name without its spaces, dashes and underscores.
    private static let names: [String: Field] = [
        "url": .url, "link": .url, "href": .url, "uri": .url, "address": .url, "articleurl": .url, "originalurl": .url,
        "title": .title, "name": .title, "articletitle": .title,
        "description": .description, "excerpt": .description, "selection": .description, "summary": .description,
        "note": .note, "notes": .note, "comment": .note, "documentnote": .note,
        "tags": .tags, "labels": .tags, "tag": .tags, "documenttags": .tags, "folder": .folder,
        "timeadded": .added, "timestamp": .added, "created": .added, "createdat": .added, "dateadded": .added,
        "added": .added, "addedat": .added, "savedat": .added, "saveddate": .added, "datesaved": .added, "date": .added,
        "saved": .added, "updated": .updated, "updatedat": .updated, "datemodified": .updated, "status": .status,
        "state": .status, "location": .status, "isarchived": .isRead, "isread": .isRead, "archived": .isRead,
        "read": .isRead, "unread": .unread, "toread": .unread, "isstarred": .featured, "starred": .featured,
        "favorite": .featured, "favourite": .featured, "isfavorite": .featured, "isfavourite": .featured,
    ]

    /// - Parameter separator: the separator of cells.
    init(separator: UInt8 = UInt8(ascii: ",")) { self.separator = separator }

    var problem: String? {
        if let cutLine { return "The file ends in a cell whose quote in line \(cutLine) is not closed." }
        guard rows > 0, columns?.contains(.url) == false else { return nil }
        return "This is no table of links: its first row names no column url, link, href, uri or address."
    }

    /// The separator of a table of links with these first lines; nil when it is none.
    static func separator(of text: some StringProtocol) -> UInt8? {
        let lines = text.split(maxSplits: 2, whereSeparator: \.isNewline)
        guard let first = lines.first else { return nil }
        if let declared = separator(declaredBy: first), lines.count > 1 { return declared }
        let line = first.drop(while: \.isWhitespace)
        let found = separators.map { ($0, cells(String(line), $0)) }
            .filter { $0.1.contains { names[$0] == .url } }
        return found.max { $0.1.count < $1.1.count }?.0
    }

    /// Excel's first line `sep=;`.
    private static func separator(declaredBy line: some StringProtocol) -> UInt8? {
        let bare = line.lowercased().filter { $0 != "\"" }
        guard bare.hasPrefix("sep="), let byte = bare.utf8.dropFirst(4).first, separators.contains(byte) else {
            return nil
        }
        return byte
    }

    private static func cells(_ line: String, _ separator: UInt8) -> [String] {
        line.utf8.split(separator: separator, omittingEmptySubsequences: false).map { name(String($0) ?? "") }
    }

    private static func name(_ cell: String) -> String {
        cell.lowercased().filter { !$0.isWhitespace && !"\"_-\u{feff}".contains($0) }
    }

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        for byte in bytes { take(byte, emit) }
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        while state == .quoted {
            cutLine = cutLine ?? heldLine
            readAgain(opening: false, emit)
        }
        if !cell.isEmpty || !row.isEmpty { endRow(emit) }
    }

    private mutating func take(_ byte: UInt8, _ emit: (FileLink) -> Void) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")):
            hold(byte)
            state = .quoteInQuoted
        case (.quoted, _):
            hold(byte)
            append(byte)
            if held.count >= Self.quotedBytes { readAgain(opening: false, emit) }
        case (.start, UInt8(ascii: "\"")) where !isReadingAgain:
            (state, held, heldLine) = (.quoted, [], line)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            hold(byte)
            append(byte)
            state = .quoted
        case (_, separator): endCell()
        case (_, UInt8(ascii: "\n")): endRow(emit)
        case (.quoteInQuoted, UInt8(ascii: " ")): break
        case (.quoteInQuoted, _):
            if opensCell {
                hold(byte)
                readAgain(opening: true, emit)
            } else {
                // An unescaped quote inside a text.
                append(UInt8(ascii: "\""))
                hold(byte)
                append(byte)
                state = .quoted
            }
        default:
            append(byte)
            state = .plain
        }
    }

    /// Whether the last quote can only open a cell: a separator or a new line is before it.
    private var opensCell: Bool {
        guard let before = held.dropLast().last else { return false }
        return before == separator || before == UInt8(ascii: "\n")
    }

    private mutating func hold(_ byte: UInt8) { held.append(byte) }

    private mutating func append(_ byte: UInt8) {
        if cell.count < ReadingListLimits.importedTextBytes { cell.append(byte) }
    }

    /// The open quote is text: the text since then is read again, with its quotes as text, too, so that no byte is read
    /// a third time. Where the last quote has opened a cell, it does so again.
    private mutating func readAgain(opening: Bool, _ emit: (FileLink) -> Void) {
        let bytes = held
        let text = opening ? bytes.dropLast(2) : bytes[...]
        (held, cell, state, line) = ([], [UInt8(ascii: "\"")], .plain, heldLine)
        isReadingAgain = true
        for byte in text { take(byte, emit) }
        isReadingAgain = false
        for byte in bytes[text.endIndex...] { take(byte, emit) }
    }

    private mutating func endCell() {
        if row.count < Self.maximumCells { row.append(FileText.string(cell)) }
        cell.removeAll(keepingCapacity: true)
        state = .start
    }

    private mutating func endRow(_ emit: (FileLink) -> Void) {
        endCell()
        defer { (row, rowLine) = ([], line) }
        guard row.contains(where: { !$0.isEmpty }) else { return }
        guard let columns else {
            let line = row.joined(separator: String(decoding: [separator], as: UTF8.self))
            if Self.separator(declaredBy: line) == nil { self.columns = row.map { Self.names[Self.name($0)] } }
            return
        }
        rows += 1
        var link = FileLink(line: rowLine)
        for (column, text) in zip(columns, row) where !text.isEmpty { Self.set(column, text, &link) }
        emit(link)
    }

    private static func set(_ field: Field?, _ text: String, _ link: inout FileLink) {
        switch field {
        case .url: link.url = text
        case .title: link.title = HTMLText.decoded(text)
        case .description: link.description = HTMLText.decoded(text)
        case .note: link.note = text
        case .tags: link.tags += FileTags.cell(text)
        case .folder: folder(text, &link)
        case .added: link.added = FileTime.milliseconds(text)
        case .updated: link.updated = FileTime.milliseconds(text)
        case .status: link.isRead = FileWords.isRead(text)
        case .unread: link.isRead = !FileWords.isTrue(text)
        case .isRead: link.isRead = FileWords.isTrue(text)
        case .featured: link.isFeatured = FileWords.isTrue(text)
        case nil: break
        }
    }

    /// Instapaper's folders are states, and names of folders.
    private static func folder(_ text: String, _ link: inout FileLink) {
        switch text.lowercased() {
        case "unread": link.isRead = false
        case "archive", "archived", "read": link.isRead = true
        case "starred", "liked": link.isFeatured = true
        default: link.tags.append(text)
        }
    }
}

/// Words that files have for yes and no.
enum FileWords {
    static func isTrue(_ text: String) -> Bool { ["1", "true", "yes", "y"].contains(text.lowercased()) }

    /// Nil for other values.
    static func isRead(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "archive", "archived", "read", "1", "completed": true
        case "unread", "0", "active", "reading", "succeeded", "inbox", "later", "new", "shortlist", "feed": false
        default: nil
        }
    }
}
