internal import DownloadsAPI
internal import HTTPFetch
internal import RPC

/// The source of media: an address that is valid for a while, with the headers that its server expects.
struct MediaSource: Sendable {
    let url: FetchURL
    private let headers: [HeaderField]

    /// Makes a source from the catalog's link.
    ///
    /// - Throws: ``DownloadsError`` for an address that is not HTTP.
    init(url: String, headers: [String: String]) throws(DownloadsError) {
        do { self.url = try FetchURL(url) } catch {
            throw .trouble(.invalidURL, "The title's link is not an address of http or https.")
        }
        // Headers of the transfer itself cannot be overridden.
        self.headers = headers.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }.filter(\.isSendable)
    }

    /// A request for a small resource at this source's own address, or at one that it referred to.
    ///
    /// Credentials go to their own server only; `User-Agent` and origin headers go everywhere, as segment servers check
    /// those.
    func request(for other: FetchURL? = nil) -> FetchRequest {
        let target = other ?? url
        var request = FetchRequest(target)
        let isOwn = target.hasSameOrigin(as: url)
        request.headers = headers.filter { isOwn || Self.public.contains($0.name.lowercased()) }
        request.limits.time = DownloadsLimits.probeTimeout
        request.limits.idleTimeout = DownloadsLimits.idleTimeout
        return request
    }

    /// A request for media of at most so many bytes, without a short deadline.
    func mediaRequest(for other: FetchURL? = nil, bytes: Int) -> FetchRequest {
        var request = request(for: other)
        request.limits.time = DownloadsLimits.mediaTime
        (request.limits.transferBytes, request.limits.bodyBytes) = (bytes, bytes)
        return request
    }

    private static let `public`: Set = ["user-agent", "referer", "origin", "accept", "accept-language"]
}
