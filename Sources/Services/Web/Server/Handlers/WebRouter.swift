internal import HTTPServer
internal import Logging
internal import ProfilesAPI
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit
internal import Synchronization

/// Leads each request to its handler, after the checks that all have.
struct WebRouter: Sendable {
    let configuration: WebConfiguration
    let hosts: HostRules
    let calls: CallHandler
    let sessions: SessionHandler
    let files: PageFiles
    let events: EventsHandler
    let pictures: PictureHandler
    let media: MediaHandler
    let security: SecurityHeaders
    let health: HealthRegistry
    let logger: Logger

    /// The response to a request.
    ///
    /// - Throws: `CancellationError`, and when the client has left.
    func response(to http: HTTPRequest) async throws -> HTTPResponse {
        var response: HTTPResponse
        do {
            response = try await route(http)
        } catch let problem as HTTPProblem {
            response = problem.response
        } catch let error as ConnectError {
            response = error.response
        } catch let error as RPCError {
            response = ConnectError(error).response
        } catch is CancellationError {
            throw CancellationError()
        } catch is HTTPRequest.HungUp {
            throw HTTPRequest.HungUp()
        } catch {
            logger.error("A request failed.", metadata: ["error": "\(error)", "path": "\(http.head.path)"])
            response = HTTPProblem(500, "internal", "The request failed; the log of `web` has the reason.").response
        }
        response.fields.fill(security.fields)
        return response
    }

    private func route(_ http: HTTPRequest) async throws -> HTTPResponse {
        let request = try WebRequest(http, configuration)
        guard hosts.accepts(request.authority) else {
            throw HTTPProblem(
                421, "unknown-host",
                "This server is not known by that name. The setting web-hosts (HEARTH_WEB_HOSTS) names further ones.")
        }
        switch request.segments.first {
        case "healthz": return try read(request) { .text(200, "ok\n") }
        case "readyz": return try read(request, ready)
        case "openapi.json":
            return try read(request) {
                HTTPResponse(200, fields: ["Content-Type": CallHandler.json], bytes: OpenAPIDocument.all.json)
            }
        case "session": return try await sessions.response(to: request)
        case "media": return try await withSession(request) { try await media.response(to: request, $0) }
        case "events":
            return try await withSession(request) { try events.response(to: request, try await verified($0(request))) }
        case "picture":
            return try await withSession(request) {
                try await pictures.response(to: request, try await verified($0(request)))
            }
        case let service? where request.segments.count == 2 && service.contains("."):
            return try await call(request)
        default: return try page(request)
        }
    }

    private func read(_ request: WebRequest, _ body: () -> HTTPResponse) throws(HTTPProblem) -> HTTPResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            throw HTTPProblem(405, "method", "Use GET.", fields: ["Allow": "GET, HEAD"])
        }
        return body()
    }

    private func ready() -> HTTPResponse {
        health.overall == .serving ? .text(200, "ready\n") : .text(503, "\(health.overall.rawValue)\n")
    }

    private func page(_ request: WebRequest) throws -> HTTPResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            throw HTTPProblem(405, "method", "Pages are read with GET.", fields: ["Allow": "GET, HEAD"])
        }
        guard let response = try files.response(to: request) else {
            throw HTTPProblem(404, "not-found", "There is no such page.")
        }
        return response
    }

    private func call(_ request: WebRequest) async throws -> HTTPResponse {
        try await withSession(request) { try await calls.response(to: request, $0) }
    }

    private typealias CallerSource = @Sendable (WebRequest) async throws -> Caller

    /// The response of a handler that asks for the caller; with the next cookie where the session went on.
    private func withSession(
        _ request: WebRequest, _ handler: (@escaping CallerSource) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let known = request.cookies[SessionCookie.session.name(for: request)]
        let box = HeldBox()
        var response: HTTPResponse
        do {
            response = try await handler { request in
                try await caller(of: request) { box.note($0) }
            }
        } catch let error as ConnectError {
            response = error.response
        }
        // The session went on: the browser needs the refresh token that takes the place of the one it has sent.
        if let next = box.held?.refreshToken, next != known {
            SessionCookie.session.set(next, seconds: WebLimits.cookieSeconds, in: &response, for: request)
        }
        return response
    }

    /// The caller, once profiles has verified a bearer's token: what is served here alone has no other check.
    private func verified(_ caller: Caller) async throws -> Caller {
        guard caller.tokens == nil, let token = caller.token else { return caller }
        _ = try await sessions.profiles.send(Profiles.GetHousehold(), options: CallOptions(token: token))
        return caller
    }

    /// Who makes a call: the bearer of a token, a signed-in browser, or a caller without either.
    private func caller(
        of request: WebRequest, note: @escaping @Sendable (BrowserSessions.Held) -> Void
    ) async throws -> Caller {
        // Browsers say that they are one, also without a cookie: a page gets no tokens.
        let isPage = request.fields["Sec-Fetch-Site"] != nil || request.fields["Origin"] != nil
        if let bearer = request.bearer {
            // A page of another site cannot know a token; one that says that it is such a page is refused all the same.
            try OriginRules.check(request, mustTell: false)
            return Caller(token: AccessToken(bearer), isBrowser: isPage)
        }
        let hasCookie = sessions.hasCookie(request)
        try OriginRules.check(request, mustTell: hasCookie && request.method != "GET")
        guard hasCookie else { return Caller(isBrowser: isPage) }
        // A page opens its stream of events again by itself.
        return try await sessions.caller(request, isActive: request.segments.first != "events", note: note)
    }
}

/// The session that a request was made with.
private final class HeldBox: Sendable {
    private let value = Mutex<BrowserSessions.Held?>(nil)

    var held: BrowserSessions.Held? { value.withLock { $0 } }

    func note(_ held: BrowserSessions.Held) { value.withLock { $0 = held } }
}
