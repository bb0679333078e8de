import CBOR
import Foundation

/// Messages of the vocabulary.
enum Samples {
    enum Sort: String, Codable, CaseIterable { case title, year, added = "added-at" }

    /// Knows some texts and takes others.
    struct Kind: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
        var rawValue: String
        static let movie = Kind(rawValue: "movie")
        static let series = Kind(rawValue: "series")
        static let allCases = [movie, series]
    }

    struct Genre: RawRepresentable, Codable, Hashable, CodingKeyRepresentable {
        var rawValue: String
    }

    struct Page<Item: Codable & Equatable>: Codable, Equatable {
        var items: [Item]
        var cursor: String?
        var total: UInt64
    }

    struct Person: Codable, Equatable {
        var name: String
        var role: String?
        var known: [Title]
    }

    struct Title: Codable, Equatable {
        var id: UUID
        var kind: Kind
        var year: UInt16
        var rating: Double?
        var poster: URL?
        var added: Date
        var thumbnail: Data?
        var genres: [Genre: Int8]
        var people: [Person]
        var isAdult: Bool
        var perYear: [Int: [Double]]
    }

    struct Numbered: Codable, Equatable {
        var id: Int32
        var note: String?
        enum CodingKeys: Int, CodingKey { case id = 1, note = 2 }
    }

    struct Primitives: Codable, Equatable {
        var bool: Bool?
        var text: String?
        var double: Double?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
    }

    struct Search: Codable, Equatable {
        var text: String
        var sort: Sort?
        var limit: Int?
        var maybe: [Int?]
        var numbered: Numbered
        var primitives: Primitives
    }

    static func title(_ name: String, people: [Person] = []) -> Title {
        Title(
            id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), kind: .movie, year: 1979,
            rating: 8.5, poster: URL(string: "https://example.com/\(name).jpg"),
            added: Date(timeIntervalSince1970: 1_700_000_000.5), thumbnail: Data([0, 255]),
            genres: [Genre(rawValue: "horror"): 3], people: people, isAdult: false, perYear: [1979: [1.5, 2]])
    }

    static var page: Page<Title> {
        Page(
            items: [
                title("alien", people: [Person(name: "Ripley", role: nil, known: [title("aliens")])]), title("brazil"),
            ], cursor: "next", total: 2)
    }

    static var search: Search {
        Search(
            text: "alien", sort: .added, limit: nil, maybe: [1, nil], numbered: Numbered(id: -5, note: "n"),
            primitives: Primitives(
                bool: true, text: "t", double: 0.1, int: -1, int8: -128, int16: -1, int32: 5, int64: .min, uint: 1,
                uint8: 255, uint16: 65_535, uint32: 1, uint64: .max))
    }
}
