import Testing

/// A page that names a file or folder of this checkout names one that is there.
struct DocumentPathTests {
    /// A path between backticks, and where it is.
    struct NamedPath: Hashable {
        let page: String
        let line: Int
        let path: String
    }

    @Test func `the paths that pages name exist`() {
        let pages = SourceTree.files.filter { Self.isPage($0.path) }
        let named = pages.flatMap(Self.paths)
        let missing = named.filter { !Self.exists($0) }.map { "\($0.page):\($0.line): \($0.path)" }
        #expect(named.count > 100)
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    @Test func `a path that is not there is found`() {
        func missing(_ text: String, page: String = "docs/a.md") -> [String] {
            Self.paths(in: SourceFile(path: page, text: text)).filter { !Self.exists($0) }.map {
                "\($0.line) \($0.path)"
            }
        }
        #expect(missing("`Tests/TidyTests` and\n`Sources/Nowhere/A.swift`") == ["2 Sources/Nowhere/A.swift"])
        #expect(missing("```\n`Sources/Nowhere`\n```\n`docs/rpc.md`") == [])
        #expect(missing("`scripts/test --filter\nA`; `scripts/never now`") == ["2 scripts/never"])
        #expect(missing("`Sources/Services/<Name>/API` `Tests/<Name>Tests` `Sources/Services/...`") == [])
        #expect(missing("`Sources/Nowhere/<Name>`") == ["1 Sources/Nowhere"])
        #expect(missing("`Sources/RPC/Core`") == ["1 Sources/RPC/Core"])
        #expect(missing("`Sources/RPC/Core`", page: "docs/rpc.md") == [])
    }

    private static let folders = [
        "Sources/", "Tests/", "docs/", "scripts/", "protocols/", "Packages/", "deploy/", "Benchmarks/", "Fuzz/",
    ]

    /// The folders of an example, which `scripts/try-docs` takes from its page: the checkout does not have them.
    private static let examples = ["docs/write-a-service.md": ["Sources/Greeter", "Sources/greet", "Tests/Greeter"]]

    /// The packages whose pages name paths from the package's top.
    private static let packages = ["docs/rpc.md": "Packages/HearthRPC/"]

    private static func isPage(_ path: String) -> Bool {
        let isOfPackage = path.hasPrefix("Packages/") && path.hasSuffix("/README.md")
        return path == "README.md" || path == "CONTRIBUTING.md" || isOfPackage
            || path.hasPrefix("docs/") && path.hasSuffix(".md")
    }

    /// The paths between backticks, outside of blocks of code, up to a placeholder: `Sources/<Name>` is `Sources`.
    private static func paths(in page: SourceFile) -> [NamedPath] {
        var isCode = false
        let lines = String(decoding: page.text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let prose = lines.map { line -> Substring in
            guard line.hasPrefix("```") else { return isCode ? "" : line }
            isCode.toggle()
            return ""
        }
        var line = 1
        var paths: [NamedPath] = []
        for (index, piece) in prose.joined(separator: "\n").split(separator: "`", omittingEmptySubsequences: false)
            .enumerated()
        {
            defer { line += piece.count { $0 == "\n" } }
            guard index % 2 == 1, folders.contains(where: { piece.hasPrefix($0) }) else { continue }
            let parts = piece.prefix { !$0.isWhitespace }.split(separator: "/")
            let known = parts.prefix { !$0.contains("<") && !$0.contains("{") && $0 != "..." }
            paths.append(NamedPath(page: page.path, line: line, path: known.joined(separator: "/")))
        }
        return paths
    }

    private static func exists(_ named: NamedPath) -> Bool {
        let isExample = examples[named.page]?.contains { named.path.hasPrefix($0) } ?? false
        let inPackage = packages[named.page].map { SourceTree.exists($0 + named.path) } ?? false
        return isExample || inPackage || SourceTree.exists(named.path)
    }
}
