internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ServiceKit

/// Reads files of plays: exports of Trakt, JSON with one play a line, and CSV.
enum PlayFile {
    /// The largest file, in bytes, and the most plays of one.
    static let (maximumBytes, maximumPlays) = (64 << 20, 200_000)

    /// The plays of a file, in its order.
    ///
    /// - Throws: ``GatewayFailure`` when it cannot be read, is too large, or has no plays in a known form.
    static func read(_ path: String) throws -> [ImportedPlay] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw GatewayFailure(
                "NO_SUCH_FILE", "\(Table.printable(path)) cannot be read.",
                advice: "Check the path and its permissions.",
                status: .noInput)
        }
        guard data.count <= maximumBytes else { throw invalid(path, "is larger than \(maximumBytes >> 20) MiB") }
        guard let plays = plays(in: data), !plays.isEmpty else {
            throw invalid(path, "has no plays that can be read")
        }
        guard plays.count <= maximumPlays else { throw invalid(path, "has more than \(maximumPlays) plays") }
        return plays
    }

    private static func invalid(_ path: String, _ problem: String) -> GatewayFailure {
        GatewayFailure(
            "NO_PLAYS", "\(Table.printable(path)) \(problem).",
            advice: "`hearth history import --help` describes the forms.", status: .data)
    }

    /// The plays of a file's content; nil when it is in no known form.
    static func plays(in data: Data) -> [ImportedPlay]? {
        if let object = try? JSONSerialization.jsonObject(with: data) { return PlayJSON.plays(in: object) }
        guard let text = String(data: data, encoding: .utf8) else { return nil }
        let lines = text.split(whereSeparator: \.isNewline)
        if lines.first(where: { !$0.allSatisfy(\.isWhitespace) })?.first == "{" {
            var plays: [ImportedPlay] = []
            for line in lines where !line.allSatisfy(\.isWhitespace) {
                guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
                    let found = PlayJSON.plays(in: object)
                else { return nil }
                plays += found
            }
            return plays
        }
        return PlayTable.plays(in: text)
    }
}

/// Plays in JSON: of Trakt's `sync/history`, `sync/watched/movies` and `sync/watched/shows`, and flat objects.
enum PlayJSON {
    private typealias Object = [String: Any]

    static func plays(in root: Any) -> [ImportedPlay]? {
        if let list = root as? [Any] { return list.flatMap { ($0 as? Object).map(entry) ?? [] } }
        guard let object = root as? Object else { return nil }
        return entry(object)
    }

    private static func entry(_ object: Object) -> [ImportedPlay] {
        if let show = object["show"] as? Object, let seasons = object["seasons"] as? [Any] {
            return seasons.compactMap { $0 as? Object }.flatMap { season in
                (season["episodes"] as? [Any] ?? []).compactMap { $0 as? Object }.map { episode in
                    play(
                        at: episode, of: show, season: number(season["number"]), episode: number(episode["number"]))
                }
            }
        }
        if let show = object["show"] as? Object, let episode = object["episode"] as? Object {
            return [
                play(at: object, of: show, season: number(episode["season"]), episode: number(episode["number"]))
            ]
        }
        if let movie = object["movie"] as? Object { return [play(at: object, of: movie, season: nil, episode: nil)] }
        return [play(at: object, of: object, season: number(object["season"]), episode: number(object["episode"]))]
    }

    private static func play(
        at time: Object, of title: Object, season: Int64?, episode: Int64?
    ) -> ImportedPlay {
        let ids = title["ids"] as? Object ?? title
        let watched = text(time["watched_at"]) ?? text(time["last_watched_at"]) ?? text(time["watched"]) ?? ""
        let content = title["ids"] == nil ? text(ids["id"]) : nil
        return ImportedPlay(
            watched: watched, content: content.map(ContentID.init(rawValue:)), tmdbID: number(ids["tmdb"]),
            imdbID: text(ids["imdb"]), title: text(title["title"]), season: season.map { Int32(clamping: $0) },
            episode: episode.map { Int32(clamping: $0) })
    }

    private static func text(_ value: Any?) -> String? {
        guard let text = value as? String, !text.isEmpty else { return nil }
        return text
    }

    private static func number(_ value: Any?) -> Int64? {
        if let text = value as? String { return Int64(text) }
        return (value as? NSNumber).flatMap { Int64(exactly: $0.doubleValue) }
    }
}
