import HearthModel
import MetadataGatewayAPI
import RPC

extension AllMethodsScenario {
    func metadata() async throws {
        try await send(MetadataGateway.SearchTitles(text: "harbour"))
        try await refused(MetadataGateway.SearchTitles(text: ""), .invalidArgument)
        try await send(MetadataGateway.ListTitles(list: .trendingThisWeek))
        try await send(MetadataGateway.GetMovie(id: 1))
        try await refused(MetadataGateway.GetMovie(id: 2), .notFound)
        try await send(MetadataGateway.GetShow(id: 1))
        try await sendUnlessAbsent(MetadataGateway.GetSeason(seriesId: 1, seasonNumber: 1))
        try await sendUnlessAbsent(MetadataGateway.GetSeasonMarks(title: "Low Tide", seasonNumber: 1))
        try await sendUnlessAbsent(MetadataGateway.GetEpisodeGroup(seriesId: 1, groupId: "1a"))
        try await send(MetadataGateway.GetGenres(ofShows: false))
        try await send(MetadataGateway.GetConfiguration())
        try await send(MetadataGateway.GetImage(path: "/boat.jpg", use: .card))
        try await send(MetadataGateway.Discover(text: "harbour"))
        try await refused(MetadataGateway.Discover(text: ""), .invalidArgument)
        try await send(MetadataGateway.GetCards(ids: ["movie:1", "tv:1"].map { ContentID(rawValue: "tmdb:\($0)") }))
        try await send(MetadataGateway.GetSourceStatus())
    }
}
