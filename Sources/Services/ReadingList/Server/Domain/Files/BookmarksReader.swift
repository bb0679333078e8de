internal import TextFolding

/// Reads bookmarks as browsers write them (Netscape bookmark file), the HTML that Pocket wrote, and the XML of delicious
/// (`<post>`) and of outlines (OPML).
///
/// Folders become tags. A `<DD>` is the description of the bookmark before it, up to the next `<DT>` or list; links inside of
/// it are a part of it, unless they have the attributes of bookmarks. Tags that no title or description is formatted with
/// are text: exporters leave titles unescaped.
struct BookmarksReader: LinkFileReader {
    private enum Text { case none, title, description, folder, heading }

    private var scanner = MarkupScanner()
    private var link: FileLink?
    private var text = Text.none
    private var buffer = ""
    private var isInDescription = false
    /// Open folders, up to the deepest that count; nil where a list has no name of its own.
    private var folders: [String?] = []
    /// Open folders below these.
    private var deeperFolders = 0
    private var nextFolder: String?
    /// The status by Pocket's headings for the links below them.
    private var isRead: Bool?
    private var hasEntries = false
    private var isKnownType = false
    private var cutLine: Int64?

    private static let deepest = 64
    /// Attributes that only bookmarks have.
    private static let marks = ["add_date", "last_modified", "time_added", "tags", "toread"]
    /// Formatting elements of titles and descriptions, which are removed. Everything else is text.
    private static let formatting: Set<String> = [
        "a", "abbr", "acronym", "article", "b", "bdi", "bdo", "big", "blockquote", "body", "center", "cite", "code",
        "dd",
        "del", "dfn", "div", "dl", "dt", "em", "figure", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "html", "i",
        "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small",
        "span", "strike", "strong", "sub", "sup", "table", "tbody", "td", "th", "time", "tr", "tt", "u", "ul", "var",
        "wbr", "nobr", "br",
    ]

