internal import Foundation

/// The folder `protocols/` on the disk: compares it with the types, or rewrites it.
public struct ProtocolsFolder: Sendable {
    /// The command that fixes differences.
    public static let remedy = "swift run hearth-schema protocols"
    /// Files written by people, and the recording of the release.
    private static let writtenElsewhere: Set<String> = ["README.md", "envelope.cddl", "household.json"]

    private let folder: URL

    /// Names a folder.
    public init(path: String) { folder = URL(fileURLWithPath: path, isDirectory: true) }

    /// The contract of the last release, a folder in this one.
    public var released: ProtocolsFolder { ProtocolsFolder(path: url("released").path) }

    /// Makes the contract of these documents the released one.
    ///
    /// - Returns: the changed paths.
    /// - Throws: file system errors.
    public func release(_ documents: [Document]) throws -> [String] {
        let envelope = String(decoding: try Data(contentsOf: url("envelope.cddl")), as: UTF8.self)
        let contract = documents.filter { $0.path == "methods.json" || $0.path.hasSuffix(".cddl") }
        return try released.write(contract + [Document(path: "envelope.cddl", text: envelope)])
            .map { "released/\($0)" }
    }

    /// The current README, nil when there is none.
    public var readme: String? { (try? Data(contentsOf: url("README.md"))).map { String(decoding: $0, as: UTF8.self) } }

    /// The differences, a sentence each: files with other content, missing ones, and obsolete ones.
    public func differences(from documents: [Document]) -> [String] {
        let stale = strangers(documents).map { "\($0): no contract has this file" }
        return stale
            + documents.compactMap { document in
                guard let data = try? Data(contentsOf: url(document.path)) else {
                    return "\(document.path): is missing"
                }
                let text = String(decoding: data, as: UTF8.self)
                return text == document.text ? nil : "\(document.path): \(Self.firstDifference(text, document.text))"
            }
    }

    /// Writes changed files and removes obsolete ones.
    ///
    /// - Returns: the changed paths.
    /// - Throws: file system errors.
    public func write(_ documents: [Document]) throws -> [String] {
        var touched: [String] = []
        for path in strangers(documents) {
            try FileManager.default.removeItem(at: url(path))
            touched.append(path)
        }
        for document in documents where (try? Data(contentsOf: url(document.path))) != Data(document.text.utf8) {
            let file = url(document.path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(document.text.utf8).write(to: file, options: .atomic)
            touched.append(document.path)
        }
        return touched
    }

    private func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Files in the folder that neither people nor this tool write.
    private func strangers(_ documents: [Document]) -> [String] {
        let known = Self.writtenElsewhere.union(documents.map(\.path))
        return ["", "vectors/"].flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []
            return names.map { folder + $0 }
                .filter { ($0.hasSuffix(".cddl") || $0.hasSuffix(".json")) && !known.contains($0) }
        }.sorted()
    }

    private static func firstDifference(_ committed: String, _ written: String) -> String {
        let (old, new) = (
            committed.split(separator: "\n", omittingEmptySubsequences: false),
            written.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let line = zip(old, new).prefix { $0 == $1 }.count
        func quoted(_ lines: [Substring]) -> String {
            lines.indices.contains(line) ? "\"\(lines[line].prefix(120))\"" : "nothing"
        }
        return "line \(line + 1) is \(quoted(old)) and the types say \(quoted(new))"
    }
}
