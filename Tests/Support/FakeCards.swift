package import HearthModel
package import RPC

/// What the catalog's `GetCards` finds among the titles that a fake of it has. It refuses what the catalog refuses.
///
/// - Parameter cards: the titles by the ids under which they are found: their own, or one that they have replaced. TMDB's id of a
///   title finds the one that has this number, and nothing is stored under it.
/// - Throws: INVALID_ARGUMENT for no ids at all, and for more than the catalog takes.
package func catalogCards(_ ids: [ContentID], among cards: [ContentID: Card]) throws(RPCError) -> [Card] {
    let most = 500
    guard (1...most).contains(ids.count) else { throw .invalidArgument("ids", "must be between 1 and \(most) ids") }
    return ids.compactMap { id in
        if id.isOfLibrary { return cards[id] }
        guard TMDBID(id) != nil else { return nil }
        return cards.values.filter { $0.id.isOfLibrary && TMDBID(of: $0)?.content == id }
            .min { $0.id.rawValue < $1.id.rawValue }
    }
}
