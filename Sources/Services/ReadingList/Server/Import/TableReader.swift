/// Reads links from tables with commas (RFC 4180) by the names in their first row: Pocket's, Instapaper's, and those of
/// others who call things by usual names.
struct TableReader: LinkFileReader {
    private enum Field { case url, title, description, note, tags, folder, added, updated, status, featured, isRead }

    private enum State { case start, plain, quoted, quoteInQuoted }

    private var state = State.start
    private var cell: [UInt8] = []
    private var row: [String] = []
    private var columns: [Field?]?
    private var line: Int64 = 1
    private var rowLine: Int64 = 1

    private static let maximumCells = 200

    private static let names: [String: Field] = [
        "url": .url, "link": .url, "href": .url, "uri": .url, "address": .url, "title": .title, "name": .title,
        "description": .description, "excerpt": .description, "selection": .description, "note": .note, "notes": .note,
        "comment": .note, "tags": .tags, "labels": .tags, "folder": .folder, "time_added": .added, "timestamp": .added,
        "created": .added, "created_at": .added, "date_added": .added, "added": .added, "saved_at": .added,
        "date": .added,
        "savedat": .added, "updated": .updated, "updated_at": .updated, "date_modified": .updated, "status": .status,
        "state": .status, "is_archived": .isRead, "is_read": .isRead, "archived": .isRead, "is_starred": .featured,
        "starred": .featured, "favorite": .featured, "favourite": .featured,
    ]

    /// Whether a line can be the first row of a table of links.
    static func isHeader(_ text: String) -> Bool {
        let cells = text.split(separator: ",").map(Self.name)
        return cells.count > 1 && cells.contains { names[$0] == .url }
    }

    private static func name(_ cell: some StringProtocol) -> String {
        cell.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "\u{feff}" }
    }

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            take(byte, emit)
        }
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        if !cell.isEmpty || !row.isEmpty { endRow(emit) }
    }

    private mutating func take(_ byte: UInt8, _ emit: (FileLink) -> Void) {
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
        case (.quoted, _): append(byte)
        case (.start, UInt8(ascii: "\"")): state = .quoted
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            append(byte)
            state = .quoted
        case (_, UInt8(ascii: ",")): endCell()
        case (_, UInt8(ascii: "\n")): endRow(emit)
        case (_, UInt8(ascii: "\r")): break
        default:
            append(byte)
            state = .plain
        }
    }

    private mutating func append(_ byte: UInt8) {
        if cell.count < ReadingListLimits.importedTextBytes { cell.append(byte) }
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
            self.columns = row.map { Self.names[Self.name($0)] }
            return
        }
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
        case .tags: link.tags += tags(text)
        case .folder: folder(text, &link)
        case .added: link.added = FileTime.milliseconds(text)
        case .updated: link.updated = FileTime.milliseconds(text)
        case .status: link.isRead = FileWords.isRead(text)
        case .isRead: link.isRead = FileWords.isTrue(text)
        case .featured: link.isFeatured = FileWords.isTrue(text)
        case nil: break
        }
    }

    /// Pocket puts `|` between tags, others commas or a list in brackets.
    private static func tags(_ text: String) -> [String] {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        return bare.split { $0 == "|" || $0 == "," || $0 == ";" }.map { $0.filter { $0 != "\"" } }
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

    /// Nil for what tells neither.
    static func isRead(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "archive", "archived", "read", "1", "completed": true
        case "unread", "0", "active", "reading", "succeeded", "inbox", "later": false
        default: nil
        }
    }
}
