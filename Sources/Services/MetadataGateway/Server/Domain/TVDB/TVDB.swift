internal import Foundation
internal import HTTPFetch

/// Requests and responses of TheTVDB (thetvdb.com, API version 4), as far as they are used here.
enum TVDB {
    /// The attribution to show with everything from TheTVDB.
    static let attribution =
        "Metadata provided by TheTVDB (https://thetvdb.com). Please consider adding missing information or subscribing."

    /// The login's request body.
    struct Credentials: Encodable {
        var apikey: String
        /// For keys that are paid for by their users.
        var pin: String?
    }

    /// The envelope of every response.
    struct Envelope<Content: Decodable>: Decodable {
        var data: Content
    }

    struct Login: Decodable {
        var token: String
    }

    /// A series in a search's results.
    struct Found: Decodable {
        var tvdbId: String
        var name: String
        var aliases: [String]?
        /// Of its first day.
        var year: String?
    }

    /// Episodes of a series, in the order in which they were first shown.
    struct Episodes: Decodable {
        var episodes: [Episode]?
    }

    /// An episode.
    ///
    /// The published schema (4.7.10) has no times. They are read from these fields where a response has them, in
    /// seconds.
    struct Episode: Decodable {
        var number: Int64?
        var seasonNumber: Int64?
        var introStart: Seconds?
        var introEnd: Seconds?
        var creditStart: Seconds?
        /// Of specials: where they air.
        var airsBeforeSeason: Int64?
        var airsBeforeEpisode: Int64?
        var airsAfterSeason: Int64?
    }

    /// Seconds as a number, or as a number in text; any other form is ignored, and does not reject the rest.
    struct Seconds: Decodable {
        var value: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number =
                (try? container.decode(Double.self)) ?? (try? container.decode(String.self)).flatMap(Double.init)
            value = number.flatMap { (0...MetadataGatewayLimits.maximumIntroSecond).contains($0) ? $0 : nil }
        }
    }

    /// The content of a response.
    ///
    /// - Throws: `MetadataGatewayError`, ``UnreadableResponse``, `FetchError`.
    static func read<Content: Decodable>(_ type: Content.Type, _ response: FetchResponse) throws -> Content {
        switch response.head.status {
        case 401: throw MetadataGatewayError.keyRefused
        case 404: throw MetadataGatewayError.unknownTitle
        default: try TMDBDecoder.decode(Envelope<Content>.self, from: Data(try response.successful().body)).data
        }
    }

    /// A request with a timeout and a limit of the response's size.
    static func limited(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.limits.time = MetadataGatewayLimits.attemptTime
        request.limits.bodyBytes = MetadataGatewayLimits.responseBytes
        request.limits.transferBytes = MetadataGatewayLimits.responseBytes
        return request
    }
}
