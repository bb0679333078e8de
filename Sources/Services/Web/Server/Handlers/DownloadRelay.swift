internal import DownloadsAPI
internal import HTTPFetch
internal import HTTPServer
internal import RPC

/// Sends the files of a finished download to the browser of the profile that has it, from the service that keeps them. Bytes are
/// read as fast as the browser takes them.
struct DownloadRelay: Sendable {
    let downloads: RPCClient<Downloads>

    /// What is sent of which file, and the caller that gets it.
    struct Request: Sendable {
        /// The download, and the file by its name in the main one; nil: the main one.
        var download: String
        var file: String?
        /// A name that tells the type.
        var name: String
        var range: ByteRange?
        var isHead: Bool
        var caller: Caller
        /// The address of another file of the download, beside this one's.
        var address: @Sendable (_ file: String) -> String?
    }

    /// The response with a file, or a part of it.
    func response(to request: Request) -> HTTPResponse {
        HTTPResponse(fields: ["Cache-Control": "private, no-store"]) { starter in
            do {
                try await send(request, to: starter)
            } catch let error as RPCError {
                throw HTTPProblem(ConnectError(error).status, "download", error.message)
            }
        }
    }

    private func send(_ request: Request, to starter: ResponseStarter) async throws {
        let isPlaylist = MediaType.isPlaylist(request.name)
        // A part of a playlist could not be rewritten.
        let range = isPlaylist ? nil : request.range
        var (pieces, first) = try await open(request, range)
        let total = first?.totalBytes ?? 0
        if isPlaylist, !request.isHead {
            var bytes: [UInt8] = []
            while let piece = first {
                bytes += piece.data
                guard bytes.count <= WebLimits.playlistBytes else {
                    throw HTTPProblem(502, "playlist", "The download's playlist is too long.")
                }
                first = try await pieces.next()
            }
            let text = PlaylistRewriter.rewrite(String(decoding: bytes, as: UTF8.self), request.address)
            let written = Array(text.utf8)
            let writer = try await starter.begin(
                200, ["Content-Type": MediaType.playlist], length: written.count)
            return try await writer.write(written)
        }
        var fields: HeaderFields = ["Content-Type": MediaType.text(of: request.name), "Accept-Ranges": "bytes"]
        var length = total
        if let range {
            guard first != nil else { throw HTTPProblem(416, "range", "The file is shorter.") }
            let last = min(range.last.map { Int64($0) } ?? .max, total - 1)
            fields.add("Content-Range", "bytes \(range.first)-\(last)/\(total)")
            length = last - Int64(range.first) + 1
        }
        let writer = try await starter.begin(range == nil ? 200 : 206, fields, length: Int(length))
        guard !request.isHead else { return }
        while let piece = first {
            try await writer.write(Array(piece.data))
            first = try await pieces.next()
        }
    }

    private typealias Pieces = RPCItems<FilePiece>.Iterator

    /// Opens the file, once more with the next token when the services refuse the first.
    private func open(_ request: Request, _ range: ByteRange?) async throws -> (Pieces, first: FilePiece?) {
        var read = Downloads.ReadFile(download: request.download, file: request.file)
        if let range {
            read.offset = Int64(range.first)
            read.length = range.last.map { Int64($0 - range.first + 1) }
        }
        // What the file is, a byte of it tells, too.
        if request.isHead { read.length = 1 }
        let caller = request.caller
        let options = caller.tokens.map { CallOptions(tokens: $0) } ?? CallOptions(token: caller.token)
        do {
            return try await begin(read, options)
        } catch let error as RPCError where error.code == .unauthenticated {
            guard await caller.renew?() != nil else { throw error }
            return try await begin(read, options)
        }
    }

    private func begin(_ read: Downloads.ReadFile, _ options: CallOptions) async throws -> (Pieces, first: FilePiece?) {
        var pieces = try await downloads.stream(read, options: options).makeAsyncIterator()
        let first = try await pieces.next()
        return (pieces, first)
    }
}

/// The types of media files, by their names.
enum MediaType {
    /// The type of an HLS playlist (RFC 8216, section 4).
    static let playlist = "application/vnd.apple.mpegurl"
    private static let unknown = "application/octet-stream"
    private static let types = [
        "mp4": "video/mp4", "m4v": "video/mp4", "mkv": "video/x-matroska", "webm": "video/webm",
        "mov": "video/quicktime",
        "avi": "video/x-msvideo", "ts": "video/mp2t", "m4s": "video/iso.segment", "mp3": "audio/mpeg",
        "m4a": "audio/mp4", "aac": "audio/aac", "vtt": "text/vtt",
    ]

    /// The type of a file; that of unknown bytes for one of no known ending.
    static func text(of name: String) -> String {
        isPlaylist(name) ? playlist : types[ending(of: name)] ?? unknown
    }

    /// Whether a file is a playlist by its name, or by the path of an address.
    static func isPlaylist(_ name: String) -> Bool { ["m3u8", "m3u"].contains(ending(of: name)) }

    private static func ending(of name: String) -> String {
        let path = name.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
    }
}
