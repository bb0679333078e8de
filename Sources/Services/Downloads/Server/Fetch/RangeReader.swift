internal import DownloadsAPI
internal import HTTPFetch

/// Reads parts of a resource out of an answer, in their order: a server that knows no parts sends everything.
struct RangeReader {
    private var pieces: MediaBody
    /// Bytes that have come and were not taken.
    private var waiting: ArraySlice<UInt8> = []
    /// Where in the resource those begin.
    private var position = 0
    /// Whether the answer is the whole resource, though a part was asked for.
    private let isWhole: Bool

    /// - Parameter limitBytes: how many bytes the resource may have.
    /// - Throws: ``FetchJob/Interrupted`` when the answer is another part than the one that was asked for;
    ///   ``DownloadsError`` when it is packed in a way that cannot be undone.
    init(_ body: FetchBody, _ head: FetchHead, asked range: HLSByteRange?, limitBytes: Int) throws {
        let coding = try ContentCoding(head)
        // The part is one of the packed bytes, and those before it are needed to unpack it.
        if coding != .none, head.status == 206 { throw ContentCoding.refusal("in parts") }
        pieces = MediaBody(body, coding, limitBytes: limitBytes)
        isWhole = range != nil && head.status != 206
        guard let offset = range?.offset, head.status == 206 else { return }
        guard head.contentRange?.first == offset else {
            throw FetchJob.Interrupted(message: "The server sent another part of a segment than was asked for.")
        }
        position = offset
    }

    /// Whether another part is still to come in the same answer.
    func reaches(_ range: HLSByteRange?) -> Bool { isWhole && (range?.offset ?? -1) >= position }

    /// The next bytes of a part; nil when it, or the answer, is at its end.
    mutating func next(of range: HLSByteRange?) async throws -> [UInt8]? {
        let part = range.bounds
        while position < part.upperBound {
            if waiting.isEmpty {
                guard let bytes = try await pieces.next() else { return nil }
                waiting = bytes[...]
            }
            let skipped = min(waiting.count, max(0, part.lowerBound - position))
            let taken = waiting.dropFirst(skipped).prefix(part.upperBound - position - skipped)
            waiting = waiting.dropFirst(skipped + taken.count)
            position += skipped + taken.count
            if !taken.isEmpty { return Array(taken) }
        }
        return nil
    }

    /// Whether all of a part was read; without one, where the answer ends is the end.
    func hasRead(_ range: HLSByteRange?) -> Bool { range == nil || position >= range.bounds.upperBound }
}

extension HLSByteRange? {
    /// The first byte and the one after the last; the last of a whole resource is unknown.
    fileprivate var bounds: Range<Int> {
        guard let self, let offset = self.offset else { return 0..<Int.max }
        return offset..<offset + self.length
    }
}
