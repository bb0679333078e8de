internal import CBOR
internal import Foundation
internal import HTTPServer
internal import ProfilesAPI
internal import QRCode
internal import RPC
internal import ServiceKit

/// `/session`: signs a browser in and out. Its tokens stay here: the refresh token in a cookie that no script reads, the access
/// token in memory.
struct SessionHandler: Sendable {
    let sessions: BrowserSessions
    let profiles: RPCClient<Profiles>
    let schema: Schema
    let household: String

    /// What a request about the session may say.
    private struct Body: Decodable {
        var code: String?
        var token: String?
        var profile: String?
        var pin: String?
        var name: String?
        var shared: Bool?
        var text: String?
    }

    /// The response to a request below `/session`.
    ///
    /// - Throws: `HTTPProblem`; ``ConnectError``.
    func response(to request: WebRequest) async throws -> HTTPResponse {
        let path = request.segments.dropFirst().joined(separator: "/")
        if path == "pair/qr.svg" {
            guard ["GET", "HEAD"].contains(request.method) else { throw Self.wrongMethod("GET") }
            try OriginRules.check(request, mustTell: false)
            return try picture(request)
        }
        guard Self.paths.contains(path) else {
            throw HTTPProblem(404, "path", "There is no /session/\(path).")
        }
        guard request.method == "POST" else { throw Self.wrongMethod("POST") }
        try OriginRules.check(request, mustTell: true)
        let body = try await body(of: request)
        do {
            switch path {
            case "link": return try await begin(body.code, request)
            case "invitation": return try await join(body, request)
            case "profile": return try await switchProfile(body, request)
            case "signout": return try await signOut(request)
            case "pair": return try await pair(body, request)
            case "pair/poll": return try await poll(request)
            case "qr": return try code(of: body.text, request)
            default: return opened(try await sessions.session(of: try token(of: request)), request)
            }
        } catch let error as RPCError {
            throw ConnectError(error)
        }
    }

    private static let paths: Set<String> = [
        "link", "invitation", "refresh", "profile", "signout", "pair", "pair/poll", "qr",
    ]

    private static func wrongMethod(_ method: String) -> HTTPProblem {
        HTTPProblem(405, "method", "Use \(method).", fields: ["Allow": method])
    }

    private func body(of request: WebRequest) async throws -> Body {
        let type = CallHandler.mediaType(of: request)
        guard type == CallHandler.json else {
            throw HTTPProblem(415, "media-type", "Send the request as \(CallHandler.json).")
        }
        let bytes = try await request.http.body.collect(atMost: WebLimits.sessionBodyBytes)
        do { return try JSONDecoder().decode(Body.self, from: Data(bytes.isEmpty ? Array("{}".utf8) : bytes)) } catch {
            throw ConnectError(.invalidArgument, "The request is no JSON object of texts.")
        }
    }

    // MARK: Who calls

    /// The refresh token that a request's cookie holds.
    ///
    /// - Throws: UNAUTHENTICATED without one.
    func token(of request: WebRequest) throws(RPCError) -> String {
        guard let token = request.cookies[SessionCookie.session.name(for: request)],
            (1...WebLimits.cookieBytes).contains(token.utf8.count)
        else { throw RPCError(.unauthenticated, "This browser is not signed in.", executed: .no) }
        return token
    }

    /// Whether a request brings the cookie of a session.
    func hasCookie(_ request: WebRequest) -> Bool {
        request.cookies[SessionCookie.session.name(for: request)] != nil
    }

    /// The caller of a request with a cookie.
    ///
    /// - Parameters:
    ///   - isActive: whether a person is behind the request, and not the page by itself.
    ///   - note: gets the session, whose refresh token the response's cookie may have to bring.
    /// - Throws: `RPCError`.
    func caller(
        _ request: WebRequest, isActive: Bool, note: @escaping @Sendable (BrowserSessions.Held) -> Void
    ) async throws(RPCError) -> Caller {
        let token = try token(of: request)
        let held = try await sessions.session(of: token, isActive: isActive)
        note(held)
        let renew: @Sendable () async -> AccessToken? = { [sessions] in
            guard let next = try? await sessions.session(of: token, refused: held.session.token) else { return nil }
            note(next)
            return AccessToken(next.session.token)
        }
        let tokens = TokenSource { [sessions] () async throws(RPCError) -> TokenLease in
            let session = try await sessions.following(held).session
            return TokenLease(AccessToken(session.token), life: sessions.life(of: session))
        }
        return Caller(
            token: AccessToken(held.session.token), isBrowser: true, renew: renew, tokens: tokens,
            life: sessions.untilRenewal(of: held.session))
    }

    // MARK: Signing in and out

    private func begin(_ code: String?, _ request: WebRequest) async throws -> HTTPResponse {
        guard let code, !code.isEmpty else {
            throw ConnectError(.invalidArgument, "code: the code of a link is missing.")
        }
        let session = try await profiles.send(Profiles.PollPairing(deviceCode: code))
        return opened(try sessions.begin(session), request)
    }

    /// Accepts an invitation, and signs the browser in as the new member.
    private func join(_ body: Body, _ request: WebRequest) async throws -> HTTPResponse {
        guard let token = body.token, !token.isEmpty else {
            throw ConnectError(.invalidArgument, "token: the token of an invitation is missing.")
        }
        let accepted = try await profiles.send(
            Profiles.AcceptInvitation(token: token, name: body.name, device: device(of: request, nil, body.shared)))
        guard let session = accepted.session else {
            throw ConnectError(
                .failedPrecondition,
                "You are a member of the household now. Sign in with a code that a member approves.", executed: .yes)
        }
        return opened(try sessions.begin(session), request)
    }

