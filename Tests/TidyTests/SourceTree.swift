import Foundation

/// The text files of this checkout that the rules are about.
enum SourceTree {
    /// Everything under the folders of the project, read once.
    static let files: [SourceFile] = {
        let folders = [
            "Packages", "Sources", "Tests", "Benchmarks", "Fuzz", "scripts", ".ci", "docs", "protocols", "deploy",
        ]
        let single = ["Package.swift", "README.md", "CONTRIBUTING.md"]
        return (folders.flatMap(paths(under:)) + single).sorted().compactMap(read)
    }()

    /// What the protocols of this package ask for; documented there, not again by every type that has it.
    static let requirements = Set(
        files.filter { $0.isSwift && $0.packagePath.hasPrefix("Sources/") }.flatMap(\.protocolRequirements))

    /// The top of the checkout, two folders above this one; found through links, so that a linked checkout works too.
    private static let top = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let kinds: Set<String> = [
        "swift", "c", "h", "modulemap", "py", "sh", "md", "yaml", "yml", "json", "txt", "cddl", "",
    ]

    /// What a generator writes is its business: the messages of a benchmark in Protocol Buffers.
    private static let generated = ".pb.swift"

    private static func paths(under folder: String) -> [String] {
        let root = top.appending(path: folder)
        guard let found = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var paths: [String] = []
        while let path = found.nextObject() as? String {
            let name = path.split(separator: "/").last ?? ""
            if found.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
                if name.hasPrefix(".") || name == "Fixtures" || name == "vectors" { found.skipDescendants() }
            } else if kinds.contains(URL(filePath: path).pathExtension), !name.hasSuffix(generated) {
                paths.append("\(folder)/\(path)")
            }
        }
        return paths
    }

    /// Whether the checkout has a file or folder.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: top.appending(path: path).path)
    }

    private static func read(_ path: String) -> SourceFile? {
        guard let data = FileManager.default.contents(atPath: top.appending(path: path).path) else { return nil }
        return SourceFile(path: path, bytes: Array(data))
    }
}
