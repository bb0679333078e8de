internal import CatalogAPI
internal import HearthModel
internal import RPC

extension Catalog.Search {
    /// The most values that one filter may list.
    static let maximumFilterValues = 50
    /// The longest duration of a filter, in minutes.
    static let longestMinutes: Int32 = 60 * 24 * 7

    /// Validates the filters.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    func check() throws {
        _ = try Self.bits(of: kinds)
        try Self.check("genres", genres, \.self, "one of TMDB's genres") { GenreBits.bit(named: $0) != nil }
        try Self.check("ratings", ratings, \.rawValue, "a rating") { ContentRating.all.contains($0) }
        try Self.check("groups", groups, \.self, "a group") { _ in true }
        try Self.check("years", years, \.text, "a range of years, the first one first") { range in
            (range.from ?? 0) <= (range.through ?? Self.lastYear)
                && [range.from, range.through].compactMap(\.self).allSatisfy { (0...Self.lastYear).contains($0) }
        }
        try Self.check("languages", languages, \.self, "a language by ISO 639-1") { (2...3).contains($0.utf8.count) }
        try Self.check("qualities", qualities, \.rawValue, "a quality") { QualityBits.bit($0) != nil }
        try Self.check("providers", providers, \.description, "a provider's number") { $0 > 0 }
        try Self.check("facets", facets, \.rawValue, "a facet") { SearchFacet.all.contains($0) }
        for (field, minutes) in [("minimumMinutes", minimumMinutes), ("maximumMinutes", maximumMinutes)] {
            guard let minutes else { continue }
            guard (1...Self.longestMinutes).contains(minutes) else {
                throw RPCError.invalidArgument(field, "must be between 1 and \(Self.longestMinutes) minutes")
            }
        }
        guard minimumMinutes ?? 1 <= maximumMinutes ?? Self.longestMinutes else {
            throw RPCError.invalidArgument("maximumMinutes", "must be no fewer than minimumMinutes")
        }
        if let similarTo, !similarTo.isWellFormed {
            throw RPCError.invalidArgument("similarTo", "must be a content ID")
        }
    }

    /// The requested kinds as bits; the default kinds when the request gives none.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    static func bits(of kinds: [ContentKind]?) throws -> Int64 {
        try check("kinds", kinds, \.rawValue, "a kind of title") { KindBit.bit($0) != nil }
        return kinds?.reduce(0) { $0 | (KindBit.bit($1) ?? 0) } ?? KindBit.searched
    }

    private static let lastYear: Int32 = 9_999
    private static let shownCharacters = 40

    private static func check<Value>(
        _ field: String, _ values: [Value]?, _ text: (Value) -> String, _ what: String, _ isKnown: (Value) -> Bool
    ) throws {
        guard let values else { return }
        guard (1...maximumFilterValues).contains(values.count) else {
            throw RPCError.invalidArgument(field, "must be between 1 and \(maximumFilterValues) values, or none at all")
        }
        if let unknown = values.first(where: { !isKnown($0) }) {
            throw RPCError.invalidArgument(field, "\(text(unknown).prefix(shownCharacters)) is not \(what)")
        }
    }

    /// A hash of the request without the page, so that a cursor is not accepted by another search.
    var question: UInt64 {
        var hash = Fingerprint()
        hash.add("Search 3")
        hash.add(text)
        func add(_ field: String, _ values: [String]?) {
            guard let values else { return }
            hash.add(field)
            for value in values { hash.add(value) }
        }
        add("kinds", kinds?.map(\.rawValue))
        add("genres", genres)
        add("ratings", ratings?.map(\.rawValue))
        add("groups", groups)
        add("years", years?.map(\.text))
        add("languages", languages)
        add("qualities", qualities?.map(\.rawValue))
        add("providers", providers?.map { String($0) })
        add("subscribed", onlySubscribed == true ? [""] : nil)
        add("minutes", [minimumMinutes, maximumMinutes].map { $0.map { String($0) } ?? "" })
        add("similar", similarTo.map { [$0.rawValue] })
        add("scope", scope.map { [$0.rawValue] })
        add("radio", isRadio.map { [String($0)] })
        add("natural", isNatural == true ? [""] : nil)
        hash.add(sort?.rawValue ?? "")
        return UInt64(bitPattern: hash.value)
    }
}
