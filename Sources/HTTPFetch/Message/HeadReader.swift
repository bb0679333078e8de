/// Assembles a head from libcurl's header lines, which include those of interim responses before it and trailers after
/// it.
struct HeadReader {
    private(set) var bytes = 0
    private var head: FetchHead?
    private var isComplete = false

    /// Processes a line, its end included, and returns the head at its last line.
    mutating func take(_ line: some RandomAccessCollection<UInt8>) -> FetchHead? {
        bytes += line.count
        // Trailers count towards the limit, and are not used.
        guard !isComplete else { return nil }
        let text = Self.text(line)
        if text.isEmpty {
            guard let head, head.status >= 200 else { return nil }
            isComplete = true
            return head
        }
        if text.hasPrefix("HTTP/") {
            head = Self.status(in: text).map { FetchHead(status: $0) }
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), line.first.map(Self.isBlank) == false {
            let value = Self.text(line[line.index(after: colon)...])
            head?.fields.append(HeaderField(Self.text(line[..<colon]), value))
        }
        return nil
    }

    private static func status(in line: String) -> Int? {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        return words.count > 1 ? Int(words[1]) : nil
    }

    /// The bytes as text, without white space at both ends.
    private static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
