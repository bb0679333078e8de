import Testing

/// Comments and literals are told from code, or every rule above them is wrong.
struct SourceMaskTests {
    /// What is left of a line as code, without the white space at its ends.
    private func code(_ text: String) -> String {
        SourceFile(path: "Sources/RPC/Sample.swift", text: text).line(
            1, of: SourceFile(path: "a.swift", text: text).code)
    }

    @Test(arguments: [
        ("let a = 1 // try! b", "let a = 1"),
        ("let a = 1 /* try! */ + 2", "let a = 1            + 2"),
        ("a /* /* nested */ still */ b", "a                          b"),
        (#"let a = "try! b""#, #"let a = "      ""#),
        (#"let a = "say \"try!\" b"; c"#, #"let a = "              "; c"#),
        (#"let a = "\(try! b(")"))" + c"#, #"let a = " (try! b(" "))" + c"#),
        (##"let a = #"one " \(x) two"#; b"##, ##"let a = #"              "#; b"##),
        (##"let a = #"\#(b) two"#; c"##, ##"let a = #"  (b)    "#; c"##),
        (#"let a = "never closed"#, #"let a = ""#),
    ])
    func keepsCodeOnly(_ text: String, _ expected: String) {
        #expect(code(text) == expected)
    }

    @Test func `blanks every line of a long string`() {
        let text = "let a = \"\"\"\n    try! one \"quoted\"\n    // two\n    \"\"\"\nlet b = 2"
        let file = SourceFile(path: "a.swift", text: text)
        #expect((1...5).map { file.line($0, of: file.code) } == [#"let a = """"#, "", "", #"""""#, "let b = 2"])
        #expect(file.comments.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") })
    }

    @Test func `an unclosed string ends with its line`() {
        let file = SourceFile(path: "a.swift", text: "let a = \"open\nlet b = try! c")
        #expect(file.line(2, of: file.code) == "let b = try! c")
    }

    @Test func `offsets are those of the text`() {
        let text = "// é\nlet a = \"é\"; b()\n"
        let file = SourceFile(path: "a.swift", text: text)
        #expect(file.code.count == text.utf8.count)
        #expect(file.lineCount == 2)
        #expect(file.occurrences(of: "b", in: file.code).map(file.line(at:)) == [2])
    }
}
