internal import CatalogRecognition

/// TMDB's genres as bits of one number, so that "one of these genres" is one `&`.
enum GenreBits {
    /// The genres by bit. Never reorder; new ones go to the end.
    static let all: [Genre] = [
        .action, .adventure, .animation, .comedy, .crime, .documentary, .drama, .family, .fantasy, .history, .horror,
        .music, .mystery, .romance, .scienceFiction, .tvMovie, .thriller, .war, .western, .actionAdventure, .kids,
        .news, .reality, .scienceFictionFantasy, .soap, .talk, .warPolitics,
    ]

    /// The bits of genres.
    static func mask(_ genres: some Sequence<Genre>) -> Int64 {
        genres.reduce(0) { mask, genre in
            guard let index = all.firstIndex(of: genre) else { return mask }
            return mask | 1 << Int64(index)
        }
    }

    /// The bit of a genre by its name, ignoring case; nil for an unknown one.
    static func bit(named name: String) -> Int64? {
        let key = name.lowercased()
        return all.firstIndex { $0.name.lowercased() == key }.map { 1 << Int64($0) }
    }

    /// The names of the set bits.
    static func names(_ mask: Int64) -> [String] {
        guard mask != 0 else { return [] }
        return all.indices.filter { mask & (1 << Int64($0)) != 0 }.map { all[$0].name }
    }
}
