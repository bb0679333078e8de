internal import DownloadsAPI
internal import HTTPFetch
internal import RPC

/// How a server has packed a body for the way (RFC 9110, 8.4). It is asked not to, and some do all the same.
enum ContentCoding: Hashable, Sendable {
    case none
    case gzip

    /// Reads an answer's header.
    ///
    /// - Throws: ``DownloadsError`` with the coding's name for one that is not undone here.
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

    /// What is packed in a way that is not undone.
    static func refusal(_ what: String) -> DownloadsError {
        .trouble(.notSupported, "The server sends it packed \(what), which cannot be unpacked here.")
    }

    /// What a server calls something, short and without anything odd.
    private static func printable(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ", -_.".contains($0)) }.prefix(40))
    }
}

/// The bytes of an answer as the resource has them: what is packed for the way is unpacked as it comes.
///
/// No more than ``GzipDecoder`` gives out at once is held, however much would come out in all.
struct MediaBody {
    private var pieces: FetchBody.Iterator
    private let decoder: GzipDecoder?
    /// Bytes that may still come out.
    private var left: Int
    private let limitBytes: Int
    /// Whether the answer is a part, which ends where it ends.
    private let isPart: Bool

    /// - Parameters:
    ///   - limitBytes: how many bytes may come out.
    ///   - isPart: whether it may end in the middle.
    init(_ body: FetchBody, _ coding: ContentCoding, limitBytes: Int, isPart: Bool = false) {
        pieces = body.makeAsyncIterator()
        decoder = coding == .gzip ? GzipDecoder() : nil
        (left, self.limitBytes, self.isPart) = (limitBytes, limitBytes, isPart)
    }

    /// The next bytes; nil at the end.
    ///
    /// - Throws: `FetchError`; ``DownloadsError`` when more comes out than may; ``FetchJob/Interrupted`` for packed bytes
    ///   that are damaged.
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

    /// All of a small thing. What is packed without the server saying so is unpacked, too: nothing that is small and wanted
    /// here begins as gzip does.
    ///
    /// - Parameter limitBytes: how many bytes it may have. What is no longer than that and looks packed by chance, as a key
    ///   may, is left alone where `isRaw` says so.
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
        .trouble(.damaged, "What the server sent unpacks to more than the \(limit) bytes that there may be.")
    }

    /// The same with the error that another try may mend.
    static func checked<Value>(
        _ body: () throws(GzipDecoder.Damaged) -> Value
    ) throws(FetchJob.Interrupted) -> Value {
        do { return try body() } catch {
            throw FetchJob.Interrupted(
                code: .damaged, message: "What the server sent packed with gzip is damaged or cut.")
        }
    }
}

extension HTTPFetcher {
    /// Fetches all of something small, unpacked.
    ///
    /// - Parameters:
    ///   - limitBytes: how many bytes it may have, unpacked.
    ///   - isRaw: whether what has so many bytes is never packed.
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
