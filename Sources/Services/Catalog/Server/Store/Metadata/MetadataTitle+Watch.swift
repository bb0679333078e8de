internal import CatalogAPI

extension MetadataTitle {
    /// The watch providers of a title in a country, without renting or buying.
    struct Watch: Codable, Hashable, Sendable {
        /// ISO 3166-1.
        var region: String
        /// TMDB's page with links to them.
        var link: String?
        var providers: [Provider]

        struct Provider: Codable, Hashable, Sendable {
            /// TMDB's id.
            var id: Int64
            var name: String
            var ways: [WatchWay]
        }

        /// The providers' ids as stored in an item; nil when there are none.
        var stored: String? {
            providers.isEmpty ? nil : providers.map(\.id).sorted().map { String($0) }.joined(separator: ",")
        }
    }
}

extension WhereToWatch {
    init(_ watch: MetadataTitle.Watch) {
        self.init(
            region: watch.region,
            providers: watch.providers.map { WatchProvider(id: $0.id, name: $0.name, ways: $0.ways) }, link: watch.link)
    }
}
