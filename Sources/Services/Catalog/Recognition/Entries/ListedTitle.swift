internal import CatalogFormats
internal import TextFolding

/// A title as a list has it, without what is no part of any title: a player's markup, the folders of a path, the ending of a file.
struct ListedTitle {
    /// The rest.
    private(set) var text: String
    /// Whether it is the name of a file.
    let isFileName: Bool

    /// - Parameter title: the entry's.
    init(_ title: String) {
        let plain = TitleRepair.repaired(Self.withoutMarkup(title))
        (text, isFileName) = Self.withoutFileEnding(Self.withoutFolders(plain))
    }

    /// Lists for Kodi colour their titles: "[COLOR blue]Heat (1995)[/COLOR]", and set stars in front: "[COLOR blue]**[/COLOR]Heat".
    static func withoutMarkup(_ title: String) -> String {
        guard title.utf8.contains(UInt8(ascii: "[")), hasClosingMarkup(title) else { return title }
        let plain = title.replacing(#/\[/?(COLOR[^\]]*|B|I)\]/#.ignoresCase(), with: "").trimmingSpaces()
        let stars = plain.utf8.prefix { $0 == UInt8(ascii: "*") }.count
        return stars > 1 && stars < plain.utf8.count ? plain.dropFirst(stars).trimmingSpaces() : plain
    }

    private static func hasClosingMarkup(_ title: String) -> Bool {
        let text = title.uppercased()
        return ["[/COLOR]", "[/B]", "[/I]"].contains { text.contains($0) }
    }

    /// "Low Tide/Low Tide S01/Low Tide S01E02 - The Pier": a file with its folders, the outermost of which begins its name.
    private static func withoutFolders(_ title: String) -> String {
        guard title.utf8.contains(UInt8(ascii: "/")) else { return title }
        let parts = title.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, let folder = parts.first, let file = parts.last, folder.utf8.count < file.utf8.count,
            folder.utf8.count >= shortestFolder
        else { return title }
        let (name, rest) = (FoldedText(String(folder)), FoldedText(String(file)))
        // "Rock/Rocky": the folder's name is whole words of the file's.
        guard !name.words.isEmpty, name.words.count < rest.words.count,
            name.hash(of: name.words.indices) == rest.hash(of: name.words.indices)
        else { return title }
        let isEpisode = EpisodeMarker.find(in: rest).map { $0.words.lowerBound >= name.words.count } ?? false
        return isEpisode || parts.count > 2 && withoutFileEnding(String(file)).isFileName ? String(file) : title
    }

    /// Bytes.
    private static let shortestFolder = 2

    /// Some lists have file names for titles: "Ford v Ferrari (2019).mp4", "Finch.mp4". In release names the extension
    /// is one tag of many.
    private static func withoutFileEnding(_ title: String) -> (title: String, isFileName: Bool) {
        guard let dot = title.utf8.suffix(longestEnding).lastIndex(of: UInt8(ascii: ".")), dot > title.startIndex,
            EntryClassifier.movieExtensions.contains(title[title.index(after: dot)...].lowercased())
        else { return (title, false) }
        let isRelease = !title.utf8.contains(0x20) && title.utf8.count { $0 == UInt8(ascii: ".") } > 2
        return (isRelease ? title : String(title[..<dot]), true)
    }

    /// The bytes of a dot and the extension.
    private static let longestEnding = 6
}
