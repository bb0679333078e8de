import CatalogAPI
import Foundation
import HearthModel

/// The messages of the comparison, with the form and length of a household's.
enum Samples {
    static let search = Catalog.Search(
        text: "the man who", kinds: [.movie, .series], genres: ["Drama", "Crime"], sort: .newest,
        page: PageRequest(size: 50))

    static var results: SearchResults {
        var results = SearchResults()
        results.hits = (0..<50).map { card($0) }
        (results.total, results.isTotalExact) = (1_284, true)
        results.kinds = [KindCount(kind: .movie, count: 1_200), KindCount(kind: .series, count: 84)]
        results.cursor = "AAAAABpmcm9tLXRoZS1sYXN0LWhpdC1vZi10aGlzLXBhZ2U"
        return results
    }

    static var grid: Grid {
        Grid(
            rows: (0..<10).map { channel in
                var row = GridRow(
                    channel: Card(
                        id: ContentID(rawValue: "ch\(String(channel * 7_919, radix: 36))"), kind: .channel,
                        title: "Channel \(channel) HD"),
                    programmes: (0..<24).map { programme($0, on: channel) })
                row.number = "\(channel + 1)"
                return row
            })
    }

    private static let titles = [
        "The Man Who Knew Too Much", "M", "Les Quatre Cents Coups", "The Third Man", "Das Boot", "Amélie", "Metropolis",
        "The Grand Budapest Hotel", "Spirited Away", "12 Angry Men",
    ]
    private static let overview = """
        A quiet evening turns when an old acquaintance stands at the door with a suitcase and no explanation; by the \
        morning three people in the house have lied to each other.
        """

    private static func card(_ number: Int) -> Card {
        var card = Card(
            id: ContentID(rawValue: "m\(String(number * 104_729 + 11, radix: 36))"),
            kind: number % 8 == 0 ? .series : .movie, title: titles[number % titles.count],
            rating: [.pg13, .r, .unrated][number % 3], genres: ["Drama", "Thriller", "Crime"])
        card.year = Int32(1931 + number)
        card.releaseDate = "\(1931 + number)-05-11"
        card.poster = "https://image.example/t/p/w342/\(String(number * 15_485_863, radix: 36)).jpg"
        card.runtimeMinutes = Int32(88 + number)
        card.score = Double(60 + number % 30) / 10
        card.tmdbID = Int64(1_000 + number * 37)
        card.imdbID = "tt00\(22_100 + number)"
        return card
    }

    private static func programme(_ number: Int, on channel: Int) -> Programme {
        let start = 1_795_000_000 + Double(number * 3_600 + channel * 300)
        var programme = Programme(
            start: Date(timeIntervalSince1970: start), stop: Date(timeIntervalSince1970: start + 3_600),
            title: titles[(number + channel) % titles.count])
        programme.subtitle = number % 2 == 0 ? "Part \(number)" : nil
        programme.overview = overview
        (programme.season, programme.episode) = (2, Int32(number))
        programme.genres = ["Drama"]
        programme.isNew = number % 5 == 0
        return programme
    }
}
