internal import CatalogAPI
internal import GRDB

/// One way to put results in order: by a number, then the title to sort by (not when by arrival), then the id. The id makes
/// the key unique, so that a page begins exactly where the last one ended.
enum SearchOrder: String, Sendable {
    /// How well the text fits: the whole title, its beginning, words of it, words elsewhere.
    case fit
    case title, added, newest, rating, number
    /// For more results than are worth sorting, first the titles that begin with the text.
    case beginning
    /// Then the rest, in the order in which it was taken in.
    case arrival

    /// The order for a search that is sorted as asked for.
    init(_ sort: SearchSort?, hasText: Bool, isSmall: Bool) {
        self =
            switch sort {
            case .title: .title
            case .added: .added
            case .newest: .newest
            case .rating: .rating
            case .number: .number
            case .relevance, nil: hasText ? (isSmall ? .fit : .beginning) : .title
            }
    }

    /// The number that comes first in the key; for ``fit`` and ``arrival`` see ``SearchPage``.
    var rank: String {
        switch self {
        case .fit: "k.rank"
        case .title, .beginning: "0"
        case .added: "-i.added"
        case .newest: "-i.year"
        case .rating: "i.audience"
        case .number: "i.number"
        case .arrival: "i.row"
        }
    }

    /// The columns of the page itself, once its titles are read.
    var shown: String { self == .added ? "p.rank, i.id" : "p.rank, i.sortTitle, i.id" }

    /// The order's columns: a constant number is left out, so that an index can give the order.
    var columns: String {
        switch self {
        case .title, .beginning: "i.sortTitle, i.id"
        case .arrival: "i.row"
        case .added: "-i.added, i.id"
        default: "\(rank), i.sortTitle, i.id"
        }
    }

    /// The condition to come after a key.
    var isAfter: String {
        switch self {
        case .title, .beginning: "(i.sortTitle, i.id) > (:title, :id)"
        case .arrival: "i.row > :rank"
        case .added: "(-i.added, i.id) > (:rank, :id)"
        default: "(\(rank), i.sortTitle, i.id) > (:rank, :title, :id)"
        }
    }
}
