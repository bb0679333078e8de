import Testing

/// Code that a page quotes from a file of this checkout ("From `path`:") stands in that file, which is built and tested.
struct QuoteTests {
    /// A quoted block of a page.
    struct Quote {
        let page: String
        let line: Int
        let path: String
        /// What stands in the file in one piece each; `// ...` is in between.
        let pieces: [[String]]
    }

    /// The first page of the RPC library, whose example is built and tested.
    private static let packagePage = "Packages/HearthRPC/README.md"

    @Test func `what pages quote is there`() {
        let pages = SourceTree.files.filter { $0.path.hasPrefix("docs/") || $0.path == Self.packagePage }
        let quotes = pages.flatMap(Self.quotes)
        #expect(Set(quotes.map(\.page)).count > 1)
        for quote in quotes {
            let file = SourceTree.files.first { $0.path == quote.path }
            let problem = file.map { Self.problem(quote, in: $0) } ?? "there is no such file"
            #expect(problem == nil, "\(quote.page):\(quote.line) quotes \(quote.path): \(problem ?? "")")
        }
    }

    @Test func `a quote that is not there is found`() {
        let file = SourceFile(path: "Tests/A.swift", bytes: Array("enum A {\n    case b\n\n    case c\n}\n".utf8))
        func problem(_ text: String) -> String? {
            let page = SourceFile(
                path: "docs/a.md", bytes: Array("From `Tests/A.swift`:\n\n```swift\n\(text)\n```\n".utf8))
            return Self.quotes(in: page).first.map { Self.problem($0, in: file) } ?? "no quote"
        }
        #expect(problem("enum A {\n    case b") == nil)
        #expect(problem("case b\n\ncase c") == nil)
        #expect(problem("enum A {\n    // ...\n    case c") == nil)
        #expect(problem("case d") != nil)
        #expect(problem("case c\n// ...\ncase b") != nil)
        #expect(problem("enum A {\n    case c") != nil)
    }

    private static func quotes(in page: SourceFile) -> [Quote] {
        let lines = String(decoding: page.text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        return lines.indices.compactMap { index in
            let parts = lines[index].split(separator: "`", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].hasSuffix("From "), parts[2] == ":", index + 3 < lines.count,
                lines[index + 2] == "```swift"
            else { return nil }
            let code = lines[(index + 3)...].prefix { $0 != "```" }
            let pieces = code.split { $0.drop { $0 == " " } == "// ..." }.map(Array.init)
            return Quote(page: page.path, line: index + 1, path: String(parts[1]), pieces: pieces)
        }
    }

    /// What is not in the file, whatever it is indented by; nil when all is.
    private static func problem(_ quote: Quote, in file: SourceFile) -> String? {
        func bare(_ line: some StringProtocol) -> String { String(line.drop { $0 == " " }) }
        let lines = String(decoding: file.text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(bare)
        var start = lines.startIndex
        for piece in quote.pieces {
            let quoted = piece.map(bare)
            let starts = start..<max(start, lines.count - quoted.count + 1)
            guard let index = starts.first(where: { lines[$0..<$0 + quoted.count].elementsEqual(quoted) }) else {
                return "\(quoted.first ?? "") ... is not there"
            }
            start = index + quoted.count
        }
        return nil
    }
}
