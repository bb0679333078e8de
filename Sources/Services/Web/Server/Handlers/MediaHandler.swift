internal import Foundation
internal import HTTPFetch
internal import HTTPServer
internal import RPC
internal import Synchronization

/// `/media/<session>/<name>`: relays what `Play` has opened, so that the provider's address and password never reach the
/// browser. Bytes are read as fast as the browser takes them, and a browser that leaves ends the provider's transfer.
struct MediaHandler: Sendable {
    let sealer: MediaAddress.Sealer
    let fetcher: HTTPFetcher
    let runtime: any Runtime
    private let running = RelayCounter()

    init(sealer: MediaAddress.Sealer, fetcher: HTTPFetcher, runtime: any Runtime) {
        (self.sealer, self.fetcher, self.runtime) = (sealer, fetcher, runtime)
    }

    /// The path of what a session plays, below this server's.
    ///
    /// - Throws: when it cannot be encrypted.
    func path(of url: String, _ headers: [String: String], session: String) throws -> String {
        let expires = Int64(runtime.wallTime.secondsSince1970) + WebLimits.mediaSeconds
        let address = MediaAddress(url: url, headers: headers, expires: expires)
        return "/media/\(session)/\(try sealer.seal(address, for: session))"
    }

    /// The response to a request below `/media`. The name is the right to it: player programs have no cookie.
    ///
    /// - Throws: `HTTPProblem`.
    func response(to request: WebRequest) throws -> HTTPResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            throw HTTPProblem(405, "method", "Use GET.", fields: ["Allow": "GET, HEAD"])
        }
        let parts = request.segments
        let isFile = parts.count == 4 && parts[3] == Self.playerFile
        guard parts.count == 3 || isFile, let address = sealer.open(parts[2], for: parts[1]) else {
            throw HTTPProblem(410, "media-expired", "This address has expired. Play the title again.")
        }
        guard let url = try? FetchURL(address.url) else {
            throw HTTPProblem(
                415, "media-address", "This stream is not sent over HTTP: open it with a player program.")
        }
        guard !isFile else { return Self.file(for: request) }
        var fetch = FetchRequest(url)
        fetch.method = request.method == "HEAD" ? .head : .get
        fetch.headers = address.headers.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
            .filter { !["range", "host", "cookie"].contains($0.name.lowercased()) }
        // A part of a playlist could not be rewritten, and would tell addresses.
        fetch.range = Self.isPlaylist(url) ? nil : Self.range(request.fields["Range"])
        fetch.validators.ifRange = fetch.range == nil ? nil : request.fields["If-Range"]
        fetch.limits = WebLimits.mediaLimits
        return HTTPResponse(fields: ["Cache-Control": "no-store"]) { [self, fetch] starter in
            guard running.enter() else {
                throw HTTPProblem(503, "media-streams", "Too many streams are relayed at a time. Stop one of them.")
            }
            defer { running.leave() }
            do {
                try await fetcher.stream(fetch) { head, source, body in
                    try await relay(head, source, body, address, session: parts[1], to: starter)
                }
            } catch is FetchError {
                // Its text names the provider's host.
                throw HTTPProblem(502, "media-source", "The source of this stream cannot be read. Try another link.")
            }
        }
    }

    private func relay(
        _ head: FetchHead, _ url: FetchURL, _ body: FetchBody, _ address: MediaAddress, session: String,
        to starter: ResponseStarter
    ) async throws {
        guard [200, 206].contains(head.status) else {
            let isRange = head.status == 416
            throw HTTPProblem(
                isRange ? 416 : 502, isRange ? "range" : "media-source",
                isRange
                    ? "The stream is shorter." : "The source refuses this stream (\(head.status)). Try another link.")
        }
        let type = head["content-type"]?.lowercased() ?? "application/octet-stream"
        guard head.status == 200 || !type.contains("mpegurl") && !type.hasPrefix("text/") && !Self.isPlaylist(url)
        else {
            throw HTTPProblem(416, "range", "A playlist has no ranges. Ask for all of it.")
        }
        var pieces = body.makeAsyncIterator()
        // Enough of it to tell, however it is cut into pieces.
        var first: [UInt8] = []
        while first.count < WebLimits.playlistStartBytes, let more = try await pieces.next() { first += more }
        let isPlaylist = PlaylistRewriter.isPlaylist(first)
        guard head.status == 200 || !isPlaylist else {
            throw HTTPProblem(416, "range", "A playlist has no ranges. Ask for all of it.")
        }
        if head.status == 200, isPlaylist {
            var bytes = first
            while let more = try await pieces.next() {
                bytes += more
                guard bytes.count <= WebLimits.playlistBytes else {
                    throw HTTPProblem(502, "playlist", "The stream's playlist is too long.")
                }
            }
            let text = playlist(String(decoding: bytes, as: UTF8.self), from: url, address, session)
            let written = Array(text.utf8)
            let writer = try await starter.begin(
                200, ["Content-Type": "application/vnd.apple.mpegurl"], length: written.count)
            return try await writer.write(written)
        }
        var fields: HeaderFields = ["Content-Type": Self.safe(type), "Accept-Ranges": "bytes"]
        for name in ["content-range", "etag", "last-modified"] { if let value = head[name] { fields.add(name, value) } }
        let writer = try await starter.begin(head.status, fields, length: body.expectedBytes)
        try await writer.write(first)
        while let bytes = try await pieces.next() { try await writer.write(bytes) }
    }

    /// A playlist whose addresses are paths beside its own.
    private func playlist(_ text: String, from url: FetchURL, _ address: MediaAddress, _ session: String) -> String {
        PlaylistRewriter.rewrite(text) { reference in
            guard let target = try? url.resolving(reference) else { return nil }
            // The provider's fields go to the provider alone.
            // The provider may have sent us on to another host, which is not to get them either.
            let isOwn = (try? FetchURL(address.url))?.hasSameOrigin(as: target) ?? false
            let headers = isOwn && target.hasSameOrigin(as: url) ? address.headers : [:]
            let next = MediaAddress(url: target.text, headers: headers, expires: address.expires)
            return try? sealer.seal(next, for: session)
        }
    }

    /// The file's name below the path of a stream.
    private static let playerFile = "player.m3u"

    /// A playlist for a player program, with the address of the stream here: for what a browser cannot play.
    private static func file(for request: WebRequest) -> HTTPResponse {
        let path = request.http.head.path.dropLast(playerFile.utf8.count + 1)
        let text = "#EXTM3U\n#EXTINF:-1,Hearth\n\(request.isSecure ? "https" : "http")://\(request.authority)\(path)\n"
        return HTTPResponse(
            200,
            fields: [
                "Content-Type": "audio/x-mpegurl", "Content-Disposition": "attachment; filename=\"\(playerFile)\"",
                "Cache-Control": "no-store",
            ], bytes: Array(text.utf8))
    }

    private static func isPlaylist(_ url: FetchURL) -> Bool {
        let path = url.text.prefix { $0 != "?" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".m3u")
    }

    /// A type that no browser takes for a page or a script of this server.
    private static func safe(_ type: String) -> String {
        let plain = type.prefix { $0 != ";" }
        let isMedia = ["video/", "audio/", "text/vtt"].contains { plain.hasPrefix($0) }
        return isMedia ? String(plain) : "application/octet-stream"
    }

    /// `bytes=5-` or `bytes=5-9`; nil for others, which get all. So does `bytes=0-`, with which players begin: its response
    /// tells by the first bytes whether they are a playlist.
    private static func range(_ text: String?) -> ByteRange? {
        guard let text, text.hasPrefix("bytes=") else { return nil }
        let parts = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), first >= 0 else { return nil }
        guard !parts[1].isEmpty else { return first == 0 ? nil : ByteRange(from: first) }
        guard let last = Int(parts[1]), last >= first else { return nil }
        return ByteRange(from: first, through: last)
    }
}

/// The streams that are relayed at a time.
private final class RelayCounter: Sendable {
    private let count = Mutex(0)

    func enter() -> Bool {
        count.withLock { count in
            guard count < WebLimits.relays else { return false }
            count += 1
            return true
        }
    }

    func leave() { count.withLock { $0 -= 1 } }
}
