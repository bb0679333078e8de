import CatalogAPI
import Foundation

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension Outcome {
    /// What comes of a panel's answer, in pieces of so many bytes; the expectation says to which action it is.
    static func panel(_ input: CorpusCase, pieceBytes: Int = .max) -> Outcome {
        guard case .text(let action)? = input.expected["action"] else { return ["action": .none] }
        switch action {
        case "": return account(input.bytes)
        case "address": return address(String(decoding: input.bytes, as: UTF8.self), input)
        case "get_series_info":
            let episodes = XtreamEpisode.episodes(response: input.bytes)
            return ["action": .text(action), "episodes": episodes.map { .list($0.map(episode)) } ?? .none]
        case "get_vod_info":
            return ["action": .text(action), "film": XtreamMovie(response: input.bytes).map(film) ?? .none]
        default: return list(input.bytes, action, pieceBytes)
        }
    }

    private static func list(_ bytes: [UInt8], _ action: String, _ pieceBytes: Int) -> Outcome {
        let section = XtreamTitle.Section.allCases.first { $0.action == action } ?? .live
        var elements = JSONElementScanner(maximumBytes: 1 << 20)
        var (titles, refused, start) = ([XtreamTitle](), 0, 0)
        while start < bytes.count {
            let end = pieceBytes < bytes.count - start ? start + pieceBytes : bytes.count
            elements.consume(bytes.span.extracting(start..<end)) { _, element in
                if let title = XtreamObject(element).flatMap({ XtreamTitle($0, section) }) {
                    titles.append(title)
                } else {
                    refused += 1
                }
            }
            start = end
        }
        return [
            "action": .text(action), "titles": .list(titles.map(title)), "refused": Outcome(refused),
            "complete": .flag(elements.isComplete),
        ]
    }

    private static func title(_ title: XtreamTitle) -> Outcome {
        [
            "id": .text(title.id), "name": .text(title.name), "number": Outcome(title.number.map(Int.init)),
            "picture": Outcome(title.picture), "guideID": Outcome(title.guideID),
            "categories": Outcome(title.categories), "adult": .flag(title.isAdult), "radio": .flag(title.isRadio),
            "ending": Outcome(title.ending), "overview": Outcome(title.overview), "genres": Outcome(title.genres),
            "seconds": Outcome(title.seconds.map(Int.init)), "year": Outcome(title.year.map(Int.init)),
            "tmdbID": Outcome(title.tmdbID.map(Int.init)), "certification": Outcome(title.certification),
            "archiveDays": Outcome(Int(title.archiveDays)), "modified": .text(title.modified),
        ]
    }

    private static func episode(_ episode: XtreamEpisode) -> Outcome {
        [
            "id": .text(episode.id), "season": Outcome(Int(episode.season)), "number": Outcome(Int(episode.number)),
            "title": .text(episode.title), "ending": Outcome(episode.ending), "overview": Outcome(episode.overview),
            "seconds": Outcome(episode.seconds.map(Int.init)),
        ]
    }

    private static func film(_ film: XtreamMovie) -> Outcome {
        let details = film.details ?? SourceDetails()
        return [
            "overview": Outcome(film.overview), "genres": Outcome(film.genres),
            "seconds": Outcome(film.seconds.map(Int.init)), "certification": Outcome(film.certification),
            "picture": Outcome(film.picture), "cast": Outcome(details.cast ?? []),
            "directors": Outcome(details.directors ?? []), "country": Outcome(details.country),
            "released": Outcome(details.releaseDate), "year": Outcome(details.year.map(Int.init)),
            "trailer": Outcome(details.trailer), "backdrop": Outcome(details.backdrop),
            "bitrate": Outcome(details.bitrate.map(Int.init)), "tmdbID": Outcome(details.tmdbID.map(Int.init)),
        ]
    }

    private static func account(_ bytes: [UInt8]) -> Outcome {
        do {
            let account = try PanelAccount(response: bytes)
            return [
                "action": .text(""),
                "account": [
                    "status": .text(account.status), "usable": .flag(account.isUsable), "trial": .flag(account.isTrial),
                    "expires": Outcome(account.expires?.formatted(.iso8601)), "formats": Outcome(account.formats),
                    "maximumConnections": Outcome(account.maximumConnections.map(Int.init)),
                    "activeConnections": Outcome(account.activeConnections.map(Int.init)),
                    "timeZone": Outcome(account.timeZone),
                ],
            ]
        } catch JobAbort.failed(let problem) {
            return ["action": .text(""), "account": .none, "problem": .text(problem)]
        } catch {
            return ["action": .text(""), "account": .none, "problem": .text("\(error)")]
        }
    }

    /// The account is in the address that was pasted, or else one whose signs must be escaped.
    private static func address(_ text: String, _ input: CorpusCase) -> Outcome {
        let isPasted = input.expected["pasted"] == .flag(true)
        let (user, word) = isPasted ? (nil, nil) : ("us er", "p@ss+/")
        guard let address = try? XtreamEndpoint(text, username: user, password: word) else { return ["base": .none] }
        return [
            "action": .text("address"), "base": .text(address.base), "pasted": .flag(isPasted),
            "stream": .text(address.stream("live", id: "7", ending: "ts")),
        ]
    }
}
