import Foundation

/// One text file of the checkout: as it stands, and split into what is code and what is comment.
struct SourceFile: Sendable {
    /// The path from the top of the checkout, with slashes: `Packages/HearthRPC/Sources/RPC/Core/RPCCode.swift`.
    let path: String
    /// The path from the top of its package: `Sources/RPC/Core/RPCCode.swift`.
    let packagePath: String
    let text: [UInt8]
    /// The text with comments and the contents of string literals blanked; offsets and lines are those of `text`.
    let code: [UInt8]
    /// The text with everything but comments blanked.
    let comments: [UInt8]
    /// The offset at which each line begins.
    private let lineStarts: [Int]

    init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        packagePath = Self.packagePath(of: path)
        text = bytes
        if path.hasSuffix(".swift") {
            var mask = SourceMask(bytes)
            mask.run()
            (code, comments) = (mask.code, mask.comments)
        } else {
            (code, comments) = ([], [])
        }
        lineStarts = Self.lineStarts(of: bytes)
    }

    private static func packagePath(of path: String) -> String {
        guard path.hasPrefix("Packages/") else { return path }
        return path.split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    private static func lineStarts(of bytes: [UInt8]) -> [Int] {
        var starts = [0]
        bytes.withUnsafeBufferPointer { buffer in
            for index in 0..<buffer.count where buffer[index] == UInt8(ascii: "\n") && index + 1 < buffer.count {
                starts.append(index + 1)
            }
        }
        return starts
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var lineCount: Int { text.isEmpty ? 0 : lineStarts.count }

    /// The folders from the top of its package and, last, the file's name.
    var components: [Substring] { packagePath.split(separator: "/") }

    /// The number, from 1, of the line that the offset is in.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The part of `bytes` (the text, the code or the comments) that is in a line, numbered from 1.
    func line(_ number: Int, of bytes: [UInt8]) -> String {
        guard number >= 1, number <= lineStarts.count else { return "" }
        let end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        return String(decoding: bytes[lineStarts[number - 1]..<end], as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    /// The code in the line of the offset.
    func code(inLineOf offset: Int) -> String { line(line(at: offset), of: code) }

    func violation(at offset: Int, _ message: String) -> Violation {
        Violation(path: path, line: line(at: offset), message: message)
    }
}
