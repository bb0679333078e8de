internal import CBOR
internal import HTTPServer
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// `POST /<service>/<method>`: calls any method that is offered, in the manner of the Connect protocol.
struct CallHandler: Sendable {
    let table: MethodTable
    let sender: CallSender
    /// Learns the pictures of responses.
    let pictures: PictureAddresses
    /// The path below which what a session plays is relayed to a browser.
    let relay: @Sendable (_ opened: Playback) throws -> String

    static let json = "application/json"
    static let connectStream = "application/connect+json"
    static let eventStream = "text/event-stream"
    static let rawBytes = "application/octet-stream"

    /// How a request wants a stream's items.
    enum Encoding: Sendable {
        case connect
        case events
    }

    /// The response to a call.
    ///
    /// - Parameter caller: whose token the call has; asked for once the request is known to be one of a method.
    /// - Throws: `HTTPProblem`; ``ConnectError``.
    func response(
        to request: WebRequest, _ caller: @Sendable (WebRequest) async throws -> Caller
    ) async throws -> HTTPResponse {
        let method = try method(of: request)
        let process = try process(of: request, method)
        let caller = try await caller(request)
        try Self.check(method, caller)
        switch method.descriptor.shape {
        case .unary: return try await unary(request, method, process, caller)
        case .serverStream: return try await serverStream(request, method, process, caller)
        case .clientStream: return try await upload(request, method, process, caller)
        case .bidirectional: throw ConnectError(.unimplemented, "\(method.name) is not offered over HTTP.")
        }
    }

    private func method(of request: WebRequest) throws -> OfferedMethod {
        let name = request.segments.joined(separator: "/")
        guard let method = table.methods[name] else {
            let meant = Spelling.closest(to: name, among: table.methods.keys).map { " Did you mean \($0)?" } ?? ""
            throw ConnectError(.notFound, "There is no method \(name) here.\(meant) /openapi.json has them all.")
        }
        let isRead = method.descriptor.safety == .readOnly && method.descriptor.shape != .clientStream
        guard request.method == "POST" || isRead && request.method == "GET" else {
            throw HTTPProblem(
                405, "method", isRead ? "Call it with POST, or with GET and ?message=." : "Call it with POST.",
                fields: ["Allow": isRead ? "GET, POST" : "POST"])
        }
        return method
    }

    /// The process to call: the method's, or of a method that each has the one that is named.
    private func process(of request: WebRequest, _ method: OfferedMethod) throws(ConnectError) -> String {
        let named = request.http.head.parameter("process")
        if let process = method.process {
            guard named == nil || named == process else {
                throw ConnectError(.invalidArgument, "process: \(method.name) is a method of \(process).")
            }
            return process
        }
        guard let named, ServiceSettings.knownServices.contains(named) else {
            let names = ServiceSettings.knownServices.sorted().joined(separator: ", ")
            throw ConnectError(.invalidArgument, "process: name one of \(names) with ?process=.")
        }
        return named
    }

    /// The media type of the body, without parameters.
    static func mediaType(of request: WebRequest) -> String {
        (request.fields["Content-Type"] ?? "").lowercased().split(separator: ";").first
            .map { $0.filter { $0 != " " } } ?? ""
    }

    /// The request's JSON: the body, or of GET the query's `message` as in the Connect protocol.
    func json(of request: WebRequest) async throws -> String {
        guard request.method == "POST" else { return request.http.head.parameter("message") ?? "{}" }
        let type = Self.mediaType(of: request)
        guard type == Self.json else {
            throw HTTPProblem(
                415, "media-type", "Send the request as \(Self.json)\(type.isEmpty ? "" : ", not \(type)").")
        }
        let body = try await request.http.body.collect()
        guard let text = String(validating: body, as: UTF8.self) else {
            throw ConnectError(.invalidArgument, "The request is no UTF-8.")
        }
        // An empty body is a message without fields, as in the Connect protocol.
        return text.isEmpty ? "{}" : text
    }

    private func unary(
        _ request: WebRequest, _ method: OfferedMethod, _ process: String, _ caller: Caller
    ) async throws -> HTTPResponse {
        let metadata = try CallMetadata(request)
        let body = try sender.body(try await json(of: request), of: method)
        let call = sender.prepare(method, to: process, body: body, metadata)
        // A client that leaves cancels its call.
        let text = try await request.http.whileConnected { [self] in
            let value = try await Self.withRenewal(caller) { token throws(RPCError) in
                try await sender.send(call, token: token)
            }
            pictures.note(in: value)
            let shown = caller.isBrowser && method.opensStream ? try relayed(value) : value
            return method.shapes.response.map { table.schema.json(from: shown, as: $0) } ?? "{}"
        }
        return HTTPResponse(
            200, fields: ["Content-Type": Self.json, "Cache-Control": "no-store"], bytes: Array(text.utf8))
    }

    /// Refuses what a browser's page must not have.
    private static func check(_ method: OfferedMethod, _ caller: Caller) throws(ConnectError) {
        guard caller.isBrowser else { return }
        guard !method.givesSession else {
            throw ConnectError(
                .failedPrecondition,
                "\(method.name) returns tokens, which a page does not get: use /session of this server.")
        }
        guard !method.givesAddress else {
            throw ConnectError(
                .failedPrecondition,
                "\(method.name) returns a provider's address, which a page does not get: use Play.")
        }
    }

    /// What was opened, with a path of this server in place of the provider's address and fields.
    private func relayed(_ value: CBORValue) throws -> CBORValue {
        let opened: Playback
        do { opened = try CBORDecoder().decode(Playback.self, from: try CBOREncoder().encode(value)) } catch {
            throw ConnectError(.internal, "What was opened does not decode.", executed: .yes)
        }
        let path = try relay(opened)
        guard case .map(let pairs) = value else { return value }
        return .map(
            pairs.map { pair in
                switch pair.key {
                case .text("url"): CBORValue.Pair(pair.key, .text(path))
                case .text("headers"): CBORValue.Pair(pair.key, .map([]))
                default: pair
                }
            })
    }

    /// Runs an operation with the caller's token, and once more with the next one when the services refuse it: what the
    /// caller may see has changed since.
    static func withRenewal<Value: Sendable>(
        _ caller: Caller, _ operation: (AccessToken?) async throws(RPCError) -> Value
    ) async throws -> Value {
        do {
            return try await operation(caller.token)
        } catch {
            guard error.code == .unauthenticated, error.executed == .no, let renew = caller.renew,
                let token = await renew()
            else { throw ConnectError(error) }
            do { return try await operation(token) } catch { throw ConnectError(error) }
        }
    }
}
