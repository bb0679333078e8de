internal import Foundation
internal import GRDB
internal import ReadingListAPI

/// A link as its row has it.
struct LinkRow: Sendable, Hashable {
    var row: Int64
    var id: String
    var reader: Int64
    var canonical: String
    var url: String
    var resolvedURL: String?
    var title: String?
    var description: String?
    var note: String?
    var domain: String
    var isRead: Bool
    var types: ContentTypeSet
    var isFeatured: Bool
    var typesFrom: TypeOrigin
    /// Milliseconds since 1970.
    var added: Int64
    var updated: Int64
    var readAt: Int64?
    var source: String?
    /// Sorted by key.
    var tags: [String]

    /// The origin of a link's types, as a number.
    enum TypeOrigin: Int64, Sendable { case signs = 0, site = 1, reader = 2 }

    /// The star's bit in `chips`, above those of the types.
    static let featuredBit: Int64 = 8
    private static let typeBits: Int64 = 7

    var chips: Int64 { types.rawValue | (isFeatured ? Self.featuredBit : 0) }

    /// The columns that ``init(_:)`` reads, of a table or alias `link`.
    static let columns = """
        link.row, link.id, link.reader, link.canonical, link.url, link.resolvedURL, link.title, link.description, link.note,
        link.domain, link.isRead, link.chips, link.typesFrom, link.added, link.updated, link.readAt, link.source,
        (SELECT group_concat(tag, char(31)) FROM (SELECT tag FROM tag WHERE tag.link = link.row ORDER BY key))
        """

    init(_ row: Row) {
        self.row = row[0]
        (id, reader, canonical, url, resolvedURL) = (row[1], row[2], row[3], row[4], row[5])
        (title, description, note, domain, isRead) = (row[6], row[7], row[8], row[9], row[10])
        let chips: Int64 = row[11]
        types = ContentTypeSet(rawValue: chips & Self.typeBits)
        isFeatured = chips & Self.featuredBit != 0
        typesFrom = TypeOrigin(rawValue: row[12]) ?? .signs
        (added, updated, readAt, source) = (row[13], row[14], row[15], row[16])
        let tags: String? = row[17]
        self.tags = tags?.split(separator: "\u{1f}").map(String.init) ?? []
    }

    /// The bytes of its texts in a response.
    var textBytes: Int {
        // The description or the address is counted twice: stored and displayed. So is the title.
        let texts = [title, title, description, description ?? url, note, url, resolvedURL, source, domain]
        return texts.reduce(200) { $0 + ($1?.utf8.count ?? 0) } + tags.reduce(0) { $0 + $1.utf8.count + 2 }
    }

    /// The types by the signals of address and title.
    var typesBySignals: ContentTypeSet {
        guard let address = try? WebAddress(resolvedURL ?? url) else { return .article }
        return ContentClassifier.classify(address, title: title)
    }

    /// The link as callers see it.
    var link: Link {
        let shown = resolvedURL ?? url
        var link = Link(
            id: id, url: url, displayTitle: title ?? "Untitled", displayDescription: description ?? shown,
            domain: domain,
            status: isRead ? .read : .unread, types: types.contentTypes, typesFrom: typesFrom.source,
            isFeatured: isFeatured, tags: tags, added: Date(milliseconds: added), updated: Date(milliseconds: updated))
        (link.resolvedURL, link.title, link.description) = (resolvedURL, title, description)
        (link.note, link.source) = (note, source)
        link.read = readAt.map(Date.init(milliseconds:))
        return link
    }
}

extension LinkRow.TypeOrigin {
    var source: TypeSource {
        switch self {
        case .signs: .signs
        case .site: .site
        case .reader: .reader
        }
    }
}

extension ContentTypeSet {
    private static let names: [(ContentTypeSet, ContentType)] = [
        (.video, .video), (.audio, .audio), (.article, .article),
    ]

    var contentTypes: [ContentType] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// Nil when one of them is no type of content.
    init?(_ types: [ContentType]) {
        self = []
        for type in types {
            guard let known = Self.names.first(where: { $0.1 == type }) else { return nil }
            insert(known.0)
        }
    }
}

extension Date {
    /// A time in milliseconds since 1970.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// The time in milliseconds since 1970; clamped to the number's range.
    var milliseconds: Int64 {
        let value = timeIntervalSince1970 * 1_000
        return value.isFinite ? Int64(min(max(value, -9e18), 9e18)) : 0
    }
}
