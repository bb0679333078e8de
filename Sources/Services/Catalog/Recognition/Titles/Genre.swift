internal import CatalogFormats

/// The closed vocabulary of genres: TMDB's, with its ids, films and series together.
package struct Genre: Sendable, Hashable, Comparable {
    /// TMDB's id.
    package let id: Int
    /// TMDB's English name.
    package let name: String

    package static let action = Genre(id: 28, name: "Action")
    package static let adventure = Genre(id: 12, name: "Adventure")
    package static let animation = Genre(id: 16, name: "Animation")
    package static let comedy = Genre(id: 35, name: "Comedy")
    package static let crime = Genre(id: 80, name: "Crime")
    package static let documentary = Genre(id: 99, name: "Documentary")
    package static let drama = Genre(id: 18, name: "Drama")
    package static let family = Genre(id: 10751, name: "Family")
    package static let fantasy = Genre(id: 14, name: "Fantasy")
    package static let history = Genre(id: 36, name: "History")
    package static let horror = Genre(id: 27, name: "Horror")
    package static let music = Genre(id: 10402, name: "Music")
    package static let mystery = Genre(id: 9648, name: "Mystery")
    package static let romance = Genre(id: 10749, name: "Romance")
    package static let scienceFiction = Genre(id: 878, name: "Science Fiction")
    package static let tvMovie = Genre(id: 10770, name: "TV Movie")
    package static let thriller = Genre(id: 53, name: "Thriller")
    package static let war = Genre(id: 10752, name: "War")
    package static let western = Genre(id: 37, name: "Western")
    package static let actionAdventure = Genre(id: 10759, name: "Action & Adventure")
    package static let kids = Genre(id: 10762, name: "Kids")
    package static let news = Genre(id: 10763, name: "News")
    package static let reality = Genre(id: 10764, name: "Reality")
    package static let scienceFictionFantasy = Genre(id: 10765, name: "Sci-Fi & Fantasy")
    package static let soap = Genre(id: 10766, name: "Soap")
    package static let talk = Genre(id: 10767, name: "Talk")
    package static let warPolitics = Genre(id: 10768, name: "War & Politics")

    /// All of them, by id.
    package static let all: [Genre] = [
        action, adventure, animation, comedy, crime, documentary, drama, family, fantasy, history, horror, music,
        mystery,
        romance, scienceFiction, tvMovie, thriller, war, western, actionAdventure, kids, news, reality,
        scienceFictionFantasy, soap, talk, warPolitics,
    ].sorted()

    package static func < (left: Genre, right: Genre) -> Bool { left.id < right.id }
}
