internal import MetadataGatewayAPI

/// A film in the fake TMDB: its metadata follow from its number.
struct UpstreamTitle: Sendable, Hashable {
    let id: Int64

    /// The number of films, numbered from 1; higher numbers do not exist.
    static let count: Int64 = 400

    var exists: Bool { (1...Self.count).contains(id) }
    var title: String { "Outside \(id)" }
    var minutes: Int64 { 80 + id % 60 }
    var overview: String { "What happens in \(id)." }
    /// Its rating in the USA: one film in three is for adults only.
    var certificate: String { isForAdults ? "R" : "G" }
    var isForAdults: Bool { id % 3 == 0 }

    /// The error in a response about it; nil when the response is correct.
    func difference(from movie: TMDB.Movie?) -> String? {
        guard let movie else { return exists ? "it is said not to exist" : nil }
        guard exists else { return "it does not exist, and \(movie.title) is said to be it" }
        let isSame =
            movie.id == id && movie.title == title && movie.runtime == minutes && movie.overview == overview
        return isSame ? nil : "\(movie.id), \(movie.title), \(movie.runtime ?? 0) minutes, is said to be it"
    }

    // MARK: TMDB's JSON

    /// Its entry in a list.
    var entry: String {
        """
        {"id":\(id),"title":"\(title)","overview":"\(overview)","release_date":"2001-05-01","vote_count":4000,\
        "vote_average":7.5}
        """
    }

    /// Its full details.
    var details: String {
        """
        {"id":\(id),"title":"\(title)","overview":"\(overview)","release_date":"2001-05-01","runtime":\(minutes),\
        "vote_count":4000,"vote_average":7.5,"release_dates":{"results":[{"iso_3166_1":"US","release_dates":\
        [{"certification":"\(certificate)","release_date":"2001-05-01T00:00:00.000Z","type":3}]}]}}
        """
    }

    /// A page of a list.
    static func page(_ titles: [UpstreamTitle]) -> String {
        let entries = titles.map(\.entry).joined(separator: ",")
        return "{\"page\":1,\"results\":[\(entries)],\"total_pages\":1,\"total_results\":\(titles.count)}"
    }
}
