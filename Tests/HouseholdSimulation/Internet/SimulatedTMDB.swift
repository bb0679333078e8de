import Basics
import Foundation
import HTTPFetch
import RPC

/// TMDB as a simulated household's films are in it: each once, known to many, some of them for everybody, some for adults.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedTMDB: @unchecked Sendable {
    static let host = "api.themoviedb.org"
    /// What its users have as a key.
    static let key = "0123456789abcdef-simulated"
    /// Questions that it takes in so many milliseconds: 40 a second, and 20 that may come at once.
    private static let most = [(milliseconds: 150, questions: 27), (milliseconds: 1_000, questions: 61)]

    /// Pauses that it has asked for.
    private var quiet: [Range<MonotonicInstant>] = []
    private var requested: [MonotonicInstant] = []
    /// Questions that are being answered, and until when.
    private var open: [String: MonotonicInstant] = [:]
    /// Questions that were answered, by path and query.
    private(set) var questions: [String: Int] = [:]

    /// The certificate of a film; nil when it has none.
    static func certificate(of film: Int) -> String? { film % 3 == 0 ? "G" : film % 3 == 1 ? "R" : nil }

    /// Whether a film is marked as erotica, beside a certificate that lets children see it.
    static func isSoftcore(_ film: Int) -> Bool { film % 9 == 3 }

    /// It wants to be left alone.
    func isRateLimited(from begin: MonotonicInstant, until end: MonotonicInstant) { quiet.append(begin..<end) }

    /// Who was asked to leave it alone is no more.
    func forget() { (quiet, requested, open) = ([], [], [:]) }

    /// What it has against being asked now.
    func complaint(about time: MonotonicInstant) -> String? {
        requested = requested.filter { $0.duration(to: time) < .seconds(1) } + [time]
        if quiet.contains(where: { $0.contains(time) }) { return "TMDB was asked in a pause that it had asked for" }
        for (milliseconds, questions) in Self.most {
            let count = requested.count { $0.duration(to: time) < .milliseconds(Int64(milliseconds)) }
            if count > questions { return "TMDB was asked \(count) times in \(milliseconds) ms" }
        }
        return nil
    }

    /// It answers a question for a while.
    ///
    /// - Returns: what it has against being asked that.
    func complaint(about request: FetchRequest, from begin: MonotonicInstant, until end: MonotonicInstant) -> String? {
        defer { open[request.url.text] = end }
        let isOpen = open[request.url.text].map { begin < $0 } ?? false
        return isOpen ? "TMDB was asked the same twice at the same time" : nil
    }

    func response(to request: FetchRequest) -> ScriptedResponse {
        let parts = request.url.text.split(separator: "?", maxSplits: 1)
        let path = parts[0].split(separator: "/").dropFirst(3).map(String.init)
        let query = parts.count > 1 ? String(parts[1]) : ""
        guard query.contains("api_key=\(Self.key)") else { return json(401, "{\"status_code\":7}") }
        questions["\(path.joined(separator: "/"))?\(query)", default: 0] += 1
        switch (path.first, path.count) {
        case ("search", 2): return json(200, page(path[1] == "movie" ? film(in: query) : nil))
        case ("movie", 2): return Int(path[1]).map { json(200, movie($0 - Self.firstID)) } ?? json(200, page(0))
        case ("movie", _), ("trending", _): return json(200, page(7))
        default: return json(404, "{\"status_code\":34}")
        }
    }

    /// The number of the first film.
    static let firstID = 5_000

    private func film(in query: String) -> Int? {
        let text = query.split(separator: "&").first { $0.hasPrefix("query=") }?.dropFirst("query=".count)
        let words = text?.replacingOccurrences(of: "%20", with: " ").split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "film" ? Int(words[1]) : nil
    }

    private func page(_ film: Int?) -> String {
        let results = film.map { "{\(title($0)),\"release_date\":\"2001-05-0\(1 + $0 % 9)\"}" } ?? ""
        return "{\"page\":1,\"results\":[\(results)],\"total_pages\":1,\"total_results\":\(film == nil ? 0 : 1)}"
    }

    private func title(_ film: Int) -> String {
        """
        "id":\(Self.firstID + film),"title":"Film \(film)","vote_count":4000,"vote_average":7.5,\
        "softcore":\(Self.isSoftcore(film))
        """
    }

    private func movie(_ film: Int) -> String {
        let releases = Self.certificate(of: film).map {
            """
            {"iso_3166_1":"US","release_dates":[{"certification":"\($0)","release_date":"2001-05-01T00:00:00.000Z","type":3}]}
            """
        }
        return """
            {\(title(film)),"release_date":"2001-05-01","runtime":\(80 + film),"overview":"What happens in \(film).",
            "release_dates":{"results":[\(releases ?? "")]}}
            """
    }

    private func json(_ status: Int, _ text: String) -> ScriptedResponse {
        var response = ScriptedResponse(.unreachable, status: status)
        response.fields = [
            HeaderField("Content-Type", "application/json"), HeaderField("Content-Length", "\(text.utf8.count)"),
            HeaderField("ETag", "\"\(text.utf8.count)-\(text.hashOfBytes)\""),
        ]
        response.body = [.init(after: .milliseconds(1), Array(text.utf8))]
        return response
    }
}

extension String {
    /// The same in every process.
    fileprivate var hashOfBytes: UInt64 { FNV1a.hash(utf8) }
}
