internal import DownloadsAPI
internal import HTTPFetch
internal import RPC

/// The content coding of a response (RFC 9110, 8.4). Requests ask for none, and some servers use one all the same.
enum ContentCoding: Hashable, Sendable {
    case none
    case gzip

    /// Parses a response's header.
    ///
    /// - Throws: ``DownloadsError`` with the coding's name for an unsupported one.
    init(_ head: FetchHead) throws(DownloadsError) {
        let names = head.fields.filter { $0.name.lowercased() == "content-encoding" }
            .flatMap { $0.value.lowercased().split(separator: ",") }.map { $0.trimmed }
            .filter { !$0.isEmpty && $0 != "identity" }
        switch names {
        case []: self = .none
        case ["gzip"], ["x-gzip"]: self = .gzip
        default: throw Self.refusal("as \(Self.printable(names.joined(separator: ", ")))")
        }
    }

    /// The error for an unsupported coding.
    static func refusal(_ what: String) -> DownloadsError {
        .trouble(.notSupported, "The server sends it compressed \(what), which is not supported.")
    }

    /// A server's coding name, shortened and without unprintable characters.
    private static func printable(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ", -_.".contains($0)) }.prefix(40))
    }
}

/// The decoded bytes of a response: a content coding is undone while streaming.
///
/// Holds no more than one output of ``GzipDecoder`` at once, however much the body expands.
struct MediaBody {
    private var pieces: FetchBody.Iterator
    private let decoder: GzipDecoder?
    /// Bytes that may still be decoded.
    private var left: Int
    private let limitBytes: Int
    /// Whether the response is a range, which ends where it ends.
    private let isPart: Bool

    /// - Parameters:
    ///   - limitBytes: the maximum number of decoded bytes.
    ///   - isPart: whether it may end in the middle.
    init(_ body: FetchBody, _ coding: ContentCoding, limitBytes: Int, isPart: Bool = false) {
        pieces = body.makeAsyncIterator()
        decoder = coding == .gzip ? GzipDecoder() : nil
        (left, self.limitBytes, self.isPart) = (limitBytes, limitBytes, isPart)
    }

    /// The next bytes; nil at the end.
    ///
    /// - Throws: `FetchError`; ``DownloadsError`` for more decoded bytes than the limit; ``FetchJob/Interrupted`` for
    ///   damaged compressed bytes.
    mutating func next() async throws -> [UInt8]? {
        guard let decoder else { return try await pieces.next() }
        while true {
            if let bytes = try Self.checked({ () throws(GzipDecoder.Damaged) in try decoder.next() }) {
                left -= bytes.count
                guard left >= 0 else { throw Self.tooLarge(limitBytes) }
                return bytes
            }
            guard let bytes = try await pieces.next() else {
                if !isPart { try Self.checked { () throws(GzipDecoder.Damaged) in try decoder.finish() } }
                return nil
            }
            decoder.feed(bytes)
        }
    }

    /// The whole of a small body. Gzip without a header is decoded, too: no small resource that is fetched here begins
    /// as gzip does.
    ///
    /// - Parameter limitBytes: the maximum size. A body within it that resembles gzip by chance, as a key may, is left
    ///   alone where `isRaw` says so.
    mutating func all(limitBytes: Int, isRaw: (Int) -> Bool = { _ in false }) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await next() { bytes += piece }
        if GzipDecoder.isBeginning(bytes), !isRaw(bytes.count) {
            bytes = try Self.checked { () throws(GzipDecoder.Damaged) in
                try GzipDecoder.unpack(bytes, limitBytes: limitBytes)
            }
        }
        guard bytes.count <= limitBytes else { throw Self.tooLarge(limitBytes) }
        return bytes
    }

    private static func tooLarge(_ limit: Int) -> DownloadsError {
        .trouble(.damaged, "The server's response decompresses to more than the limit of \(limit) bytes.")
    }

    /// The same with a retryable error.
    static func checked<Value>(
        _ body: () throws(GzipDecoder.Damaged) -> Value
    ) throws(FetchJob.Interrupted) -> Value {
        do { return try body() } catch {
            throw FetchJob.Interrupted(
                code: .damaged, message: "The server's gzip data is damaged or truncated.")
        }
    }
}

extension HTTPFetcher {
    /// Fetches the whole of a small resource, decoded.
    ///
    /// - Parameters:
    ///   - limitBytes: the maximum decoded size.
    ///   - isRaw: whether a body of so many bytes is never compressed.
    /// - Throws: `FetchError`; ``DownloadsError``; ``FetchJob/Interrupted``; `CancellationError`.
    func small(
        _ request: FetchRequest, limitBytes: Int, at now: WallTime, isRaw: (Int) -> Bool = { _ in false }
    ) async throws -> (bytes: [UInt8], url: FetchURL) {
        try await stream(request) { head, url, body in
            try head.checkSuccess(from: url, at: now)
            var body = MediaBody(body, try ContentCoding(head), limitBytes: max(limitBytes, request.limits.bodyBytes))
            return (try await body.all(limitBytes: limitBytes, isRaw: isRaw), url)
        }
    }
}
