internal import Foundation
internal import HTTPFetch
internal import HTTPServer
internal import PlaybackStateAPI
internal import RPC
internal import Synchronization

/// `/media/<session>/<name>`: relays what `Play` has opened, so that the provider's address and password do not reach the
/// browser, unless the provider's host is one that browsers read themselves. Bytes are read as fast as the browser takes
/// them, and a browser that leaves ends the provider's transfer.
struct MediaHandler: Sendable {
    let sealer: MediaAddress.Sealer
    let fetcher: HTTPFetcher
    let runtime: any Runtime
    let downloads: DownloadRelay
    /// Hosts whose streams browsers read themselves.
    let directHosts: Set<String>
    private let running = RelayCounter()
    private let tickets: MediaTickets
    private let streams = KnownStreams()

    init(
        sealer: MediaAddress.Sealer, fetcher: HTTPFetcher, downloads: DownloadRelay, directHosts: Set<String> = [],
        runtime: any Runtime
    ) {
        (self.sealer, self.fetcher, self.downloads, self.runtime) = (sealer, fetcher, downloads, runtime)
        self.directHosts = directHosts
        tickets = MediaTickets(runtime: runtime)
    }

    /// The path of what a session plays, below this server's.
    ///
    /// - Throws: when it cannot be encrypted.
    func path(of opened: Playback) throws -> String {
        var address = MediaAddress(url: opened.url, headers: opened.headers, expires: time(in: WebLimits.mediaSeconds))
        if let download = opened.download {
            // Its address is a path of the machine that keeps it: the name tells the type.
            let name = opened.url.split(separator: "/").last.map(String.init) ?? ""
            (address.download, address.url, address.headers) = (download, name, [:])
        }
        return "/media/\(opened.session)/\(try sealer.seal(address, for: opened.session))"
    }

    private func time(in seconds: Int64) -> Int64 { Int64(runtime.wallTime.secondsSince1970) + seconds }

