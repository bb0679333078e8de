/// The order in which the links of a title are tried: pure, of their qualities, the preferred one, and what the household
/// has seen of them.
struct VariantOrder: Sendable {
    /// A link of a title.
    struct Link: Sendable, Hashable {
        var id: String
        /// The lines of its picture; nil when the list does not say.
        var lines: Int?
        /// Whether its source has lost it, or it has failed for the household lately.
        var isDoubtful = false
        /// How often it played for the household, and how often it did not.
        var worked: Int64
        var failed: Int64

        init(_ id: String, lines: Int? = nil, isDoubtful: Bool = false, worked: Int64 = 0, failed: Int64 = 0) {
            (self.id, self.lines, self.isDoubtful) = (id, lines, isDoubtful)
            (self.worked, self.failed) = (worked, failed)
        }

        /// Whether it failed more often than it played: more than once, since a single failure may be the network's.
        var isUnreliable: Bool { failed > worked && failed > 1 }

        /// The share of successes, by Laplace's rule of succession: one half when nothing is known.
        var success: Double { Double(worked + 1) / Double(worked + failed + 2) }
    }

    /// The most lines that the profile prefers; nil: as many as there are.
    var preferredLines: Int?

    /// The links in order: those in doubt and the unreliable ones last; then the best at or under the preferred quality,
    /// then the least above it; of equal ones those that played more often, then as the catalog has them.
    func sorted(_ links: [Link]) -> [Link] {
        links.enumerated().sorted { left, right in
            let (one, other) = (rank(left.element), rank(right.element))
            if one != other { return one.lexicographicallyPrecedes(other) }
            return left.offset < right.offset
        }.map(\.element)
    }

    private func rank(_ link: Link) -> [Double] {
        let lines = Double(link.lines ?? 0)
        let isAbove = preferredLines.map { (link.lines ?? 0) > $0 } ?? false
        return [
            link.isDoubtful ? 1 : 0, link.isUnreliable ? 1 : 0, isAbove ? 1 : 0, isAbove ? lines : -lines,
            -link.success,
        ]
    }

    /// The lines of a picture's quality as lists write it: `1080p`, `4K`, `FHD`; nil when it says none.
    static func lines(of quality: String?) -> Int? {
        guard let text = quality?.lowercased() else { return nil }
        if let named = names.first(where: { text == $0.name }) { return named.lines }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard digits.count >= 3, digits.count <= 4, let lines = Int(digits) else { return nil }
        return lines
    }

    private static let names: [(name: String, lines: Int)] = [
        ("8k", 4_320), ("4k", 2_160), ("uhd", 2_160), ("2k", 1_440), ("qhd", 1_440), ("fhd", 1_080), ("full hd", 1_080),
        ("hd", 720), ("sd", 480),
    ]

    /// The most lines of each choice of the setting `preferredQuality`, in its order; nil for all.
    static let preferences: [Int?] = [nil, 720, 1_080, 2_160]
}
