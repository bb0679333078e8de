internal import CatalogAPI
internal import CatalogRecognition
internal import HearthModel

/// Counts a search: the hits, the kinds and each facet under the other filters, all in one walk.
struct FacetCounter: Sendable {
    /// The titles that pass all filters, in the order of rows.
    private(set) var hits: [UInt32] = []
    /// The number of titles that pass all filters.
    private(set) var total: Int64 = 0
    /// The number that passes all non-facet filters, of all counted kinds.
    private(set) var admitted = 0
    private var kinds: [Int64] = Array(repeating: 0, count: 4)
    private var genres: [Int64] = Array(repeating: 0, count: GenreBits.all.count)
    private var decades: [Int64] = Array(repeating: 0, count: Self.decades.count)
    private var ratings: [Int64] = Array(repeating: 0, count: Audience.all.count)
    private var languages: [Int64]
    /// By sets of providers, as ``TitleIndex/providerSets``.
    private var providers: [Int64]
    private var qualities: [Int64] = Array(repeating: 0, count: QualityBits.count)

    /// The counted ranges of years.
    static let decades = [
        YearRange(2020), YearRange(2010, through: 2019), YearRange(2000, through: 2009),
        YearRange(1990, through: 1999), YearRange(through: 1989),
    ]

    /// Counts.
    ///
    /// - Parameters:
    ///   - candidates: the titles that a text finds; nil for all.
    ///   - countsFacets: whether to count facets, too.
    init(_ candidates: [UInt32]?, of titles: TitleIndex, _ filter: SearchFilter, countsFacets: Bool) {
        languages = Array(repeating: 0, count: titles.languageSets.count)
        providers = Array(repeating: 0, count: titles.providerSets.count)
        if let candidates {
            for position in candidates { count(position, titles, filter, countsFacets) }
        } else {
            for position in titles.facts.indices { count(UInt32(position), titles, filter, countsFacets) }
        }
    }

    private mutating func count(
        _ position: UInt32, _ titles: TitleIndex, _ filter: SearchFilter, _ countsFacets: Bool
    ) {
        let title = titles.facts[Int(position)]
        guard filter.admits(title, position) else { return }
        let failures = filter.failures(title, position)
        admitted += 1
        if failures == 0 {
            hits.append(position)
            total += 1
        }
        if failures & ~SearchFilter.Facet.kind == 0 { kinds[title.kind.trailingZeroBitCount & 3] += 1 }
        // A title that fails one filter counts in that one's facet: there its value replaces the requested ones.
        guard countsFacets, failures & (failures &- 1) == 0 else { return }
        func isCounted(_ facet: UInt8) -> Bool { failures & ~facet == 0 }
        if isCounted(SearchFilter.Facet.genre) {
            var rest = title.genres
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if bit < genres.count { genres[bit] += 1 }
                rest &= rest - 1
            }
        }
        if isCounted(SearchFilter.Facet.year), title.year != 0 { decades[Self.decade(of: title.year)] += 1 }
        if isCounted(SearchFilter.Facet.rating), title.audience != 0 {
            ratings[min(title.audience.trailingZeroBitCount, ratings.count - 1)] += 1
        }
        if isCounted(SearchFilter.Facet.language) { languages[Int(title.languages)] += 1 }
        if isCounted(SearchFilter.Facet.provider), !titles.providers.isEmpty {
            providers[Int(titles.providers[Int(position)])] += 1
        }
        if isCounted(SearchFilter.Facet.quality) {
            var rest = title.qualities
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                if bit < qualities.count { qualities[bit] += 1 }
                rest &= rest - 1
            }
        }
    }

    private static func decade(of year: UInt16) -> Int {
        switch year {
        case 2020...: 0
        case 2010...: 1
        case 2000...: 2
        case 1990...: 3
        default: 4
        }
    }

    // MARK: Results

    /// The number of each kind that passes all filters but that of kinds.
    var kindCounts: [KindCount] {
        kinds.indices.compactMap { bit in
            kinds[bit] > 0 ? KindCount(kind: KindBit.kind(1 << Int64(bit)), count: kinds[bit]) : nil
        }
    }

    /// The values of a facet.
    func counts(of facet: SearchFacet, _ titles: TitleIndex) -> FacetCounts {
        FacetCounts(facet: facet, values: values(of: facet, titles).filter { $0.count > 0 })
    }

    private func values(of facet: SearchFacet, _ titles: TitleIndex) -> [FacetValue] {
        switch facet {
        case .genre:
            return zip(GenreBits.all, genres).map { FacetValue(value: $0.name, count: $1) }.byCount
        case .year:
            return zip(Self.decades, decades).map { FacetValue(value: $0.text, count: $1) }
        case .rating:
            // Titles marked adult have a rating besides.
            return ContentRating.all.enumerated().map { index, rating in
                FacetValue(value: rating.rawValue, count: ratings[index] + ratings[index + ContentRating.all.count])
            }
        case .language:
            var counts: [String: Int64] = [:]
            for (set, count) in zip(titles.languageSets, languages) where count > 0 {
                for language in set { counts[language, default: 0] += count }
            }
            return counts.map { FacetValue(value: $0.key, count: $0.value) }.byCount
        case .quality:
            return qualities.enumerated().map {
                FacetValue(value: QualityBits.quality(at: $0.offset).rawValue, count: $0.element)
            }
        case .provider:
            var counts: [Int64: Int64] = [:]
            for (set, count) in zip(titles.providerSets, providers) where count > 0 {
                for provider in set { counts[provider, default: 0] += count }
            }
            return counts.map {
                FacetValue(value: String($0.key), count: $0.value, name: titles.providerNames[$0.key])
            }.byCount
        default: return []
        }
    }
}

extension [FacetValue] {
    /// The largest first, ties by name.
    fileprivate var byCount: [FacetValue] {
        sorted { ($1.count, $0.name ?? $0.value, $0.value) < ($0.count, $1.name ?? $1.value, $1.value) }
    }
}
