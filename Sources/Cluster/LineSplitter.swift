/// Splits a process's output into lines. A line beyond a limit is split, so that memory stays bounded.
struct LineSplitter {
    /// A longer line is split into pieces.
    static let maximumLineBytes = 64 << 10

    private var rest: [UInt8] = []

    /// Appends bytes and emits the complete lines, without line ends.
    mutating func append(_ bytes: UnsafeRawBufferPointer, each line: (String) -> Void) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            hand(on: bytes[start..<end], each: line)
            start = end + 1
        }
        rest += bytes[start...]
        while rest.count > Self.maximumLineBytes {
            line(Self.text(rest.prefix(Self.maximumLineBytes)))
            rest.removeFirst(Self.maximumLineBytes)
        }
    }

    /// Emits the rest after the last line end.
    mutating func finish(each line: (String) -> Void) {
        if !rest.isEmpty { line(Self.text(rest[...])) }
        rest = []
    }

    private mutating func hand(on bytes: Slice<UnsafeRawBufferPointer>, each line: (String) -> Void) {
        rest += bytes
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        line(Self.text(rest[...]))
        rest.removeAll(keepingCapacity: true)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