    /// The response to a request below `/media`. The name is the right to it, as player programs have no cookie; a file of a
    /// download is sent to the profile that has it alone.
    ///
    /// - Throws: `HTTPProblem`; ``ConnectError``.
    func response(
        to request: WebRequest, _ caller: @Sendable (WebRequest) async throws -> Caller
    ) async throws -> HTTPResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            throw HTTPProblem(405, "method", "Use GET.", fields: ["Allow": "GET, HEAD"])
        }
        let parts = request.segments
        if parts.count == 4, parts[2] == Self.once { return try ticket(parts[3], session: parts[1], request) }
        let isFile = parts.count == 4 && parts[3] == Self.playerFile
        guard parts.count == 3 || isFile, let address = sealer.open(parts[2], for: parts[1]) else {
            throw Self.expired
        }
        if let download = address.download {
            guard !isFile else { throw Self.unplayable }
            return try await send(download, address, session: parts[1], request, try await caller(request))
        }
        guard let url = try? FetchURL(address.url) else { throw Self.unplayable }
        guard !isFile else { return try file(for: address, session: parts[1], request) }
        if isDirect(url, address, request) {
            return HTTPResponse(302, fields: ["Location": url.text, "Cache-Control": "no-store"])
        }
        return try await stream(url, address, session: parts[1], request)
    }

    /// Whether a browser is led to the provider itself: to a host that is configured so, unless it needs fields or a password
    /// that a browser does not send, or is plain HTTP, which a page over TLS does not open.
    private func isDirect(_ url: FetchURL, _ address: MediaAddress, _ request: WebRequest) -> Bool {
        directHosts.contains(url.host) && address.headers.isEmpty && !url.hasUser
            && (url.scheme == "https" || !request.isSecure)
    }

    private static let expired = HTTPProblem(
        410, "media-expired", "This address has expired, or was used before. Play the title again.")
    private static let unplayable = HTTPProblem(
        415, "media-address", "This stream is not sent over HTTP: open it with a player program.")

    private func send(
        _ download: String, _ address: MediaAddress, session: String, _ request: WebRequest, _ caller: Caller
    ) async throws -> HTTPResponse {
        guard caller.token != nil else {
            throw ConnectError(.unauthenticated, "Downloads are sent to the profile that has them.")
        }
        let range = request.fields["If-Range"] == nil ? Self.range(request.fields["Range"]) : nil
        return downloads.response(
            to: DownloadRelay.Request(
                download: download, file: address.file, name: address.url, range: range,
                isHead: request.method == "HEAD", caller: caller
            ) { [sealer] name in
                var next = address
                (next.file, next.url) = (name, name)
                return try? sealer.seal(next, for: session)
            })
    }

    private func stream(
        _ url: FetchURL, _ address: MediaAddress, session: String, _ request: WebRequest
    ) async throws -> HTTPResponse {
        var fetch = FetchRequest(url)
        fetch.method = request.method == "HEAD" ? .head : .get
        fetch.headers = address.headers.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
            .filter { !["range", "host", "cookie"].contains($0.name.lowercased()) }
        // A part of a playlist could not be rewritten, and would tell addresses.
        fetch.range = Self.isPlaylist(url) ? nil : Self.range(request.fields["Range"])
        if let first = fetch.range?.first, first > 0, !streams.contains(address.url) {
            try await learn(fetch, address)
        }
        fetch.validators.ifRange = fetch.range == nil ? nil : request.fields["If-Range"]
        fetch.limits = WebLimits.mediaLimits
        return HTTPResponse(fields: ["Cache-Control": "no-store"]) { [self, fetch] starter in
            guard running.enter() else {
                throw HTTPProblem(503, "media-streams", "Too many streams are relayed at a time. Stop one of them.")
            }
            defer { running.leave() }
            do {
                try await fetcher.stream(fetch) { head, source, body in
                    try await relay(head, source, body, address, session: session, to: starter)
                }
            } catch is FetchError {
                // Its text names the provider's host.
                throw HTTPProblem(502, "media-source", "The source of this stream cannot be read. Try another link.")
            }
        }
    }

    /// Reads the beginning of a stream, of which a part from the middle is asked for: that part would not tell whether it is one
    /// of a playlist, with the provider's addresses in it.
    ///
    /// - Throws: `HTTPProblem` when it is, or cannot be read.
    private func learn(_ fetch: FetchRequest, _ address: MediaAddress) async throws {
        var start = fetch
        (start.method, start.range) = (.get, ByteRange(from: 0, through: WebLimits.playlistStartBytes - 1))
        start.validators.ifRange = nil
        start.limits.time = WebLimits.pictureTime
        let isPlaylist: Bool
        do {
            isPlaylist = try await fetcher.stream(start) { head, _, body in
                guard [200, 206].contains(head.status) else { return true }
                var (pieces, first) = (body.makeAsyncIterator(), [UInt8]())
                while first.count < WebLimits.playlistStartBytes, let more = try await pieces.next() { first += more }
                return PlaylistRewriter.isPlaylist(first)
            }
        } catch is FetchError {
            throw HTTPProblem(502, "media-source", "The source of this stream cannot be read. Try another link.")
        }
        guard !isPlaylist else {
            throw HTTPProblem(416, "range", "This stream has no ranges. Ask for all of it.")
        }
        streams.note(address.url)
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
                200, ["Content-Type": MediaType.playlist], length: written.count)
            return try await writer.write(written)
        }
        if head.status == 200 { streams.note(address.url) }
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

    /// The part of a path before a ticket.
    private static let once = "once"

    /// A playlist for a player program, with an address of the stream here that can be used once: for what a browser cannot
    /// play.
    private func file(for address: MediaAddress, session: String, _ request: WebRequest) throws -> HTTPResponse {
        var ticket = address
        ticket.expires = min(address.expires, time(in: WebLimits.ticketSeconds))
        let name = try sealer.seal(ticket, for: Self.context(session))
        let path = request.http.head.path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        let scheme = request.isSecure ? "https" : "http"
        let url = "\(scheme)://\(request.authority)\(path.joined(separator: "/"))/\(Self.once)/\(name)"
        return HTTPResponse(
            200,
            fields: [
                "Content-Type": "audio/x-mpegurl",
                "Content-Disposition": "attachment; filename=\"\(Self.playerFile)\"", "Cache-Control": "no-store",
            ], bytes: Array("#EXTM3U\n#EXTINF:-1,Hearth\n\(url)\n".utf8))
    }

    /// What a ticket's name is sealed for: it is no name of a stream, nor the other way round.
    private static func context(_ session: String) -> String { "\(once) \(session)" }

    /// Leads the first that comes with a ticket to the stream.
    private func ticket(_ name: String, session: String, _ request: WebRequest) throws -> HTTPResponse {
        guard let ticket = sealer.open(name, for: Self.context(session)) else { throw Self.expired }
        // Looking is no use of it.
        guard request.method == "GET" else { return HTTPResponse(200, fields: ["Cache-Control": "no-store"]) }
        guard tickets.use(name, until: ticket.expires) else { throw Self.expired }
        var address = ticket
        address.expires = time(in: WebLimits.mediaSeconds)
        // Beside the folder of tickets, wherever a proxy serves this server.
        let location = "../\(try sealer.seal(address, for: session))"
        return HTTPResponse(302, fields: ["Location": location, "Cache-Control": "no-store"])
    }

    private static func isPlaylist(_ url: FetchURL) -> Bool { MediaType.isPlaylist(url.text) }

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

/// Addresses whose beginning is known to be no playlist's.
private final class KnownStreams: Sendable {
    private let known = Mutex<Set<String>>([])

    func contains(_ address: String) -> Bool { known.withLock { $0.contains(address) } }

    func note(_ address: String) {
        known.withLock { known in
            if known.count >= WebLimits.knownStreams { known = [] }
            known.insert(address)
        }
    }
}
