internal import CatalogFormats
internal import ServiceKit

/// A private file of the service, uploaded or fetched, that is read once from start to end, piece by piece, and
/// inflated on the way.
final class ImportFile {
    private let file: StoredFile
    /// Its length in bytes when it was opened.
    var size: Int64 { file.size }
    /// Bytes read so far, earlier passes included.
    private(set) var bytesRead: Int64 = 0
    private var inflater = Inflater()
    private var hasEnded = false
    /// A reusable buffer for pieces.
    private var buffer: [UInt8] = []

    /// Opens a file.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` with a reason for display.
    init(path: String) throws {
        do throws(StoredFile.Failure) { file = try StoredFile(path: path) } catch {
            throw JobAbort.failed(
                error == .exhausted
                    ? "The service has too many files and connections open. Try again later."
                    : "The service cannot open the file that it has received.")
        }
    }

    /// The kind of the file by its first bytes; of a compressed one, the kind of its contents.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the disk fails.
    func kind() throws -> BodyKind {
        let head = try readRaw(BodyKind.headBytes)
        try rewind()
        let kind = BodyKind(head: head.span)
        guard kind == .gzip else { return kind }
        var inside: [UInt8] = []
        let inflater = Inflater(limitBytes: Self.headLimitBytes)
        func add(_ piece: Span<UInt8>) {
            piece.withUnsafeBufferPointer { inside.append(contentsOf: $0.prefix(BodyKind.headBytes - inside.count)) }
        }
        // The head of a compressed file is truncated: the output up to there is enough.
        try? inflater.inflate(head.span, add)
        try? inflater.finish(add)
        return inside.isEmpty ? kind : BodyKind(head: inside.span)
    }

    /// The largest output of the first bytes of a compressed file: deflate expands at most a thousandfold.
    private static let headLimitBytes = BodyKind.headBytes * 1_100

    /// The next piece without inflating; empty at the end.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the disk fails.
    func readRaw(_ count: Int) throws -> [UInt8] {
        let length = try fill(count)
        return [UInt8](buffer[..<length])
    }

    /// Reads the next piece into ``buffer``.
    ///
    /// - Returns: its length; 0 at the end.
    private func fill(_ count: Int) throws -> Int {
        if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
        do {
            let length = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
            bytesRead += Int64(length)
            return length
        } catch {
            throw JobAbort.failed("The file could not be read to its end.")
        }
    }

    /// Passes on the next piece, inflated when the file is compressed.
    ///
    /// - Returns: false when that was the last one.
    /// - Throws: ``JobAbort/failed(_:)`` when the disk fails, or the compressed data are damaged or exceed the limit,
    ///   and what `receive` throws.
    func next(_ count: Int, _ receive: (Span<UInt8>) throws -> Void) throws -> Bool {
        guard !hasEnded else { return false }
        do {
            let length = try fill(count)
            hasEnded = length == 0
            if hasEnded {
                try inflater.finish(receive)
            } else {
                let piece = buffer
                try inflater.inflate(piece.span.extracting(..<length), receive)
            }
        } catch let error as InflateError {
            throw JobAbort.unusable("The file cannot be read: \(error).")
        }
        return !hasEnded
    }

    /// Rewinds to the start.
    func rewind() throws {
        do throws(StoredFile.Failure) { try file.rewind() } catch {
            throw JobAbort.failed("The file could not be read a second time.")
        }
        (inflater, hasEnded) = (Inflater(), false)
    }
}
