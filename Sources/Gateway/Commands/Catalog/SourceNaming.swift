internal import CatalogAPI
internal import Foundation

/// Default names of sources: the list's own name, else the file's or server's, so that no source replaces another one
/// by a common name.
struct SourceNaming {
    /// The sources that there are.
    let sources: [CatalogSource]

    /// A name, and a note where it is not the plain one.
    struct Chosen: Equatable {
        var name: String
        var note: String?
    }

    /// The longest name that the catalog accepts, in characters.
    private static let longestName = 100
    private static let endings = [".gz", ".m3u8", ".m3u", ".xmltv", ".xml"]

    /// The name for a file.
    func name(of file: FileUpload, kind: ImportKindSniffer.Kind) -> Chosen {
        name(path: file.file, title: ListTitle.title(in: file.head), kind: kind)
    }

    /// The name for a file, by its path and its list's own name.
    func name(path: String, title: String?, kind: ImportKindSniffer.Kind) -> Chosen {
        let alike = sources.filter { isAlike($0, kind) }
        // The same file again, under any name.
        if let known = alike.first(where: { $0.path == path && $0.feed == nil }) { return Chosen(name: known.name) }
        let stem = Self.stem(of: path)
        let ofKind = Self.short("\(stem) \(kind.rawValue)")
        let folder = URL(filePath: path).deletingLastPathComponent()
        // Of the same folder it is a newer file of the same thing.
        let newer = alike.first { known in
            [stem, ofKind].contains(known.name) && known.feed == nil && !known.path.isEmpty
                && URL(filePath: known.path).deletingLastPathComponent() == folder
        }
        if let newer { return Chosen(name: newer.name) }
        if let title = title.map(Self.short), source(title) == nil { return Chosen(name: title) }
        guard let other = source(stem) else { return Chosen(name: stem) }
        let canReplace = isAlike(other, kind)
        let name = unused(canReplace ? Self.short("\(stem) \(folder.lastPathComponent)") : ofKind)
        let note = """
            This source is called "\(Table.printable(name))": "\(Table.printable(stem))" is the \(other.kind.rawValue) of \
            \(Table.printable(other.path)).
            """
        return Chosen(
            name: name, note: canReplace ? "\(note) To have the file take its place: --source \(stem.shellWord)" : note)
    }

    /// Whether a file of this kind can take the source's place.
    private func isAlike(_ source: CatalogSource, _ kind: ImportKindSniffer.Kind) -> Bool {
        (source.kind == .guide) == (kind == .guide)
    }

    /// The name for an address: its server, and where that has a source already, also its file. No more of an address
    /// is shown, as the rest may be a secret.
    func name(address: String) -> String {
        let parts = URLComponents(string: address.contains("://") ? address : "http://\(address)")
        guard let host = parts?.host, !host.isEmpty else { return unused("source") }
        guard source(host) != nil, let file = parts?.path.split(separator: "/").last,
            Self.endings.contains(where: file.lowercased().hasSuffix)
        else { return unused(host) }
        return unused(Self.short("\(host) \(Self.stem(of: String(file)))"))
    }

    private func source(_ name: String) -> CatalogSource? { sources.first { $0.name == name } }

    /// The name, with the first number from 2 on that makes it unique.
    private func unused(_ name: String) -> String {
        guard source(name) != nil else { return name }
        for number in 2...(sources.count + 2) where source("\(name) \(number)") == nil { return "\(name) \(number)" }
        return name
    }

    /// The file's name without its endings.
    static func stem(of path: String) -> String {
        var name = (path as NSString).lastPathComponent
        for ending in endings where name.lowercased().hasSuffix(ending) { name = String(name.dropLast(ending.count)) }
        return name.isEmpty ? "import" : short(name)
    }

    // Room for a number after it.
    private static func short(_ name: String) -> String { String(name.prefix(longestName - 5)) }
}

/// A list's own name in its first bytes: `#PLAYLIST` of M3U, and the source of XMLTV (xmltv.dtd).
enum ListTitle {
    /// The longest accepted title, in characters.
    private static let longest = 80
    private static let mark = "#PLAYLIST:"

    /// The title; nil when there is none.
    static func title(in bytes: [UInt8]) -> String? {
        let plain = bytes.starts(with: [0x1f, 0x8b]) ? GzipStart.inflate(bytes, limit: FileUpload.headBytes) : bytes
        let text = String(decoding: plain, as: UTF8.self)
        let found =
            text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
            ?? text.firstMatch(of: /<tv\s[^>]*?source-info-name="([^"&<]+)"/).map { String($0.1) }
        let title = found.map { Table.printable($0).trimmingCharacters(in: .whitespacesAndNewlines) }
        return title.flatMap { (1...longest).contains($0.count) ? $0 : nil }
    }
}
