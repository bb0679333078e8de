internal import DownloadsAPI
internal import HTTPFetch
internal import RPC

/// The result of probing a link.
enum LinkProbeResult: Sendable {
    /// A plain file, with its length when the server sends it.
    case plain(bytes: Int64?)
    /// A stream.
    case stream(LocatedPlan)

    /// The kind to store.
    var kind: FileRecord.Kind {
        switch self {
        case .plain: .plain
        case .stream: .stream
        }
    }

    /// The expected size in bytes, as far as known.
    var expectedBytes: Int64? {
        switch self {
        case .plain(let bytes): bytes
        case .stream(let located): located.plan.expectedBytes
        }
    }
}

/// A plan, and the base addresses of its tracks.
struct LocatedPlan: Sendable {
    var plan: HLSPlan
    var bases: [FetchURL]
}

/// Probes links: reads only as much as it takes to detect their kind.
struct LinkProbe: Sendable {
    let fetcher: HTTPFetcher
    let runtime: any Runtime

    private enum Beginning: Sendable {
        case plain(bytes: Int64?)
        case playlist([UInt8], FetchURL)
    }

    /// Probes a link.
    ///
    /// - Throws: `FetchError`; ``HLSError`` and ``DownloadsError`` for media that cannot be downloaded.
    func look(at source: MediaSource, quality: DownloadQuality) async throws -> LinkProbeResult {
        switch try await beginning(of: source) {
        case .plain(let bytes): return .plain(bytes: bytes)
        case .playlist(let bytes, let url):
            return .stream(try await plan(bytes, from: url, source: source, quality: quality))
        }
    }

    private func beginning(of source: MediaSource) async throws -> Beginning {
        var request = source.mediaRequest(bytes: DownloadsLimits.fileBytes)
        request.limits.time = DownloadsLimits.probeTimeout
        // A server that supports ranges need not start sending a film that no caller reads yet.
        request.range = ByteRange(from: 0, through: DownloadsLimits.sniffedBytes - 1)
        let found = try await fetcher.stream(request) { head, url, body -> Beginning? in
            // An empty resource: the fetch will show how it goes on.
            if head.status == 416 { return .plain(bytes: nil) }
            try head.checkSuccess(from: url, at: runtime.wallTime)
            let (isPart, coding) = (head.status == 206, try ContentCoding(head))
            var (bytes, pieces) = (
                [UInt8](), MediaBody(body, coding, limitBytes: DownloadsLimits.fileBytes, isPart: isPart)
            )
            while bytes.count < DownloadsLimits.sniffedBytes, let piece = try await pieces.next() { bytes += piece }
            let kind = MediaKind(head: head, beginning: bytes)
            guard kind == .playlist || kind == .archive && HLSPlaylist.isBeginning(GzipDecoder.peek(bytes)) else {
                try kind.checkPlain()
                // The length of a compressed body is not that of the decoded one.
                let all = coding != .none ? nil : isPart ? head.contentRange?.total : body.expectedBytes
                return .plain(bytes: all.map(Int64.init))
            }
            if isPart, coding != .none || head.contentRange?.total != bytes.count { return nil }
            while bytes.count <= HLSLimits.playlistBytes, let piece = try await pieces.next() { bytes += piece }
            if GzipDecoder.isBeginning(bytes) {
                bytes = try MediaBody.checked { () throws(GzipDecoder.Damaged) in
                    try GzipDecoder.unpack(bytes, limitBytes: HLSLimits.playlistBytes)
                }
            }
            return .playlist(bytes, url)
        }
        if let found { return found }
        let whole = try await fetchPlaylist(source.request())
        return .playlist(whole.bytes, whole.url)
    }

    private func plan(
        _ bytes: [UInt8], from url: FetchURL, source: MediaSource, quality: DownloadQuality
    ) async throws -> LocatedPlan {
        switch try HLSPlaylist(bytes, query: url.query) {
        case .media(let media):
            var plan = HLSPlan()
            try plan.add(HLSTrack(media, number: 0))
            return LocatedPlan(plan: plan, bases: [url])
        case .master(let master):
            guard let variant = master.variant(for: quality) else { throw HLSError.nothingToPlay }
            let wanted = [(variant.uri, nil)] + master.companions(of: variant).map { ($0.uri ?? "", $0) }
            var (plan, bases): (HLSPlan, [FetchURL]) = (HLSPlan(variant), [])
            for (number, (uri, rendition)) in wanted.enumerated() {
                let (media, base) = try await media(at: try url.resolving(uri), of: master, source)
                try plan.add(HLSTrack(media, number: number, rendition: rendition))
                bases.append(base)
            }
            return LocatedPlan(plan: plan, bases: bases)
        }
    }

    private func media(
        at url: FetchURL, of master: HLSMasterPlaylist, _ source: MediaSource
    ) async throws -> (HLSMediaPlaylist, FetchURL) {
        let response = try await fetchPlaylist(source.request(for: url))
        let playlist = try HLSPlaylist(response.bytes, query: response.url.query, importing: master.variables)
        guard case .media(let media) = playlist else {
            throw HLSError.malformed("a variant is a list of variants itself")
        }
        return (media, response.url)
    }

    private func fetchPlaylist(_ request: FetchRequest) async throws -> (bytes: [UInt8], url: FetchURL) {
        var request = request
        (request.limits.transferBytes, request.limits.bodyBytes) = (HLSLimits.playlistBytes, HLSLimits.playlistBytes)
        return try await fetcher.small(request, limitBytes: HLSLimits.playlistBytes, at: runtime.wallTime)
    }
}

extension FetchURL {
    /// Its query as written, without the `?`; nil without one.
    fileprivate var query: String? { text.firstIndex(of: "?").map { String(text[$0...].dropFirst()) } }
}

extension HLSPlan {
    /// The expected size in bytes by its playlists.
    var expectedBytes: Int64? {
        let ranges = pieces.compactMap(\.range)
        if ranges.count == pieces.count { return ranges.reduce(0) { $0 + Int64($1.length) } }
        guard let bitsPerSecond else { return nil }
        return Int64(estimate: Double(bitsPerSecond) * duration / 8)
    }
}

extension Int64 {
    /// Rounds an estimate of bytes: at most the file limit, and 0 when it is not a number.
    init(estimate: Double) {
        self = estimate > 0 ? Int64(Swift.min(estimate, Double(DownloadsLimits.fileBytes))) : 0
    }
}
