internal import MetadataGatewayAPI

/// A film as TMDB knows it: whoever knows its number knows what must be said of it.
struct UpstreamTitle: Sendable, Hashable {
    let id: Int64

    /// How many there are, numbered from 1; what has a higher number does not exist.
    static let count: Int64 = 400

    var exists: Bool { (1...Self.count).contains(id) }
    var title: String { "Outside \(id)" }
    var minutes: Int64 { 80 + id % 60 }
    var overview: String { "What happens in \(id)." }
    /// What it is rated in the USA: one in three is for adults alone.
    var certificate: String { isForAdults ? "R" : "G" }
    var isForAdults: Bool { id % 3 == 0 }

    /// What is wrong with an answer about it; nil when nothing is.
    func difference(from movie: TMDB.Movie?) -> String? {
        guard let movie else { return exists ? "it is said not to exist" : nil }
        guard exists else { return "it does not exist, and \(movie.title) is said to be it" }
        let isSame =
            movie.id == id && movie.title == title && movie.runtime == minutes && movie.overview == overview
        return isSame ? nil : "\(movie.id), \(movie.title), \(movie.runtime ?? 0) minutes, is said to be it"
    }

    // MARK: As TMDB says it

    /// It in a list.
    var entry: String {
        """
        {"id":\(id),"title":"\(title)","overview":"\(overview)","release_date":"2001-05-01","vote_count":4000,\
        "vote_average":7.5}
        """
    }

    /// All of it.
    var details: String {
        """
        {"id":\(id),"title":"\(title)","overview":"\(overview)","release_date":"2001-05-01","runtime":\(minutes),\
        "vote_count":4000,"vote_average":7.5,"release_dates":{"results":[{"iso_3166_1":"US","release_dates":\
        [{"certification":"\(certificate)","release_date":"2001-05-01T00:00:00.000Z","type":3}]}]}}
        """
    }

    /// A page with some of them.
    static func page(_ titles: [UpstreamTitle]) -> String {
        let entries = titles.map(\.entry).joined(separator: ",")
        return "{\"page\":1,\"results\":[\(entries)],\"total_pages\":1,\"total_results\":\(titles.count)}"
    }
}
