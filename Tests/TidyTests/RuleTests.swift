import Testing

/// Each rule finds what it is meant to find, and leaves alone what looks like it.
struct RuleTests {
    @Test(arguments: RuleSample.all)
    func `finds exactly these lines`(_ sample: RuleSample) {
        let found = sample.rule.check(SourceFile(path: sample.path, text: sample.text))
        #expect(found.map(\.line).sorted() == sample.lines, "\(found)")
    }

    @Test func `every rule can fail`() {
        let shown = Set(RuleSample.all.filter { !$0.lines.isEmpty }.map(\.rule.name))
        #expect(shown == Set(Rule.all.map(\.name)))
    }

    @Test func `lengths are counted exactly`() {
        let path = "Sources/RPC/Long.swift"
        let lines = Rule.maximumFileLines
        #expect(Rule.lineLimit.check(SourceFile(path: path, text: String(repeating: "a\n", count: lines))).isEmpty)
        #expect(
            Rule.lineLimit.check(SourceFile(path: path, text: String(repeating: "a\n", count: lines + 1))).count == 1)
        let body = { (count: Int) in "func a(b: Int) {\n" + String(repeating: "c()\n", count: count - 2) + "}\n" }
        #expect(Rule.functionLimit.check(SourceFile(path: path, text: body(Rule.maximumFunctionLines))).isEmpty)
        #expect(Rule.functionLimit.check(SourceFile(path: path, text: body(Rule.maximumFunctionLines + 1))).count == 1)
    }

    @Test(arguments: [
        ("public struct Status: Sendable {", "struct", "Status"),
        ("public private(set) var code: Int", "var", "code"),
        ("@available(*, deprecated) public static func old()", "func", "old"),
        ("public static func < (left: Self, right: Self) -> Bool {", "func", "<"),
        ("public init(from decoder: any Decoder) throws {", "init", "from decoder"),
        ("nonisolated public func run() async {", "func", "run"),
    ])
    func `declarations are read`(_ line: String, _ keyword: String, _ name: String) throws {
        let declaration = try #require(Declaration(line))
        #expect(declaration.isPublic)
        #expect([declaration.keyword, declaration.name] == [keyword, name])
    }
}

/// A made-up file, and the lines in it that break one rule.
struct RuleSample: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let path: String
    let text: String
    let lines: [Int]

    init(_ rule: Rule, _ path: String, _ text: String, breaks lines: [Int]) {
        (self.rule, self.path, self.text, self.lines) = (rule, path, text, lines)
    }

    var testDescription: String { "\(rule.name): \(path), \(lines.isEmpty ? "clean" : "broken")" }

    static let all = layers + serverFolders + runtime + hygiene
}
