extension Rule {
    static let maximumFileLines = 400
    static let maximumFunctionLines = 70

    /// Files stay near 100 lines; none is longer than 400.
    static let lineLimit = Rule(name: "files of at most 400 lines") { file in
        let isSource = ["swift", "c", "h", "py", "sh"].contains { file.path.hasSuffix(".\($0)") }
        guard isSource, file.lineCount > maximumFileLines else { return [] }
        return [Violation(path: file.path, line: file.lineCount, message: "\(file.lineCount) lines: split it by topic")]
    }

    /// Functions have at most 70 lines, from `func` or `init` to the closing brace.
    static let functionLimit = Rule(name: "functions of at most 70 lines") { file in
        guard file.isSwift else { return [] }
        return ["func", "init"].flatMap { keyword in
            file.occurrences(of: keyword, in: file.code).compactMap { offset in
                guard let body = body(ofFunctionAt: offset + keyword.utf8.count, in: file) else { return nil }
                let end = file.end(ofBracket: UInt8(ascii: "{"), UInt8(ascii: "}"), at: body)
                let lines = file.line(at: end - 1) - file.line(at: offset) + 1
                guard lines > maximumFunctionLines else { return nil }
                return file.violation(at: offset, "a function of \(lines) lines: take pieces out")
            }
        }
    }

    /// The offset of the brace that opens the body; nil for a requirement without one, and for a call of an initialiser.
    private static func body(ofFunctionAt start: Int, in file: SourceFile) -> Int? {
        var (position, hasParameters) = (start, false)
        while position < file.code.count {
            switch file.code[position] {
            case UInt8(ascii: "("):
                position = file.end(ofBracket: UInt8(ascii: "("), UInt8(ascii: ")"), at: position)
                hasParameters = true
                continue
            case UInt8(ascii: "{"):
                return hasParameters ? position : nil
            case UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: "="):
                if hasParameters { return nil }
            case UInt8(ascii: "\n") where hasParameters:
                guard let next = file.codeByte(after: position), continuesSignature(at: next.offset, in: file) else {
                    return nil
                }
            default:
                break
            }
            position += 1
        }
        return nil
    }

    private static func continuesSignature(at offset: Int, in file: SourceFile) -> Bool {
        let end = min(offset + 8, file.code.count)
        let text = String(decoding: file.code[offset..<end], as: UTF8.self)
        return ["{", "->", "where ", "async", "throws", "rethrows"].contains { text.hasPrefix($0) }
    }
}
