internal import TextFolding

/// Reads links from JSON: any object with an address is one. Wallabag, Omnivore, Pinboard, Readeck, Karakeep,
/// Readability, delicious, and the backups of Firefox and Chromium differ only in their keys.
struct JSONLinkReader: LinkFileReader {
    private struct Frame {
        var link: FileLink
        var hasAddress = false
        /// The member that is being read.
        var key = ""
        /// Whether it is an element of a list of tags: its name is a tag of the object around it.
        var isTag = false
        /// Whether it belongs to the object around it, as Karakeep's `content` does.
        var isPart = false
        /// Whether it is one of a list's entries, which have an address.
        var isEntry = false
        /// The member that the address is from.
        var addressKey = ""
        /// Whether it is a folder, and whether it is one of the browser's own, whose name is no tag.
        var isFolder = false
        var isRoot = false
        /// The links of a folder whose name may still follow.
        var held: [FileLink] = []
    }

    private var events = JSONEventParser()
    private var frames: [Frame] = []
    /// Open arrays of the innermost object, by member.
    private var arrays: [[String]] = []
    private var held = 0
    /// Whether the file is an array.
    private var isInArray = false
    private var hasLinks = false
    private var hasValues = false
    private var isCut = false

    private static let entryLists: Set<String> = ["", "bookmarks", "links", "items", "articles", "entries"]
    private static let folderList = "children"
    /// Where Chromium has its own folders.
    private static let roots = "roots"
    private static let addresses: Set<String> = [
        "url", "href", "uri", "article__url", "link", "original_url", "resolved_url",
    ]
    private static let titles: Set<String> = ["title", "article__title", "name", "given_title", "resolved_title"]
    private static let descriptions: Set<String> = [
        "description", "excerpt", "article__excerpt", "summary", "extended",
    ]
    private static let notes: Set<String> = ["note", "notes", "annotation"]
    private static let times: Set<String> = [
        "created_at", "created", "savedat", "saved_at", "date_added", "dateadded", "time", "time_added", "createdat",
        "added", "added_at", "timestamp",
    ]
    private static let laterTimes: Set<String> = [
        "updated_at", "updatedat", "updated", "lastmodified", "date_modified",
    ]
    private static let readMarks: Set<String> = ["is_archived", "is_read", "archive", "archived", "read", "isarchived"]
    private static let starMarks: Set<String> = [
        "is_starred", "is_fav", "favorite", "favourite", "starred", "favourited", "is_marked", "isstarred",
    ]
    private static let tagLists: Set<String> = ["tags", "labels"]

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        var found: [(JSONEventParser.Event, Int64)] = []
        events.read(bytes) { found.append(($0, $1)) }
        for (event, line) in found { take(event, line, emit) }
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        var found: [(JSONEventParser.Event, Int64)] = []
        isCut = events.finish { found.append(($0, $1)) }
        for (event, line) in found { take(event, line, emit) }
        // Truncated: entries with an address are complete enough.
        while !frames.isEmpty { endObject(emit) }
    }

    var problem: String? {
        if let line = events.wrongLine {
            return "The file is not valid JSON in line \(line). What could be read is on the list."
        }
        if isCut { return "The file ends in the middle of its JSON. The links before are on the list." }
        return hasLinks || !hasValues ? nil : "This is no list of links: no object in it has the address of a page."
    }

    private var member: String { frames.last?.key ?? "" }

    private mutating func take(_ event: JSONEventParser.Event, _ line: Int64, _ emit: (FileLink) -> Void) {
        switch event {
        case .beginObject:
            var frame = Frame(link: FileLink(line: line))
            frame.isTag = arrays.last?.isEmpty == false && Self.tagLists.contains(member)
            frame.isPart = arrays.last?.isEmpty != false && member == "content"
            frame.isEntry = Self.entryLists.contains(arrays.last?.last ?? "-") || arrays.isEmpty && isInArray
            frame.isRoot = frames.count > 1 && frames[frames.count - 2].key == Self.roots
            frames.append(frame)
            arrays.append([])
        case .endObject: endObject(emit)
        case .beginArray:
            if arrays.isEmpty { isInArray = true } else { arrays[arrays.count - 1].append(member) }
            if member == Self.folderList, let index = frames.indices.last { frames[index].isFolder = true }
        case .endArray: if arrays.last?.isEmpty == false { arrays[arrays.count - 1].removeLast() }
        case .key(let name): if !frames.isEmpty { frames[frames.count - 1].key = name.lowercased() }
        case .string(let text): set(text, emit)
        case .number(let number): set(number)
        case .bool(let value): set(value)
        case .null: break
        }
    }

    private mutating func endObject(_ emit: (FileLink) -> Void) {
        guard let frame = frames.popLast() else { return }
        arrays.removeLast()
        let outer = frames.indices.last
        if !frame.held.isEmpty { release(frame, emit) }
        if frame.isTag, let outer {
            if let name = frame.link.title { frames[outer].link.tags.append(name) }
        } else if frame.isPart, let outer {
            if !frames[outer].hasAddress { frames[outer].link.url = frame.link.url }
            frames[outer].hasAddress = frames[outer].hasAddress || frame.hasAddress
            frames[outer].link.title = frames[outer].link.title ?? frame.link.title
            frames[outer].link.description = frames[outer].link.description ?? frame.link.description
        } else if frame.hasAddress {
            tell(frame.link, emit)
        } else if frame.isEntry, !frame.isFolder, frame.link.title != nil {
            // An entry without an address is reported.
            tell(frame.link, emit)
        }
    }

    /// Emits a link, or adds it to the enclosing folder: members have no order, and a folder's name often comes last.
    private mutating func tell(_ link: FileLink, _ emit: (FileLink) -> Void) {
        hasLinks = hasLinks || !link.url.isEmpty
        guard let folder = frames.lastIndex(where: \.isFolder), held < ReadingListLimits.fileEntries else {
            return emit(link)
        }
        held += 1
        frames[folder].held.append(link)
    }

    /// A folder has ended: its name becomes a tag of its links, after those of its subfolders.
    private mutating func release(_ frame: Frame, _ emit: (FileLink) -> Void) {
        var links = frame.held
        if let name = frame.link.title, !frame.isRoot, !name.allSatisfy(\.isWhitespace) {
            for index in links.indices where links[index].tags.count < 2 * ReadingListLimits.tagsPerLink {
                links[index].tags.append(name)
            }
        }
        if let folder = frames.lastIndex(where: \.isFolder) {
            frames[folder].held += links
        } else {
            held -= links.count
            for link in links { emit(link) }
        }
    }

    /// Sets an address. A second one in the same object is another link, whose start was lost.
    private mutating func set(address text: String, _ name: String, _ index: Int, _ emit: (FileLink) -> Void) {
        guard !text.isEmpty, !frames[index].hasAddress || name == "url" else { return }
        if frames[index].hasAddress, frames[index].addressKey == name {
            tell(frames[index].link, emit)
            frames[index].link = FileLink(line: frames[index].link.line)
        }
        (frames[index].link.url, frames[index].hasAddress, frames[index].addressKey) = (text, true, name)
    }

    private mutating func set(_ text: String, _ emit: (FileLink) -> Void) {
        hasValues = true
        guard let index = frames.indices.last else { return }
        let name = frames[index].key
        if frames[index].isTag, name == "label" || name == "slug" {
            if frames[index].link.title == nil { frames[index].link.title = text }
            return
        }
        // Firefox names its own folders so.
        if name == "root" { frames[index].isRoot = true }
        let isInArray = arrays.last?.isEmpty == false
        if Self.tagLists.contains(name) {
            let tags = isInArray ? [text] : FileTags.split(text)
            if frames[index].link.tags.count < 2 * ReadingListLimits.tagsPerLink { frames[index].link.tags += tags }
            return
        }
        guard !isInArray else { return }
        if Self.addresses.contains(name) {
            set(address: text, name, index, emit)
        } else {
            Self.set(name, text, &frames[index].link)
        }
    }

    private static func set(_ name: String, _ text: String, _ link: inout FileLink) {
        guard !text.isEmpty || name == "extended" else { return }
        if titles.contains(name) {
            if link.title == nil || name == "title" { link.title = HTMLText.decoded(text) }
        } else if descriptions.contains(name) {
            // Pinboard calls the title description and the description extended.
            if name == "extended" {
                link.title = link.title ?? link.description
                link.description = nil
            }
            if link.description == nil, !text.isEmpty { link.description = HTMLText.decoded(text) }
        } else if notes.contains(name) {
            link.note = text
        } else if times.contains(name) {
            link.added = link.added ?? FileTime.milliseconds(text)
        } else if laterTimes.contains(name) {
            link.updated = link.updated ?? FileTime.milliseconds(text)
        } else if name == "state" || name == "status" {
            link.isRead = FileWords.isRead(text) ?? link.isRead
        } else if name == "toread" || name == "unread" {
            link.isRead = !FileWords.isTrue(text)
        } else if readMarks.contains(name) {
            link.isRead = FileWords.isTrue(text)
        } else if starMarks.contains(name) {
            link.isFeatured = FileWords.isTrue(text)
        }
    }

    private mutating func set(_ number: Double) {
        guard let index = frames.indices.last, arrays.last?.isEmpty != false else { return }
        let name = frames[index].key
        if Self.times.contains(name) {
            frames[index].link.added = frames[index].link.added ?? FileTime.milliseconds(number)
        } else if Self.laterTimes.contains(name) {
            frames[index].link.updated = frames[index].link.updated ?? FileTime.milliseconds(number)
        } else if number == 0 || number == 1 {
            set(number == 1)
        }
    }

    private mutating func set(_ value: Bool) {
        guard let index = frames.indices.last, arrays.last?.isEmpty != false else { return }
        let name = frames[index].key
        if Self.readMarks.contains(name) { frames[index].link.isRead = value }
        if name == "unread" || name == "toread" { frames[index].link.isRead = !value }
        if Self.starMarks.contains(name) { frames[index].link.isFeatured = value }
    }
}
