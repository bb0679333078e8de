internal import DownloadsAPI
internal import HTTPFetch
internal import RPC

/// Where something is fetched from: an address that holds for a while, with what its server wants to be sent.
struct MediaSource: Sendable {
    let url: FetchURL
    private let headers: [HeaderField]

    /// Takes what the catalog knows of a link.
    ///
    /// - Throws: ``DownloadsError`` for an address that is none on the web.
    init(url: String, headers: [String: String]) throws(DownloadsError) {
        do { self.url = try FetchURL(url) } catch {
            throw .trouble(.invalidURL, "The title's link is not an address of http or https.")
        }
        // What belongs to the transfer itself is not theirs to say.
        self.headers = headers.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }.filter(\.isSendable)
    }

    /// A request for something small at this source's own address, or at one that it has led to.
    ///
    /// What tells who asks stays with the server that it is for; players' names and where they come from go everywhere, as
    /// servers of segments look at those.
    func request(for other: FetchURL? = nil) -> FetchRequest {
        let target = other ?? url
        var request = FetchRequest(target)
        let isOwn = target.hasSameOrigin(as: url)
        request.headers = headers.filter { isOwn || Self.public.contains($0.name.lowercased()) }
        request.limits.time = DownloadsLimits.probeTimeout
        request.limits.idleTimeout = DownloadsLimits.idleTimeout
        return request
    }

    /// A request for media of at most so many bytes, which takes as long as it takes.
    func mediaRequest(for other: FetchURL? = nil, bytes: Int) -> FetchRequest {
        var request = request(for: other)
        request.limits.time = DownloadsLimits.mediaTime
        (request.limits.transferBytes, request.limits.bodyBytes) = (bytes, bytes)
        return request
    }

    private static let `public`: Set = ["user-agent", "referer", "origin", "accept", "accept-language"]
}
