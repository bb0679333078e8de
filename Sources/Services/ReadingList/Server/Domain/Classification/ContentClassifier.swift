/// Classifies a link by its address and title only, with weighted signals: host, path segments, file extension, and
/// words of the title. Signals of an article have negative weight.
///
/// Hosts are matched by registrable domain or whole subdomain, path signals by whole segments and words, never by
/// substring.
enum ContentClassifier {
    /// From this weight on a link is video or audio.
    private static let threshold = 0.6
    /// A smaller difference makes it both.
    private static let tie = 0.2

    /// The types of the page at an address.
    static func classify(_ address: WebAddress, title: String?) -> ContentTypeSet {
        let weight = HostSignals.weight(address) + PathSignals.weight(address) + TitleSignals.weight(title ?? "")
        var types: ContentTypeSet = []
        if weight.video >= threshold, weight.video >= weight.audio - tie { types.insert(.video) }
        if weight.audio >= threshold, weight.audio >= weight.video - tie { types.insert(.audio) }
        return types.isEmpty ? .article : types
    }

    /// How much speaks for each.
    struct Weight: Hashable, Sendable {
        var video = 0.0
        var audio = 0.0

        init(_ video: Double = 0, _ audio: Double = 0) { (self.video, self.audio) = (video, audio) }

        static func + (one: Weight, other: Weight) -> Weight {
            Weight(one.video + other.video, one.audio + other.audio)
        }

        static func += (one: inout Weight, other: Weight) { one = one + other }

        static func * (one: Weight, factor: Double) -> Weight { Weight(one.video * factor, one.audio * factor) }

        static func video(_ weight: Double) -> Weight { Weight(weight, 0) }

        static func audio(_ weight: Double) -> Weight { Weight(0, weight) }

        /// The same against both.
        static func article(_ weight: Double) -> Weight { Weight(-weight, -weight) }
    }
}
