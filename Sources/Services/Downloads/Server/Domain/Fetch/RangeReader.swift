internal import DownloadsAPI
internal import HTTPFetch

/// Reads byte ranges of a resource from a response, in order: a server without range support sends the whole.
struct RangeReader {
    private var pieces: MediaBody
    /// Bytes received and not yet consumed.
    private var waiting: ArraySlice<UInt8> = []
    /// Their offset in the resource.
    private var position = 0
    /// Whether the response is the whole resource, although a range was requested.
    private let isWhole: Bool

    /// - Parameter limitBytes: the maximum size of the resource.
    /// - Throws: ``FetchJob/Interrupted`` when the response is another range than the requested one; ``DownloadsError``
    ///   for an unsupported content coding.
    init(_ body: FetchBody, _ head: FetchHead, requested range: HLSByteRange?, limitBytes: Int) throws {
        let coding = try ContentCoding(head)
        // The range is one of compressed bytes, and decoding needs those before it.
        if coding != .none, head.status == 206 { throw ContentCoding.refusal("in parts") }
        pieces = MediaBody(body, coding, limitBytes: limitBytes)
        isWhole = range != nil && head.status != 206
        guard let offset = range?.offset, head.status == 206 else { return }
        guard head.contentRange?.first == offset else {
            throw FetchJob.Interrupted(message: "The server sent another part of a segment than was asked for.")
        }
        position = offset
    }

    /// Whether a later range is still to come in the same response.
    func reaches(_ range: HLSByteRange?) -> Bool { isWhole && (range?.offset ?? -1) >= position }

    /// The next bytes of a range; nil at the end of it or of the response.
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

    /// Whether a range was read completely; without one, the end of the response is the end.
    func hasRead(_ range: HLSByteRange?) -> Bool { range == nil || position >= range.bounds.upperBound }
}

extension HLSByteRange? {
    /// The first byte and the one after the last; the last of a whole resource is unknown.
    fileprivate var bounds: Range<Int> {
        guard let self, let offset = self.offset else { return 0..<Int.max }
        return offset..<offset + self.length
    }
}