    var problem: String? {
        if let cutLine { return "The file ends in the middle of the tag that begins in line \(cutLine)." }
        return hasEntries || isKnownType ? nil : "This is no list of links: it has none, and is not a known format."
    }

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        var pieces: [MarkupScanner.Piece] = []
        scanner.scan(bytes) { pieces.append($0) }
        for piece in pieces { take(piece, emit) }
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        var pieces: [MarkupScanner.Piece] = []
        cutLine = scanner.finish { pieces.append($0) }
        for piece in pieces { take(piece, emit) }
        endLink(emit)
    }

    private mutating func take(_ piece: MarkupScanner.Piece, _ emit: (FileLink) -> Void) {
        switch piece {
        case .text(let bytes): append(FileText.string(bytes))
        case .tag(let tag): take(tag, emit)
        }
    }

    private mutating func append(_ markup: String) {
        guard text != .none, buffer.utf8.count < ReadingListLimits.importedTextBytes else { return }
        buffer += HTMLText.decoded(markup)
    }

    private mutating func take(_ tag: MarkupTag, _ emit: (FileLink) -> Void) {
        // `<dl>` in a title's line is part of the title.
        let isInTitle = text == .title && !buffer.contains("\n")
        switch tag.name {
        case "a" where !isInDescription || Self.marks.contains { tag.attributes[$0] != nil }:
            endLink(emit)
            begin(tag)
        case "/a" where text == .title: endText()
        case "dd" where link != nil && !isInTitle && !isInDescription:
            endText()
            (text, isInDescription) = (.description, true)
        case "br" where text == .description: buffer += "\n"
        case "dt",
            "li" where !isInDescription, "hr" where !isInTitle:
            endLink(emit)
        case "dl" where !isInTitle: openList(emit)
        case "/dl" where !isInTitle: closeList(emit)
        case "h1" where text != .title && !isInDescription, "h2" where text != .title && !isInDescription:
            (text, buffer) = (.heading, "")
        case "h3" where !isInTitle && !isInDescription:
            endLink(emit)
            let isToolbar = tag.attributes["personal_toolbar_folder"] != nil
            (text, buffer) = (isToolbar ? .none : .folder, "")
            nextFolder = nil
        case "/h1" where text == .heading, "/h2" where text == .heading, "/h3" where text == .folder: endText()
        case "!doctype" where tag.isBookmarksType: isKnownType = true
        case "post", "outline": if text == .none { takeElement(tag, emit) }
        default: takeText(tag)
        }
    }

    private mutating func takeText(_ tag: MarkupTag) {
        if ["posts", "opml"].contains(tag.name) { isKnownType = true }
        let name = tag.name.hasPrefix("/") ? String(tag.name.dropFirst()) : tag.name
        // An element in a title's line that is structure elsewhere is part of the title.
        let isFormatting = Self.formatting.contains(name) && !(text == .title && Self.structure.contains(name))
        if !isFormatting { append(tag.text) }
    }

    /// Tags that no title has, except as words.
    private static let structure: Set<String> = [
        "dl", "dd", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol",
    ]

    private mutating func openList(_ emit: (FileLink) -> Void) {
        endLink(emit)
        isKnownType = true
        if folders.count < Self.deepest { folders.append(nextFolder) } else { deeperFolders += 1 }
        nextFolder = nil
    }

    private mutating func closeList(_ emit: (FileLink) -> Void) {
        endLink(emit)
        if deeperFolders > 0 { deeperFolders -= 1 } else if !folders.isEmpty { folders.removeLast() }
    }

    private mutating func begin(_ tag: MarkupTag) {
        let attributes = tag.attributes
        var new = FileLink(line: tag.line)
        new.url = attributes["href"] ?? ""
        let time = attributes["add_date"] ?? attributes["time_added"] ?? attributes["date_added"]
        new.added = time.flatMap(FileTime.milliseconds)
        new.updated = attributes["last_modified"].flatMap(FileTime.milliseconds)
        new.description = attributes["description"]
        // Pocket puts commas between tags, and tags have spaces.
        let own = attributes["tags"] ?? ""
        let tags = attributes["time_added"] != nil ? FileTags.listed(own) : FileTags.split(own)
        new.tags = tags + folders.compactMap(\.self)
        switch attributes["toread"] {
        case "1", "yes": new.isRead = false
        case "0", "no": new.isRead = true
        default: new.isRead = isRead
        }
        new.extractLinkdingTags()
        (link, hasEntries) = (new, true)
        (text, buffer) = (.title, "")
    }

    /// An entry of delicious' XML, or of an outline.
    private mutating func takeElement(_ tag: MarkupTag, _ emit: (FileLink) -> Void) {
        let attributes = tag.attributes
        var new = FileLink(line: tag.line)
        if tag.name == "post" {
            new.url = attributes["href"] ?? ""
            new.title = attributes["description"]
            new.description = attributes["extended"]
            new.tags = FileTags.split(attributes["tag"] ?? attributes["tags"] ?? "")
            new.added = attributes["time"].flatMap(FileTime.milliseconds)
            if attributes["toread"] == "yes" { new.isRead = false }
        } else {
            new.url = attributes["htmlurl"] ?? attributes["url"] ?? attributes["xmlurl"] ?? ""
            new.title = attributes["title"] ?? attributes["text"]
            new.description = attributes["description"]
            // Without an address it is a heading.
            guard !new.url.isEmpty else { return }
        }
        endLink(emit)
        hasEntries = true
        emit(new)
    }

    private mutating func endText() {
        defer { (text, buffer) = (.none, "") }
        switch text {
        case .title: link?.title = buffer
        case .description:
            if !buffer.allSatisfy(\.isWhitespace) { link?.description = buffer }
            link?.extractLinkdingNotes()
        case .folder:
            let name = buffer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            nextFolder = name.isEmpty ? nil : name
        case .heading:
            let name = buffer.lowercased()
            if name.contains("unread") { isRead = false } else if name.contains("archive") { isRead = true }
            if name.contains("unread") || name.contains("archive") { isKnownType = true }
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
