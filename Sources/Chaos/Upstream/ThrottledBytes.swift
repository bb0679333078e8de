internal import FlyingSocks
internal import RPC

/// A range of a film's bytes, sent slowly as from a remote host, so that faults hit a transfer in progress.
struct ThrottledBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    let film: UpstreamFilm
    let range: Range<Int>
    let runtime: any Runtime

    /// The maximum size of a piece, and the pause before each: 3 MB a second.
    private static let (pieceBytes, pause) = (64 << 10, Duration.milliseconds(20))

    func makeAsyncIterator() -> Iterator { Iterator(bytes: self, position: range.lowerBound) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let bytes: ThrottledBytes
        var position: Int

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard position < bytes.range.upperBound else { return nil }
            try await bytes.runtime.sleep(for: ThrottledBytes.pause)
            let length = Swift.min(Swift.max(count, 1), ThrottledBytes.pieceBytes)
            let end = Swift.min(bytes.range.upperBound, position + length)
            defer { position = end }
            return bytes.film.bytes(position..<end)
        }
    }
}
