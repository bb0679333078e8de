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

    /// Every answer is in here.
    struct Answer<Content: Decodable>: Decodable {
        var data: Content
    }

    struct Login: Decodable {
        var token: String
    }

    /// A series that a search has found.
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
    /// The published schema (4.7.10) has no times in it. They are taken where an answer has them under these names, in seconds.
    struct Episode: Decodable {
        var number: Int64?
        var seasonNumber: Int64?
        var introStart: Seconds?
        var introEnd: Seconds?
        var creditStart: Seconds?
    }

    /// Seconds as a number, or as text that is one; nothing in any other form, which is no reason to refuse the rest.
    struct Seconds: Decodable {
        var value: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let given =
                (try? container.decode(Double.self)) ?? (try? container.decode(String.self)).flatMap(Double.init)
            value = given.flatMap { (0...MetadataGatewayLimits.maximumIntroSecond).contains($0) ? $0 : nil }
        }
    }

    /// The content of an answer.
    ///
    /// - Throws: `MetadataGatewayError`, ``UnreadableResponse``, `FetchError`.
    static func read<Content: Decodable>(_ type: Content.Type, _ response: FetchResponse) throws -> Content {
        switch response.head.status {
        case 401: throw MetadataGatewayError.keyRefused
        case 404: throw MetadataGatewayError.unknownTitle
        default: try TMDBDecoder.decode(Answer<Content>.self, from: Data(try response.successful().body)).data
        }
    }

    /// A request that takes no longer, and whose answer is no larger, than it may be.
    static func limited(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.limits.time = MetadataGatewayLimits.attemptTime
        request.limits.bodyBytes = MetadataGatewayLimits.answerBytes
        request.limits.transferBytes = MetadataGatewayLimits.answerBytes
        return request
    }
}
