/// Tells which new item an old one has become when a list is read again and the id has changed.
///
/// A corrected title, a guide id that was added, a year that was dropped: the old id is gone and a new one has come. The two
/// are the same when they share a rung that no other gone and no other new item has. Surer rungs are tried first, and a pair
/// found there is out of the game for the weaker ones. A short name says little: where two countries' guide ids stand beside
/// it ("Canal 3" of Guatemala and of Benin) it is not the same channel, unless the address is.
package enum RenameFinder {
    /// An item and how to know it.
    package struct Candidate: Sendable {
        package var id: DerivedID
        package var rungs: [MatchKey]

        package init(id: DerivedID, rungs: [MatchKey]) {
            (self.id, self.rungs) = (id, rungs)
        }
    }

    /// The new id for each old one that has one, and the rung that says so.
    package static func find(
        gone: [Candidate], new: [Candidate]
    ) -> [DerivedID: (id: DerivedID, by: MatchKey.Kind)] {
        var found: [DerivedID: (id: DerivedID, by: MatchKey.Kind)] = [:]
        var taken: Set<DerivedID> = []
        let (origins, newOrigins) = (Self.origins(of: gone), Self.origins(of: new))
        for kind in MatchKey.Kind.allCases.sorted() where kind != .origin {
            let old = unique(gone.filter { found[$0.id] == nil }, by: kind)
            let fresh = unique(new.filter { !taken.contains($0.id) }, by: kind)
            // In the order of the ids, so that a pair that two rungs of one kind allow is always the same.
            for (key, id) in old.sorted(by: { $0.value < $1.value }) where found[id] == nil {
                guard let match = fresh[key], match.kind == id.kind, !taken.contains(match) else { continue }
                if kind == .name, let here = origins[id], let there = newOrigins[match], here.isDisjoint(with: there) {
                    continue
                }
                found[id] = (match, kind)
                taken.insert(match)
            }
        }
        return found
    }

    /// The title that stays for each one that goes whose link is one of that title's, and the rung that says so.
    ///
    /// Names say nothing here: the two were there side by side under theirs.
    ///
    /// - Parameters:
    ///   - gone: titles that go; one with links that are known in several ways may come several times.
    ///   - there: titles that stay, with the ways to know their links.
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
                // Links that went to several titles say of none that it is the one.
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

    /// The items by their rungs of one kind; rungs of several items left out.
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
