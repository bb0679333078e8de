internal import TextFolding

/// The known elements of XMLTV.
enum XMLTVElement: UInt8 {
    case other, tv, channel, programme
    case displayName, icon, number, url
    case title, subTitle, desc, category, keyword, date, length, language, originalLanguage, country, episodeNumber
    case video, quality, previouslyShown, premiere, lastChance, new, live, subtitles, rating, starRating, value, image
    case catchupID, credits, director, actor, writer, adapter, producer, composer, editor, presenter, commentator, guest

    private static let names: Table = {
        let names: [(String, XMLTVElement)] = [
            ("tv", .tv), ("channel", .channel), ("programme", .programme), ("display-name", .displayName),
            ("icon", .icon), ("lcn", .number),
            ("url", .url), ("title", .title), ("sub-title", .subTitle), ("desc", .desc), ("category", .category),
            ("keyword", .keyword),
            ("date", .date), ("length", .length), ("language", .language), ("orig-language", .originalLanguage),
            ("country", .country),
            ("episode-num", .episodeNumber), ("video", .video), ("quality", .quality),
            ("previously-shown", .previouslyShown),
            ("premiere", .premiere), ("last-chance", .lastChance), ("new", .new), ("live", .live),
            ("subtitles", .subtitles),
            ("rating", .rating), ("star-rating", .starRating), ("value", .value), ("image", .image),
            ("catchup-id", .catchupID),
            ("credits", .credits), ("director", .director), ("actor", .actor), ("writer", .writer),
            ("adapter", .adapter),
            ("producer", .producer), ("composer", .composer), ("editor", .editor), ("presenter", .presenter),
            ("commentator", .commentator), ("guest", .guest),
        ]
        return Table(names)
    }()

    /// Open addressing over a table twice the size, as every element of a guide is looked up.
    private struct Table {
        private var slots: [(hash: UInt64, element: XMLTVElement)] = Array(repeating: (0, .other), count: Table.size)
        private static let size = 128

        init(_ names: [(String, XMLTVElement)]) {
            for (name, element) in names {
                let hash = WordHash.extend(WordHash.seed, name.utf8)
                var slot = Int(hash % UInt64(Self.size))
                while slots[slot].hash != 0 { slot = (slot + 1) % Self.size }
                slots[slot] = (hash, element)
            }
        }

        subscript(hash: UInt64) -> XMLTVElement {
            var slot = Int(hash % UInt64(Self.size))
            while slots[slot].hash != 0 {
                if slots[slot].hash == hash { return slots[slot].element }
                slot = (slot + 1) % Self.size
            }
            return .other
        }
    }

    /// The element with this name.
    init(named name: Span<UInt8>) {
        var hash = WordHash.seed
        for index in name.indices { hash = WordHash.extend(hash, name[index]) }
        self = Self.names[hash]
    }

    /// The role of a person, by the format's name.
    var role: String? {
        switch self {
        case .director: "director"
        case .actor: "actor"
        case .writer: "writer"
        case .adapter: "adapter"
        case .producer: "producer"
        case .composer: "composer"
        case .editor: "editor"
        case .presenter: "presenter"
        case .commentator: "commentator"
        case .guest: "guest"
        default: nil
        }
    }
}
