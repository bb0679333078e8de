/// An episode of a panel's series, as cached between refreshes.
package struct XtreamEpisode: Codable, Sendable, Equatable {
    package var id: String
    package var season: Int64
    package var number: Int64
    package var title: String
    package var ending: String?
    package var overview: String?
    package var seconds: Int64?
    /// A still's HTTP address.
    package var picture: String?
    /// The first broadcast, `YYYY-MM-DD`.
    package var airDate: String?

    /// Short keys: there are many of these.
    private enum CodingKeys: Int, CodingKey {
        case id = 1, season, number, title, ending, overview, seconds, picture, airDate
    }

    package init(
        id: String, season: Int64, number: Int64, title: String, ending: String? = nil, overview: String? = nil,
        seconds: Int64? = nil, picture: String? = nil, airDate: String? = nil
    ) {
        (self.id, self.season, self.number, self.title) = (id, season, number, title)
        (self.ending, self.overview, self.seconds) = (ending, overview, seconds)
        (self.picture, self.airDate) = (picture, airDate)
    }

    /// Parses the response about a series.
    ///
    /// - Returns: nil when it is not one.
    package static func episodes(response bytes: [UInt8]) -> [XtreamEpisode]? {
        guard let response = XtreamObject(from: bytes) else { return nil }
        var found: [XtreamEpisode] = []
        var counts: [Int64: Int64] = [:]
        for (season, object) in response.objects("episodes") {
            guard let id = object.text("id") else { continue }
            let info = object.object("info")
            // Some panels list episodes under the wrong season; an episode's own data are right.
            let number = object.number("season") ?? info?.number("season") ?? season.flatMap { Int64($0) } ?? 1
            counts[number, default: 0] += 1
            let date = info?.text("release_date", "releasedate", "releaseDate", "air_date")
            found.append(
                XtreamEpisode(
                    id: id, season: number, number: object.number("episode_num") ?? counts[number] ?? 1,
                    title: object.label("title") ?? "",
                    ending: object.text("container_extension").flatMap(XtreamTitle.ending),
                    overview: info?.label("plot", "overview"), seconds: info.flatMap(XtreamTitle.seconds),
                    picture: info?.text("movie_image", "cover_big").flatMap { ImageAddress.checked($0) },
                    airDate: date.flatMap(SourceDetails.day)))
        }
        return found
    }
}

extension XtreamObject {
    /// Parses an object that warnings may precede.
    package init?(from bytes: [UInt8]) {
        if let object = XtreamObject(bytes) {
            self = object
        } else if let start = bytes.firstRange(of: Array("{\"".utf8)),
            let object = XtreamObject(Array(bytes[start.lowerBound...]))
        {
            self = object
        } else {
            return nil
        }
    }
}
