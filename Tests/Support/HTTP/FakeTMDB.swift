import Foundation

/// What a test's household has in place of TMDB, and of TheTVDB: the least that can be read.
public struct FakeTMDB: Sendable {
    private let server: ScriptedServer

    /// Starts it.
    ///
    /// - Parameter more: answers by path, beside its own or in their place.
    /// - Throws: `POSIXError` when it cannot listen.
    public init(serving more: [String: String] = [:]) throws {
        server = try ScriptedServer { request, connection in
            let path = request.target.prefix { $0 != "?" }
            let own = [
                "/3/search/multi": Self.page, "/3/trending/all/week": Self.page,
                "/3/movie/1": #"{"id": 1, "title": "The Harbour"}"#, "/3/tv/1": #"{"id": 1, "name": "Low Tide"}"#,
                "/3/tv/episode_group/1a": #"{"id": "1a", "name": "DVD", "type": 3, "groups": []}"#,
                "/3/tv/1/season/1": #"{"id": 2, "name": "Season 1", "season_number": 1, "episodes": []}"#,
                "/3/genre/movie/list": #"{"genres": [{"id": 18, "name": "Drama"}]}"#,
                "/3/configuration": Self.configuration, "/v4/login": #"{"data": {"token": "a-token"}}"#,
                "/v4/search": #"{"data": [{"tvdb_id": "1", "name": "Low Tide"}]}"#,
                "/v4/series/1/episodes/default": #"{"data": {"episodes": [\#(Self.episode)]}}"#,
            ]
            let responses = own.merging(more) { $1 }
            if path.hasPrefix("/t/p/w342/"), path.hasSuffix(".jpg") {
                // "boat", of `/boat.jpg`.
                let name = String(path.dropFirst("/t/p/w342/".count).dropLast(".jpg".count))
                return try connection.respond(200, ["Content-Type": "image/jpeg"], name)
            }
            try connection.respond(responses[String(path)] == nil ? 404 : 200, [:], responses[String(path)] ?? "")
        }
    }

    /// The settings of metadata-gateway that lead here.
    public var settings: [String: String] {
        [
            "tmdb-key": "a-key-for-tests", "tmdb-address": "http://127.0.0.1:\(server.port)/3",
            "tmdb-image-address": "http://127.0.0.1:\(server.port)/t/p", "tvdb-key": "a-key-for-tests",
            "tvdb-address": "http://127.0.0.1:\(server.port)/v4",
        ]
    }

    /// Ends it.
    public func stop() { server.stop() }

    private static let page =
        #"{"page": 1, "results": [{"id": 1, "title": "The Harbour"}], "total_pages": 1, "total_results": 1}"#

    private static let episode =
        #"{"number": 1, "seasonNumber": 1, "introStart": 12, "introEnd": 75, "creditStart": 2300}"#

    private static let configuration = """
        {"change_keys": [], "images": {"base_url": "http://a/", "secure_base_url": "https://a/", "backdrop_sizes": [], \
        "logo_sizes": [], "poster_sizes": [], "profile_sizes": [], "still_sizes": []}}
        """
}
