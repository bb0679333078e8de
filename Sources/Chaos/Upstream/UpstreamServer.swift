internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Glibc
internal import RPC
internal import Synchronization

/// The external servers of a run's services: a host of films, and a fake TMDB, at one loopback address. It injects
/// errors.
final class UpstreamServer: Sendable {
    private let server: HTTPServer
    private let runtime: any Runtime
    private let questions = Mutex(0)

    /// One of this many TMDB requests is answered with an error, and one with a request to back off for a second.
    private static let (failsOneIn, refusesOneIn) = (9, 41)
    private static let bufferBytes = 64 << 10

    init(runtime: any Runtime) {
        self.runtime = runtime
        var address = sockaddr_in.inet(port: 0)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        server = HTTPServer(address: address, logger: .disabled)
    }

    /// Serves until it is cancelled.
    ///
    /// - Throws: `SocketError` when it cannot listen.
    func run() async throws {
        await server.appendRoute("GET /films/*") { [self] request in film(request) }
        await server.appendRoute("GET /3/*") { [self] request in tmdb(request) }
        do { try await server.run() } catch is CancellationError {}
    }

    /// `127.0.0.1:` and its port, once it listens.
    ///
    /// - Throws: `SocketError`; ``NoPort``.
    func address() async throws -> String {
        try await server.waitUntilListening()
        guard case .ip4(let host, let port) = await server.listeningAddress else { throw NoPort() }
        return "\(host):\(port)"
    }

    /// It does not listen.
    struct NoPort: Error, CustomStringConvertible {
        var description: String { "cannot listen on loopback" }
    }

    // MARK: Films

    private func film(_ request: HTTPRequest) -> HTTPResponse {
        let name = request.path.split(separator: "/").last?.split(separator: ".").first ?? ""
        guard let number = Int(name), number >= 0 else { return HTTPResponse(statusCode: .notFound) }
        let film = UpstreamFilm(number: number)
        let tag = "\"film-\(number)\""
        var headers: HTTPHeaders = [:]
        headers[.eTag] = tag
        headers[.acceptRanges] = "bytes"
        headers[.contentType] = "video/x-matroska"
        // A client with another version gets the whole of this one.
        let isSame = request.headers[HTTPHeader("If-Range")].map { $0 == tag } ?? true
        guard isSame, let requested = request.headers[.range] else {
            return HTTPResponse(statusCode: .ok, headers: headers, body: body(film, 0..<film.count))
        }
        guard let range = Self.range(requested, of: film.count) else {
            headers[.contentRange] = "bytes */\(film.count)"
            return HTTPResponse(statusCode: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(film.count)"
        return HTTPResponse(statusCode: .partialContent, headers: headers, body: body(film, range))
    }

    private func body(_ film: UpstreamFilm, _ range: Range<Int>) -> HTTPBodySequence {
        HTTPBodySequence(
            from: ThrottledBytes(film: film, range: range, runtime: runtime), count: range.count,
            suggestedBufferSize: Self.bufferBytes)
    }

    /// The requested range, `bytes=5-` or `bytes=5-9`; nil when it is not satisfiable.
    static func range(_ text: String, of count: Int) -> Range<Int>? {
        let parts = text.replacing("bytes=", with: "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), (0..<count).contains(first) else { return nil }
        if parts[1].isEmpty { return first..<count }
        guard let last = Int(parts[1]), last >= first else { return nil }
        return first..<min(last + 1, count)
    }

    // MARK: TMDB

    private func tmdb(_ request: HTTPRequest) -> HTTPResponse {
        let number = questions.withLock { count -> Int in
            count += 1
            return count
        }
        if number.isMultiple(of: Self.refusesOneIn) {
            var headers: HTTPHeaders = [:]
            headers[HTTPHeader("Retry-After")] = "1"
            return HTTPResponse(statusCode: .tooManyRequests, headers: headers)
        }
        if number.isMultiple(of: Self.failsOneIn) { return HTTPResponse(statusCode: .serviceUnavailable) }
        let path = request.path.split(separator: "/").dropFirst().map(String.init)
        switch (path.first, path.count) {
        case ("search", 2):
            let words = request.query.first { $0.name == "query" }?.value.split(separator: " ") ?? []
            let title = words.last.flatMap { Int64($0) }.map(UpstreamTitle.init(id:))
            return json(UpstreamTitle.page([title].compactMap(\.self).filter(\.exists)))
        case ("movie", 2):
            guard let title = Int64(path[1]).map(UpstreamTitle.init(id:)), title.exists else { break }
            return json(title.details)
        default: break
        }
        return HTTPResponse(statusCode: .notFound, body: Data(#"{"status_code":34}"#.utf8))
    }

    private func json(_ text: String) -> HTTPResponse {
        var headers: HTTPHeaders = [:]
        headers[.contentType] = "application/json"
        return HTTPResponse(statusCode: .ok, headers: headers, body: Data(text.utf8))
    }
}
