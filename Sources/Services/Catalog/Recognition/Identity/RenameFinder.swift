internal import CatalogFormats

/// Matches old items with new ones when a list is read again and ids have changed.
///
/// A corrected title, an added guide id, a dropped year: the old id is gone and a new one has appeared. The two are the
/// same when they share a match key that no other removed and no other new item has. Stronger keys are tried first, and
/// a pair found there is excluded from the weaker ones. A short name is weak: where two countries' guide ids stand
/// beside it ("Canal 3" of Guatemala and of Benin) it is not the same channel, unless the address is.
package enum RenameFinder {
    /// An item with its match keys.
    package struct Candidate: Sendable {
        package var id: DerivedID
        package var rungs: [MatchKey]

        package init(id: DerivedID, rungs: [MatchKey]) {
            (self.id, self.rungs) = (id, rungs)
        }
    }

    /// The new id for each old one that has one, and the matching key.
    package static func find(
        gone: [Candidate], new: [Candidate]
    ) -> [DerivedID: (id: DerivedID, by: MatchKey.Kind)] {
        var found: [DerivedID: (id: DerivedID, by: MatchKey.Kind)] = [:]
        var matched: Set<DerivedID> = []
        let (origins, newOrigins) = (Self.origins(of: gone), Self.origins(of: new))
        for kind in MatchKey.Kind.allCases.sorted() where kind != .origin {
            let old = unique(gone.filter { found[$0.id] == nil }, by: kind)
            let fresh = unique(new.filter { !matched.contains($0.id) }, by: kind)
            // In the order of the ids, so that the choice between two keys of one kind is deterministic.
            for (key, id) in old.sorted(by: { $0.value < $1.value }) where found[id] == nil {
                guard let match = fresh[key], match.kind == id.kind, !matched.contains(match) else { continue }
                if kind == .name, let here = origins[id], let there = newOrigins[match], here.isDisjoint(with: there) {
                    continue
                }
                found[id] = (match, kind)
                matched.insert(match)
            }
        }
        return found
    }

    /// The remaining title for each removed one whose link now belongs to that title, and the matching key.
    ///
    /// Names do not count here: the two titles coexisted under theirs.
    ///
    /// - Parameters:
    ///   - gone: removed titles; one with links that have several keys may occur several times.
    ///   - there: remaining titles, with the keys of their links.
    package static func joined(
        gone: [Candidate], there: [Candidate]
    ) -> [DerivedID: (id: DerivedID, by: MatchKey.Kind)] {
        var found: [DerivedID: (id: DerivedID, by: MatchKey.Kind)] = [:]
        var rungs: [DerivedID: Set<MatchKey>] = [:]
        for candidate in gone { rungs[candidate.id, default: []].formUnion(candidate.rungs) }
        for kind in [MatchKey.Kind.provider, .external, .address] {
            let targets = unique(there, by: kind)
            for (id, rungs) in rungs where found[id] == nil {
                let matches = Set(rungs.filter { $0.kind == kind }.compactMap { targets[$0.key] })
                // Links that went to several titles match none of them.
                guard let match = matches.first, matches.count == 1, match.kind == id.kind, match != id else {
                    continue
                }
                found[id] = (match, kind)
            }
        }
        return found
    }

    private static func origins(of items: [Candidate]) -> [DerivedID: Set<IdentityKey>] {
        var found: [DerivedID: Set<IdentityKey>] = [:]
        for item in items {
            for rung in item.rungs where rung.kind == .origin { found[item.id, default: []].insert(rung.key) }
        }
        return found
    }

    /// The items by match key of one kind; keys of several items are omitted.
    private static func unique(_ items: [Candidate], by kind: MatchKey.Kind) -> [IdentityKey: DerivedID] {
        var found: [IdentityKey: DerivedID] = [:]
        var shared: Set<IdentityKey> = []
        for item in items {
            for rung in item.rungs where rung.kind == kind {
                if let known = found[rung.key], known != item.id { shared.insert(rung.key) }
                found[rung.key] = item.id
            }
        }
        for key in shared { found[key] = nil }
        return found
    }
}
