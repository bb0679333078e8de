/// A panel's details of one film, as cached between refreshes.
package struct XtreamMovie: Codable, Sendable, Equatable {
    package var overview: String?
    package var genres: [String] = []
    package var seconds: Int64?
    package var certification: String?
    package var picture: String?
    package var details: SourceDetails?

    /// Short keys: there are many of these.
    private enum CodingKeys: Int, CodingKey {
        case overview = 1, genres, seconds, certification, picture, details
    }

    /// Parses the response about a film. A panel without details returns an empty list, or has one in their place.
    ///
    /// - Returns: nil when it is not one.
    package init?(response bytes: [UInt8]) {
        guard let response = XtreamObject(from: bytes) else {
            guard Self.nothing.contains(String(decoding: bytes, as: UTF8.self).trimmingSpaces()) else { return nil }
            return
        }
        guard let info = response.object("info") ?? response.objects("info").first?.object else {
            guard response.has("info") || response.has("movie_data") else { return nil }
            return
        }
        overview = info.label("plot", "description", "overview")
        genres = info.texts("genre")
        seconds = XtreamTitle.seconds(info)
        certification = info.text("mpaa_rating", "age")
        picture = info.text("movie_image", "cover_big", "cover")
        details = SourceDetails(info)
    }

    private static let nothing = ["[]", "{}", "null"]
}

extension SourceDetails {
    /// Makes details from a panel's object; nil when it is empty.
    package init?(_ info: XtreamObject) {
        self.init()
        cast = Self.names(info.texts("cast") + info.texts("actors"))
        directors = Self.names(info.texts("director"))
        country = info.text("country").flatMap { Self.names([$0])?.first }
        let date = info.text("release_date", "releasedate", "releaseDate", "air_date")
        releaseDate = date.flatMap(Self.day)
        year = (date.flatMap { Int64($0.prefix(4)) } ?? info.number("year")).flatMap {
            XtreamTitle.years.contains($0) ? $0 : nil
        }
        trailer = info.text("youtube_trailer", "trailer").flatMap(Self.trailer)
        backdrop = info.text("backdrop_path", "backdrop").flatMap { ImageAddress.checked($0) }
        bitrate = info.number("bitrate").flatMap { Self.bitrates.contains($0) ? $0 : nil }
        tmdbID = info.number("tmdb_id", "tmdb").flatMap { $0 > 0 ? $0 : nil }
        score = Self.score(info)
        added = info.number("added").flatMap { Self.moments.contains($0) ? $0 : nil }
        if self == SourceDetails() { return nil }
    }
    /// "7,5" of ten, or without it, stars of five.
    private static func score(_ info: XtreamObject) -> Double? {
        let score = info.decimal("rating") ?? info.decimal("rating_5based").map { $0 * 2 }
        // Rounded to the displayed tenths; more precision would make a new entry of every vote.
        return score.flatMap { $0 <= 10 ? ($0 * 10).rounded() / 10 : nil }
    }
}
