internal import CatalogAPI
internal import DownloadsAPI

/// Chooses among a title's links by the requested quality.
enum VariantSelection {
    /// The id of the link for a quality: the best one at or under it, then one of unknown quality, then the lowest
    /// above it. Of equal links the first counts, as the catalog sorts the best first; those that their source has lost
    /// or that failed lately come last.
    ///
    /// - Returns: nil for the catalog's first one: when the best is requested, or no quality is known.
    static func variant(of variants: [Variant], for quality: DownloadQuality) -> String? {
        guard let limit = lines(of: quality), variants.contains(where: { lines(of: $0) != nil }) else { return nil }
        let sound = variants.filter { !$0.isStale && $0.failedAt == nil }
        let candidates = sound.isEmpty ? variants : sound
        let known = candidates.compactMap { variant in lines(of: variant).map { (id: variant.id, lines: $0) } }
        // The first of equal ones: `max` and `min` would take the last and the first.
        if let best = known.filter({ $0.lines <= limit }).map(\.lines).max() {
            return known.first { $0.lines == best }?.id
        }
        if let unknown = candidates.first(where: { lines(of: $0) == nil }) { return unknown.id }
        return known.min { $0.lines < $1.lines }?.id
    }

    /// The maximum picture height of a quality in lines; nil for any.
    private static func lines(of quality: DownloadQuality) -> Int? {
        switch quality {
        case .low: 480
        case .medium: 720
        case .high: 1_080
        default: nil
        }
    }

    /// The picture height of a link by the catalog's label (`1080p`, `HD`); nil for an unknown label.
    private static func lines(of variant: Variant) -> Int? {
        guard let name = variant.quality?.lowercased() else { return nil }
        if let lines = names[name] { return lines }
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard let lines = Int(digits), ["p", "i"].contains(name.dropFirst(digits.count).prefix(1)) else { return nil }
        return lines
    }

    private static let names = [
        "sd": 480, "hd": 720, "hq": 720, "fhd": 1_080, "full hd": 1_080, "qhd": 1_440, "2k": 1_440, "uhd": 2_160,
        "4k": 2_160, "8k": 4_320,
    ]
}