    private func device(of request: WebRequest, _ name: String?, _ isShared: Bool?) -> DeviceDescription {
        let name = name ?? BrowserName.text(request.fields["User-Agent"])
        return DeviceDescription(name: name, platform: "web", isShared: isShared)
    }

    private func switchProfile(_ body: Body, _ request: WebRequest) async throws -> HTTPResponse {
        guard let profile = body.profile, !profile.isEmpty else {
            throw ConnectError(.invalidArgument, "profile: name the profile to switch to.")
        }
        return opened(
            try await sessions.session(of: try token(of: request), as: profile, pin: body.pin), request)
    }

    private func signOut(_ request: WebRequest) async throws -> HTTPResponse {
        var response = Self.json("{}")
        SessionCookie.session.clear(in: &response, for: request)
        guard let token = try? token(of: request) else { return response }
        do throws(RPCError) {
            let held = try await sessions.session(of: token)
            do throws(RPCError) {
                try await revoke(held)
            } catch  where error.code == .unauthenticated {
                try await revoke(try await sessions.session(of: token, refused: held.session.token))
            }
        } catch {
            // Not signed in is signed out. Otherwise the cookie stays, so that it can be tried again.
            guard error.code == .unauthenticated else { throw error }
        }
        sessions.end(token)
        return response
    }

    /// Ends the session's device, and with it every copy of its refresh token.
    private func revoke(_ held: BrowserSessions.Held) async throws(RPCError) {
        _ = try await profiles.send(
            Profiles.RevokeDevice(), options: CallOptions(token: AccessToken(held.session.token)))
    }

    private func pair(_ body: Body, _ request: WebRequest) async throws -> HTTPResponse {
        let device = device(of: request, body.name, body.shared)
        let codes = try await profiles.send(Profiles.StartPairing(device: device, household: household))
        var shown = codes
        // The page shows the user code; the device code is a secret between this server and profiles.
        shown.deviceCode = ""
        var response = Self.json(try text(of: shown, rule: "pairing-codes", without: ["deviceCode"]))
        SessionCookie.pairing.set(
            "\(codes.deviceCode)~\(codes.userCode)", seconds: Int(codes.lifetimeSeconds), in: &response, for: request)
        return response
    }

    private func poll(_ request: WebRequest) async throws -> HTTPResponse {
        let session = try await profiles.send(Profiles.PollPairing(deviceCode: try pairing(request).device))
        var response = opened(try sessions.begin(session), request)
        SessionCookie.pairing.clear(in: &response, for: request)
        return response
    }

    private func pairing(_ request: WebRequest) throws -> (device: String, user: String) {
        let parts = (request.cookies[SessionCookie.pairing.name(for: request)] ?? "").split(separator: "~")
        guard parts.count == 2 else { throw ConnectError(.failedPrecondition, "Begin with POST /session/pair.") }
        return (String(parts[0]), String(parts[1]))
    }

    private func picture(_ request: WebRequest) throws -> HTTPResponse {
        Self.picture(of: try QRCode("hearth://pair/\(try pairing(request).user)"))
    }

    /// The code of a text that the page shows, the link of an invitation say. It is a secret, so that it comes in the body.
    private func code(of text: String?, _ request: WebRequest) throws -> HTTPResponse {
        _ = try token(of: request)
        do throws(QRCodeError) {
            return Self.picture(of: try QRCode(text ?? ""))
        } catch {
            throw ConnectError(.invalidArgument, "text: \(error)")
        }
    }

    private static func picture(of code: QRCode) -> HTTPResponse {
        HTTPResponse(
            200, fields: ["Content-Type": "image/svg+xml", "Cache-Control": "no-store"],
            bytes: Array(code.svg.utf8))
    }

    // MARK: Responses

    private func opened(_ held: BrowserSessions.Held, _ request: WebRequest) -> HTTPResponse {
        let json = try? text(of: held.session, rule: "session", without: ["token", "refreshToken"])
        var response = Self.json(json ?? "{}")
        SessionCookie.session.set(
            held.refreshToken, seconds: WebLimits.cookieSeconds, in: &response, for: request)
        return response
    }

    private static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(
            200, fields: ["Content-Type": "application/json", "Cache-Control": "no-store"], bytes: Array(text.utf8))
    }

    /// A message as JSON, without some of its fields.
    private func text(of message: some Encodable, rule: String, without hidden: Set<String>) throws -> String {
        let value = try CBORDecoder().decode(CBORValue.self, from: try CBOREncoder().encode(message))
        guard case .map(let pairs) = value else { return "{}" }
        let keys = (schema.rules[rule]?.fields ?? []).filter { hidden.contains($0.name) }.map { field in
            field.key.map { CBORValue.integer(Int64($0)) } ?? .text(field.name)
        }
        let shown = pairs.filter { pair in
            guard case .text(let name) = pair.key, hidden.contains(name) else { return !keys.contains(pair.key) }
            return false
        }
        return schema.json(from: .map(shown), as: .reference(rule))
    }
}

extension QRCode {
    /// The code as a picture in SVG, with its quiet zone.
    var svg: String {
        let side = width + 2 * Self.quietZone
        var path = ""
        for row in 0..<width {
            for column in 0..<width where isDark(row: row, column: column) {
                path += "M\(column + Self.quietZone) \(row + Self.quietZone)h1v1h-1z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }
}
