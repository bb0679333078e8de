internal import Foundation
internal import HTTPFetch
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit

/// TMDB's images in few sizes, cached in a household's shard.
struct ImageSource: Sendable {
    let cache: Cache<CachedImage>
    let runtime: any Runtime
    /// The addresses' prefix, `https://image.tmdb.org/t/p`.
    let base: String
    let upstream: Upstream
    let flights: SingleFlight<CachedImage>

    /// An image in the size for a use.
    ///
    /// - Throws: `MetadataGatewayError`, `FetchError`, `RPCError`.
    func image(_ request: MetadataGateway.GetImage, in household: String) async throws -> ImageAnswer {
        let scale = request.scale ?? 1
        guard (1...3).contains(scale) else { throw RPCError.invalidArgument("scale", "is not from 1 to 3") }
        guard Self.isPath(request.path) else {
            throw RPCError.invalidArgument("path", "is not the path of a picture, such as /name.jpg")
        }
        let question = "/\(request.use.size(scale: Int(scale)))\(request.path)"
        let image = try await image(question, in: household)
        guard image.status == 200 else { throw MetadataGatewayError.unknownTitle }
        let time = Date(timeIntervalSince1970: Double(image.fetched) / 1_000)
        return ImageAnswer(
            bytes: image.body, type: image.type,
            source: AnswerSource(fetchedAt: time, isStale: false, attribution: TMDBSource.attribution))
    }

    private func image(_ question: String, in household: String) async throws -> CachedImage {
        if let cached = try await cache.find(question, in: household) { return cached }
        return try await flights.share("\(household) \(question)") {
            // Another caller may have fetched it in the meantime.
            if let cached = try await cache.find(question, in: household) { return cached }
            let image = try await fetch(question)
            await cache.keep(image, for: question, in: household)
            return image
        }
    }

    private func fetch(_ question: String) async throws -> CachedImage {
        var request = FetchRequest(try FetchURL(base + question))
        request.limits.time = MetadataGatewayLimits.attemptTime
        (request.limits.bodyBytes, request.limits.transferBytes) = (
            MetadataGatewayLimits.responseBytes, MetadataGatewayLimits.responseBytes
        )
        do {
            return try await upstream.fetch(request) { response in
                let now = runtime.wallTime.millisecondsSince1970
                if response.head.status == 404 { return CachedImage(status: 404, type: "", body: Data(), fetched: now) }
                let body = try response.successful().body
                guard let type = response.head["content-type"], type.hasPrefix("image/"), !body.isEmpty else {
                    throw UnreadableResponse(field: "")
                }
                return CachedImage(status: 200, type: type, body: Data(body), fetched: now)
            }
        } catch is UnreadableResponse {
            throw MetadataGatewayError.unreadable("")
        }
    }

    /// One name with an ending, and nothing that leads elsewhere.
    private static func isPath(_ text: String) -> Bool {
        let name = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "/"), name.count <= 100, let dot = name.firstIndex(of: UInt8(ascii: "."))
        else { return false }
        let isWord: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        let ending = String(decoding: name[name.index(after: dot)...], as: UTF8.self)
        return dot != name.startIndex && name[..<dot].allSatisfy(isWord)
            && ["jpg", "png", "svg", "webp"].contains(ending)
    }
}

extension ImageUse {
    /// TMDB's smallest size that is at least as wide as the use needs at a scale, within the limit of a response.
    func size(scale: Int) -> String {
        let sizes =
            switch self {
            case .thumbnail: ["w154", "w342", "w500"]
            case .card: ["w342", "w780", "w780"]
            case .detail: ["w500", "w780", "w780"]
            case .backdrop: ["w780", "w1280", "w1280"]
            case .hero: ["w1280", "w1280", "w1280"]
            case .still: ["w300", "original", "original"]
            case .profile: ["w185", "h632", "h632"]
            }
        return sizes[scale - 1]
    }
}
