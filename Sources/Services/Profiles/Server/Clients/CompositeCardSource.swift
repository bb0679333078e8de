internal import Foundation
internal import HearthModel
internal import RPC

/// Cards from both sources: the library's from the catalog, other titles' from metadata-gateway.
struct CompositeCardSource: CardSource {
    let catalog: CatalogCardSource
    let metadata: MetadataCardSource

    func card(of content: ContentID, within timeout: Duration) async -> CardResult {
        guard !content.isOfLibrary else { return await catalog.card(of: content, within: timeout) }
        // The library may have it in the meantime, and its title then wins.
        let result = await catalog.card(of: content, within: timeout / 2)
        if case .found = result { return result }
        let outside = await metadata.card(of: content, within: timeout / 2)
        guard case .unavailable = result, case .found(let card, let fetched) = outside else { return outside }
        // The library may have it, but did not answer: the card is expired, so that it is refreshed soon.
        return .found(card, fetched: fetched.map { $0 - ProfilesLimits.refreshAge })
    }
}
