/// Reads links from JSON: any object that has an address is one. Wallabag, Omnivore, Pinboard, Readeck, Karakeep, Readability,
/// delicious, and the backups of Firefox and Chromium differ only in what they call things.
struct ObjectReader: LinkFileReader {
    private struct Frame {
        var link: FileLink
        var hasAddress = false
        /// The member that is being read.
        var key = ""
        /// Whether it is an element of a list of tags: its name is a tag of the object around it.
        var isTag = false
        /// Whether it belongs to the object around it, as Karakeep's `content` does.
        var isPart = false
    }

    private var events = JSONEvents()
    private var frames: [Frame] = []
    /// Open arrays of the innermost object, by member.
    private var arrays: [[String]] = []

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
        var found: [(JSONEvents.Event, Int64)] = []
        events.read(bytes) { found.append(($0, $1)) }
        for (event, line) in found { take(event, line, emit) }
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        // Cut off in the middle: what has its address is there.
        while !frames.isEmpty { endObject(emit) }
    }

    private var member: String { frames.last?.key ?? "" }

    private mutating func take(_ event: JSONEvents.Event, _ line: Int64, _ emit: (FileLink) -> Void) {
        switch event {
        case .beginObject:
            var frame = Frame(link: FileLink(line: line))
            frame.isTag = arrays.last?.isEmpty == false && Self.tagLists.contains(member)
            frame.isPart = arrays.last?.isEmpty != false && member == "content"
            frames.append(frame)
            arrays.append([])
        case .endObject: endObject(emit)
        case .beginArray: if !arrays.isEmpty { arrays[arrays.count - 1].append(member) }
        case .endArray: if arrays.last?.isEmpty == false { arrays[arrays.count - 1].removeLast() }
        case .key(let name): if !frames.isEmpty { frames[frames.count - 1].key = name.lowercased() }
        case .string(let text): set(text)
        case .number(let number): set(number)
        case .bool(let value): set(value)
        case .null: break
        }
    }

    private mutating func endObject(_ emit: (FileLink) -> Void) {
        guard let frame = frames.popLast() else { return }
        arrays.removeLast()
        guard let outer = frames.indices.last else {
            if frame.hasAddress { emit(frame.link) }
            return
        }
        if frame.isTag {
            if let name = frame.link.title { frames[outer].link.tags.append(name) }
        } else if frame.isPart {
            if !frames[outer].hasAddress { frames[outer].link.url = frame.link.url }
            frames[outer].hasAddress = frames[outer].hasAddress || frame.hasAddress
            frames[outer].link.title = frames[outer].link.title ?? frame.link.title
            frames[outer].link.description = frames[outer].link.description ?? frame.link.description
        } else if frame.hasAddress {
            emit(frame.link)
        }
    }

    private mutating func set(_ text: String) {
        guard let index = frames.indices.last else { return }
        let name = frames[index].key
        if frames[index].isTag, name == "label" || name == "slug" {
            if frames[index].link.title == nil { frames[index].link.title = text }
            return
        }
        let isInArray = arrays.last?.isEmpty == false
        if Self.tagLists.contains(name) {
            let tags = isInArray ? [text] : BookmarksReader.tags(text)
            if frames[index].link.tags.count < 2 * ReadingListLimits.tagsPerLink { frames[index].link.tags += tags }
            return
        }
        guard !isInArray else { return }
        if Self.addresses.contains(name) {
            guard !text.isEmpty, !frames[index].hasAddress || name == "url" else { return }
            (frames[index].link.url, frames[index].hasAddress) = (text, true)
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
