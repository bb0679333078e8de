import Foundation

/// The files of the library's sources, in several versions.
enum SourceFiles {
    static let films = PlanGenerator.films
    static let (adult, versions) = (4, 6)
    private static let channels = ["one", "two", "three"]

    /// A playlist with as many films more than the first as its version says.
    static func playlist(version: Int) -> String {
        var lines = ["#EXTM3U"]
        for number in 0..<films {
            lines.append("#EXTINF:-1 group-title=\"Films\",Film \(number)")
            lines.append("http://tv.example/movie/a/b/\(number).mp4")
        }
        for number in 0..<adult {
            lines.append("#EXTINF:-1 group-title=\"XXX\",XXX Night \(number)")
            lines.append("http://tv.example/movie/a/b/\(900 + number).mp4")
        }
        for number in 0..<version {
            lines.append("#EXTINF:-1 group-title=\"Films\",Newcomer \(number)")
            lines.append("http://tv.example/movie/a/b/\(500 + number).mp4")
        }
        for (number, name) in channels.enumerated() {
            lines.append("#EXTINF:-1 tvg-id=\"\(name)\" group-title=\"News\",Channel \(name)")
            lines.append("http://tv.example/live/a/b/\(number).ts")
        }
        return lines.joined(separator: "\n")
    }

    /// A guide whose programmes say which version they are of.
    static func guide(version: Int) -> String {
        let names = channels
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<tv>"]
        for name in names {
            lines.append("<channel id=\"\(name)\"><display-name>Channel \(name)</display-name></channel>")
        }
        for name in names {
            for hour in 10..<13 {
                lines.append(
                    "<programme channel=\"\(name)\" start=\"20260101\(hour)0000 +0000\" "
                        + "stop=\"20260101\(hour + 1)0000 +0000\"><title>Show \(hour) of v\(version)</title>"
                        + "</programme>")
            }
        }
        return (lines + ["</tv>"]).joined(separator: "\n")
    }

    static func playlistFile(_ version: Int) -> String { "films-\(version).m3u" }
    static func guideFile(_ version: Int) -> String { "guide-\(version).xml" }

    /// Films that a version of the playlist has.
    static func movies(version: Int) -> Int { films + adult + version }

    /// The day that the guide is about.
    static let guideDay = (
        from: Date(timeIntervalSince1970: 1_767_225_600), until: Date(timeIntervalSince1970: 1_767_312_000)
    )

    /// The version that a programme is of.
    static func guideVersion(_ title: String) -> String { title.split(separator: " ").last.map(String.init) ?? "" }
}
