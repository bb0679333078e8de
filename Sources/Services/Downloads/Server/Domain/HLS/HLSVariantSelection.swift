internal import DownloadsAPI

extension HLSMasterPlaylist {
    /// The variant for a quality: the best one within its bit rate, else the one with the lowest.
    ///
    /// Audio-only variants are used only when there is none with a picture. A variant without a bit rate is ranked by
    /// its picture size, after those with one.
    func variant(for quality: DownloadQuality) -> HLSVariant? {
        let pictures = variants.filter(\.hasPicture)
        let candidates = pictures.isEmpty ? variants : pictures
        let limit = quality.bitsPerSecond
        let fitting = candidates.filter { ($0.bitsPerSecond ?? 0) <= limit }
        // Of equal ones the first counts: the others are the same at another place.
        if let best = fitting.enumerated().max(by: { Self.isLess($0.element, $1.element, $0.offset, $1.offset) }) {
            return best.element
        }
        return candidates.enumerated().min { Self.isLess($0.element, $1.element, -$0.offset, -$1.offset) }?.element
    }

    private static func isLess(_ left: HLSVariant, _ right: HLSVariant, _ leftPlace: Int, _ rightPlace: Int) -> Bool {
        (left.bitsPerSecond ?? 0, left.pixels, -leftPlace) < (right.bitsPerSecond ?? 0, right.pixels, -rightPlace)
    }
}

extension HLSVariant {
    /// Its bits per second, as far as the playlist says.
    var bitsPerSecond: Int? { averageBandwidth ?? bandwidth }

    fileprivate var pixels: Int {
        resolution.map { $0.width.multipliedReportingOverflow(by: $0.height).partialValue } ?? 0
    }

    /// Whether it has a picture, as far as the playlist tells: by its size, or by codecs that are not all audio.
    fileprivate var hasPicture: Bool {
        if resolution != nil { return true }
        guard let codecs else { return true }
        let ofSound = ["mp4a", "ac-3", "ec-3", "opus", "flac", "alac", "dts"]
        return !codecs.lowercased().split(separator: ",").allSatisfy { codec in
            ofSound.contains { codec.trimmed.hasPrefix($0) }
        }
    }
}

extension DownloadQuality {
    /// Its maximum bits per second.
    var bitsPerSecond: Int {
        switch self {
        case .low: 2_000_000
        case .medium: 5_000_000
        case .high: 10_000_000
        default: .max
        }
    }
}
