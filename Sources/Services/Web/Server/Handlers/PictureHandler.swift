internal import Cryptography
internal import Foundation
internal import HTTPFetch
internal import HTTPServer
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit

/// `GET /picture/<use>/<name>`: pictures by their use, fetched and cached by metadata-gateway, so that the page names no other
/// host. A name's picture never changes. `?url=` is one of a list, a channel's logo say, that a response of this server had: it
/// is fetched here, with the checks of addresses that streams have.
struct PictureHandler: Sendable {
    let metadata: RPCClient<MetadataGateway>
    let fetcher: HTTPFetcher
    /// The addresses that may be asked for.
    let addresses: PictureAddresses

    init(clients: any ServiceClients, fetcher: HTTPFetcher, addresses: PictureAddresses) {
        (metadata, self.fetcher, self.addresses) = (clients.client(), fetcher, addresses)
    }

    /// The types that are passed on: none that may hold a script.
    private static let types: Set<String> = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]
    private static let scales: ClosedRange<Int32> = 1...3

    /// The response to a signed-in page, or to the bearer of a token.
    ///
    /// - Throws: `HTTPProblem`; ``ConnectError``.
    func response(to request: WebRequest, _ caller: Caller) async throws -> HTTPResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            throw HTTPProblem(405, "method", "Use GET.", fields: ["Allow": "GET, HEAD"])
        }
        let parts = request.segments.dropFirst()
        if parts.count == 1, parts.first.flatMap(ImageUse.init(rawValue:)) != nil,
            let address = request.http.head.parameter("url")
        {
            guard caller.token != nil else {
                throw ConnectError(.unauthenticated, "Pictures are for signed-in callers.")
            }
            let image = try await request.http.whileConnected { try await listPicture(address) }
            return try Self.response(to: request, image.bytes, type: image.type, "private, max-age=86400")
        }
        guard parts.count == 2, let use = parts.first.flatMap(ImageUse.init(rawValue:)), let name = parts.last,
            !name.isEmpty
        else {
            let uses = ImageUse.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(404, "picture", "A picture is /picture/USE/NAME, its use one of \(uses).")
        }
        let scale = request.http.head.parameter("scale")
        guard scale == nil || scale.flatMap({ Int32($0) }).map(Self.scales.contains) == true else {
            throw HTTPProblem(400, "scale", "scale is 1, 2 or 3.")
        }
        let image = try await request.http.whileConnected { [metadata] in
            try await CallHandler.withRenewal(caller) { token throws(RPCError) in
                try await metadata.send(
                    MetadataGateway.GetImage(path: "/\(name)", use: use, scale: scale.flatMap { Int32($0) }),
                    options: CallOptions(token: token))
            }
        }
        return try Self.response(
            to: request, [UInt8](image.bytes), type: image.type, "private, max-age=31536000, immutable")
    }

    /// A picture of a list, from its provider.
    private func listPicture(_ address: String) async throws -> (bytes: [UInt8], type: String) {
        guard addresses.contains(address) else {
            throw HTTPProblem(
                404, "picture",
                "No title's picture has this address, as far as this server has told. Ask for the title again.")
        }
        guard let url = try? FetchURL(address) else {
            throw HTTPProblem(400, "picture", "url is no address of the web.")
        }
        var fetch = FetchRequest(url)
        fetch.limits.time = WebLimits.pictureTime
        (fetch.limits.bodyBytes, fetch.limits.transferBytes) = (WebLimits.pictureBytes, WebLimits.pictureBytes)
        do {
            let response = try await fetcher.fetch(fetch).successful()
            return (response.body, response.head["content-type"] ?? "")
        } catch is FetchError {
            throw HTTPProblem(502, "picture", "The source of this picture cannot be read.")
        }
    }

    private static func response(
        to request: WebRequest, _ bytes: [UInt8], type: String, _ lifetime: String
    ) throws -> HTTPResponse {
        let type = type.prefix { $0 != ";" }.lowercased()
        guard types.contains(type) else { throw HTTPProblem(502, "picture", "The source sent no picture.") }
        let tag = "\"\(try SHA256.digest(of: bytes).prefix(WebLimits.tagBytes).hexadecimal)\""
        let fields: HeaderFields = ["Content-Type": type, "ETag": tag, "Cache-Control": lifetime]
        guard !PageFiles.matches(request, tag) else { return HTTPResponse(304, fields: fields) }
        return HTTPResponse(200, fields: fields, bytes: bytes)
    }
}
