internal import CatalogFormats
internal import MetadataGatewayAPI

/// The cast, directors and trailer of a title.
extension MetadataTitle {
    /// The most people kept, in TMDB's order.
    static let maximumCast = 20
    static let maximumDirectors = 5

    /// The title with TMDB's credits and trailer.
    ///
    /// - Parameter languages: the trailer's languages by preference.
    func with(_ credits: TMDB.Credits?, _ videos: TMDB.VideoList?, in languages: [String]) -> MetadataTitle {
        var title = self
        let cast = (credits?.cast ?? []).enumerated()
            .sorted { ($0.element.order ?? .max, $0.offset) < ($1.element.order ?? .max, $1.offset) }
            .map(\.element.name)
        title.cast = SourceDetails.names(cast).map { Array($0.prefix(Self.maximumCast)) }
        let directors = (credits?.crew ?? []).filter { $0.job == Self.director }.map(\.name)
        title.directors = SourceDetails.names(directors).map { Array($0.prefix(Self.maximumDirectors)) }
        title.trailer = Self.trailer(among: videos?.results ?? [], in: languages)
        return title
    }

    private static let director = "Director"

    /// The best trailer at YouTube: official ones first, then by language, then in TMDB's order.
    static func trailer(among videos: [TMDB.Video], in languages: [String]) -> String? {
        func rank(_ video: TMDB.Video) -> (Int, Int) {
            let language = video.iso6391.flatMap { languages.firstIndex(of: $0.lowercased()) } ?? languages.count
            return (video.official == true ? 0 : 1, language)
        }
        let trailers = videos.filter { $0.site == "YouTube" && $0.type == "Trailer" && !$0.key.contains(":") }
        let best = trailers.enumerated().min { left, right in
            let (one, other) = (rank(left.element), rank(right.element))
            return (one.0, one.1, left.offset) < (other.0, other.1, right.offset)
        }
        return best.flatMap { SourceDetails.trailer($0.element.key) }
    }
}
