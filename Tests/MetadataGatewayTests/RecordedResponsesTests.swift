import Foundation
import MetadataGatewayAPI
import MetadataGatewayService
import TestSupport
import Testing

/// That nothing of TMDB's recorded answers is lost in the contract's types, and nothing is invented.
struct RecordedResponsesTests {
    /// A kind of answer: whose it is by its path, and how it is read and written again.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rewritten: @Sendable (Data) throws -> Data

        init<Value: Codable & Sendable>(_ pattern: String, _ type: Value.Type) {
            testDescription = pattern
            rewritten = { try JSONEncoder().encode(TMDBDecoder.decode(type, from: $0)) }
        }
    }

    static let kinds: [Kind] = [
        Kind("/3/movie/(tt)?[0-9]+", TMDB.Movie.self), Kind("/3/tv/[0-9]+", TMDB.Show.self),
        Kind("/3/tv/[0-9]+/season/[0-9]+", TMDB.Season.self),
        Kind("/3/tv/[0-9]+/season/[0-9]+/credits", TMDB.Credits.self),
        Kind("/3/tv/[0-9]+/season/[0-9]+/aggregate_credits", TMDB.AggregateCredits.self),
        Kind("/3/tv/[0-9]+/season/[0-9]+/images", TMDB.ImageSet.self),
        Kind("/3/tv/[0-9]+/season/[0-9]+/videos", TMDB.VideoList.self),
        Kind("/3/tv/[0-9]+/season/[0-9]+/external_ids", TMDB.ExternalIDs.self),
        Kind("/3/search/(multi|movie|tv|person)", TMDB.TitlePage.self),
        Kind("/3/trending/(all|movie|tv|person)/week", TMDB.TitlePage.self),
        Kind("/3/(movie|tv)/(popular|top_rated|now_playing|upcoming|airing_today|on_the_air)", TMDB.TitlePage.self),
        Kind("/3/discover/(movie|tv)", TMDB.TitlePage.self),
        Kind("/3/(movie|tv)/[0-9]+/(similar|recommendations)", TMDB.TitlePage.self),
        Kind("/3/genre/(movie|tv)/list", TMDB.GenreList.self), Kind("/3/configuration", TMDB.Configuration.self),
        Kind("/3/(movie|tv)/[0-9]+/credits", TMDB.Credits.self),
        Kind("/3/tv/[0-9]+/aggregate_credits", TMDB.AggregateCredits.self),
        Kind("/3/(movie|tv)/[0-9]+/images", TMDB.ImageSet.self),
        Kind("/3/(movie|tv)/[0-9]+/videos", TMDB.VideoList.self),
        Kind("/3/(movie|tv)/[0-9]+/reviews", TMDB.ReviewPage.self),
        Kind("/3/(movie|tv)/[0-9]+/external_ids", TMDB.ExternalIDs.self),
        Kind("/3/(movie|tv)/[0-9]+/keywords", TMDB.KeywordList.self),
        Kind("/3/(movie|tv)/[0-9]+/watch/providers", TMDB.WatchProviders.self),
        Kind("/3/movie/[0-9]+/release_dates", TMDB.ReleaseDateList.self),
        Kind("/3/tv/[0-9]+/content_ratings", TMDB.ContentRatingList.self),
    ]

    @Test(arguments: kinds)
    func `nothing is lost`(_ kind: Kind) throws {
        let pattern = try Regex(kind.testDescription)
        let recordings = try Recording.all().filter { $0.status == 200 && $0.path.wholeMatch(of: pattern) != nil }
        #expect(!recordings.isEmpty)
        for recording in recordings {
            let body = Data(try recording.body())
            let (before, after) = (
                try Facts(of: body, renames: true), try Facts(of: kind.rewritten(body), renames: false)
            )
            #expect(before.lines.subtracting(after.lines) == [], "\(recording.file) loses")
            #expect(after.lines.subtracting(before.lines) == [], "\(recording.file) invents")
        }
    }

    /// Every value of a JSON text with its place; what is null is as good as absent.
    struct Facts {
        var lines: Set<String> = []

        init(of json: Data, renames: Bool) throws {
            add(try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed), at: "", renames)
        }

        private mutating func add(_ value: Any, at place: String, _ renames: Bool) {
            switch value {
            case let object as [String: Any]:
                lines.insert("\(place) {}")
                // TMDB's database has a number of its own for some of what has an `id`.
                for (name, value) in object where name != "_id" {
                    add(value, at: "\(place).\(renames ? TMDBDecoder.fieldName(name) : name)", renames)
                }
            case let array as [Any]:
                lines.insert("\(place) [\(array.count)]")
                for (index, value) in array.enumerated() { add(value, at: "\(place).\(index)", renames) }
            case is NSNull: break
            case let number as NSNumber: lines.insert("\(place) \(number.doubleValue)")
            default: lines.insert("\(place) \(value)")
            }
        }
    }

    @Test func `another form is an error that names the field`() {
        #expect(throws: UnreadableResponse(field: "title")) {
            try TMDBDecoder.decode(TMDB.Movie.self, from: Data(#"{"id": 1}"#.utf8))
        }
        #expect(throws: UnreadableResponse(field: "")) {
            try TMDBDecoder.decode(TMDB.Movie.self, from: Data("<html>".utf8))
        }
    }
}
