internal import CatalogAPI
internal import MetadataGatewayAPI

extension MetadataTitle.Watch {
    private static let maximumProviders = 100
    private static let longestName = 100
    private static let longestLink = 500

    /// Extracts one country from TMDB's data; empty for a country that it does not have.
    init(_ found: TMDB.WatchProviders?, in region: String) {
        let here = found?.results[region]
        self.region = region
        link = here?.link.flatMap { $0.count <= Self.longestLink ? $0 : nil }
        providers = []
        add(here?.flatrate, .subscription)
        add(here?.free, .free)
        add(here?.ads, .advertisements)
    }

    private mutating func add(_ found: [TMDB.Provider]?, _ way: WatchWay) {
        for provider in found ?? [] where provider.providerId > 0 && !provider.providerName.isEmpty {
            if let index = providers.firstIndex(where: { $0.id == provider.providerId }) {
                if !providers[index].ways.contains(way) { providers[index].ways.append(way) }
            } else if providers.count < Self.maximumProviders {
                let name = String(provider.providerName.prefix(Self.longestName))
                providers.append(Provider(id: provider.providerId, name: name, ways: [way]))
            }
        }
    }
}

extension MetadataTitle {
    /// The title with its watch providers in a country; unchanged where those were not requested.
    func shown(_ found: TMDB.WatchProviders?, in region: String?) -> MetadataTitle {
        var title = self
        title.watch = region.map { Watch(found, in: $0) }
        return title
    }
}

extension MetadataTitleTable.Row {
    /// The title without watch providers of another country than the household's. These make it due soon, as another
    /// language does: the household moved during the request, or no request has succeeded since.
    ///
    /// - Parameters:
    ///   - language: the household's, as TMDB takes it.
    ///   - soon: milliseconds since 1970.
    func held(to region: String?, _ language: String?, soon: Int64) -> MetadataTitleTable.Row {
        guard let title, title.watch?.region != region || title.language != language else { return self }
        var row = self
        if title.watch?.region != region { row.title?.watch = nil }
        row.due = min(due, soon)
        return row
    }
}
