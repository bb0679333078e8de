import Foundation

/// The input files, generated once for each size and seed.
struct BenchFiles {
    let directory: String
    let entries: Int
    let guideBytes: Int
    let seed: UInt64

    /// Channels of the guide, assigned to the playlist's first channels.
    static let guideChannels = 5_000
    /// How long before now the guide begins, in seconds.
    private static let past = 6 * 3_600

    /// The playlist.
    var playlist: String { "\(directory)/list-\(entries)-\(seed).m3u" }
    /// The guide, which begins some hours before its generation.
    var guide: String { "\(directory)/guide-\(guideBytes)-\(seed).xml" }

    /// Generates missing files.
    func make(guide needsGuide: Bool = false) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let words = try Vocabulary()
        if !FileManager.default.fileExists(atPath: playlist) {
            let generator = PlaylistGenerator(
                words: words, entries: entries, seed: seed, guideChannels: Self.guideChannels)
            _ = try generator.write(to: playlist)
        }
        if needsGuide {
            let begin = (Int(Date().timeIntervalSince1970) - Self.past) / 3_600 * 3_600
            let generator = GuideGenerator(
                words: words, channels: Self.guideChannels, bytes: guideBytes, seed: seed, begin: begin)
            _ = try generator.write(to: guide)
        }
    }

    /// An empty folder.
    func folder(_ name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// A file's size in MB of a million bytes.
    func megabytes(_ path: String) -> String {
        let bytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        return String(format: "%.1f", Double(bytes) / 1e6)
    }
}
