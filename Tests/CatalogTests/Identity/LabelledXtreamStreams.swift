import Foundation
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The entries that a panel's `get.php` makes of its streams: the address tells a film from a live stream.
struct LabelledXtreamStreams {
    private struct Stream: Decodable {
        var number: Int
        var name: String
        var category: String?
        var ending: String?
        var guideID: String?

        private enum CodingKeys: String, CodingKey {
            case number = "stream_id"
            case name
            case category = "category_id"
            case ending = "container_extension"
            case guideID = "epg_channel_id"
        }
    }

    private struct Category: Decodable {
        var id: String
        var name: String

        private enum CodingKeys: String, CodingKey {
            case id = "category_id"
            case name = "category_name"
        }
    }

    private var streams: [String: [Int: Stream]] = [:]
    private var categories: [String: [String: String]] = [:]

    /// Reads what a panel has of a kind.
    ///
    /// - Parameter path: `xtream/go.xtream-codes/PANEL/live` or `…/vod`.
    private mutating func read(_ path: String) throws {
        guard streams[path] == nil else { return }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        let all: [Stream] = try SharedData.json("\(folder)/get_\(Self.kind(path))_streams.json")
        streams[path] = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
        let names: [Category] = try SharedData.json("\(folder)/get_\(Self.kind(path))_categories.json")
        categories[path] = Dictionary(names.map { ($0.id, $0.name) }) { first, _ in first }
    }

    private static func kind(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Everything that a panel has of a kind.
    mutating func entries(_ path: String) throws -> [M3UEntry] {
        try read(path)
        return try streams[path, default: [:]].keys.sorted().map { try entry(path, $0) }
    }

    /// - Parameter path: `xtream/go.xtream-codes/PANEL/live` or `…/vod`.
    mutating func entry(_ path: String, _ number: Int) throws -> M3UEntry {
        try read(path)
        let kind = Self.kind(path)
        let stream = try #require(streams[path]?[number], "\(path):\(number)")
        let group = stream.category.flatMap { categories[path]?[$0] } ?? ""
        let address =
            kind == "vod"
            ? "http://panel.example:8080/movie/user/word/\(number).\(stream.ending ?? "mp4")"
            : "http://panel.example:8080/user/word/\(number)"
        let text = """
            #EXTM3U
            #EXTINF:-1 tvg-id="\(stream.guideID ?? "")" tvg-name="\(stream.name)" tvg-logo="" group-title="\(group)",\(stream.name)
            \(address)
            """
        return try #require(Playlist(Array(text.utf8)).entries.first)
    }
}
