internal import CBOR
internal import CatalogAPI
internal import DownloadsAPI
internal import HTTPServer
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// `GET /events`: one stream of events for a page, from all services that have some for it.
///
/// A source that breaks is followed again, from where it broke; a page that comes again with `Last-Event-ID` misses nothing that
/// the sources still have.
struct EventsHandler: Sendable {
    let clients: any ServiceClients
    let runtime: any Runtime
    let schema: Schema
    /// Learns the pictures of events.
    let pictures: PictureAddresses

    /// The response to a signed-in page, or to the bearer of a token.
    ///
    /// - Throws: `HTTPProblem`; ``ConnectError``.
    func response(to request: WebRequest, _ caller: Caller) throws -> HTTPResponse {
        guard request.method == "GET" else {
            throw HTTPProblem(405, "method", "Use GET.", fields: ["Allow": "GET"])
        }
        guard let token = caller.token else {
            throw ConnectError(.unauthenticated, "Events are told to signed-in callers.")
        }
        let id = request.fields["Last-Event-ID"] ?? request.http.head.parameter("after")
        // Without a source of further tokens: a browser's stream ends at `life`, and its page comes again, so that the cookie gets
        // the next refresh token with the response's head.
        let life = caller.life
        let options: @Sendable () async throws(RPCError) -> CallOptions = { () async throws(RPCError) in
            CallOptions(token: token)
        }
        return HTTPResponse(
            200,
            fields: ["Content-Type": CallHandler.eventStream, "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            isEndless: true
        ) { writer in
            let hub = EventHub(resumingAfter: id)
            try await withThrowingTaskGroup(of: Void.self) { group in
                addSources(to: &group, hub, options)
                if let life {
                    group.addTask {
                        try await runtime.sleep(for: life)
                        hub.finish()
                        try await runtime.sleep(until: .distantFuture)
                    }
                }
                group.addTask {
                    // The page knows by it that the stream is open.
                    try await writer.write("retry: \(WebLimits.eventRetry.wholeMilliseconds)\n\n")
                    for await piece in hub.pieces {
                        switch piece {
                        case .event(let text): try await writer.write(text)
                        case .silence: try await writer.write(": still here\n\n")
                        }
                    }
                }
                // The first that ends for good is the writer.
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private typealias Options = @Sendable () async throws(RPCError) -> CallOptions

    private func addSources(
        to group: inout ThrowingTaskGroup<Void, any Error>, _ hub: EventHub, _ options: @escaping Options
    ) {
        group.addTask { await follow(PlaybackState.FollowActivity(), as: .activity, hub, options) }
        group.addTask { await follow(Downloads.Follow(), as: .download, hub, options) }
        group.addTask { await follow(PlaybackState.FollowQueue(), as: .queue, hub, options) }
        group.addTask { await follow(Profiles.FollowFavourites(), as: .list, hub, options) }
        group.addTask {
            // Each job is an event, also of those that are there at the beginning.
            let shape = Self.shape(of: Catalog.FollowImport.fullMethod)
            await follow(Catalog.FollowImports(), as: .importProgress, hub, shape, options) { item in
                (item.snapshot ?? []) + (item.changed.map { [$0] } ?? [])
            }
        }
        group.addTask { try await watch(hub) }
        group.addTask {
            while true {
                try await runtime.sleep(for: WebLimits.eventSilence)
                hub.noteSilence()
            }
        }
    }

    /// Follows a source whose items are events.
    private func follow<Request: RPCServerStream>(
        _ request: Request, as kind: EventHub.Kind, _ hub: EventHub, _ options: @escaping Options
    ) async where Request.Service: ServiceContract {
        await follow(request, as: kind, hub, Self.shape(of: Request.fullMethod), options) { [$0] }
    }

    /// Follows a source, and then waits: the page's stream goes on without a source that is not for it.
    private func follow<Request: RPCServerStream, Event: Codable>(
        _ request: Request, as kind: EventHub.Kind, _ hub: EventHub, _ shape: Schema.Shape,
        _ options: @escaping Options,
        events: (Request.ResponseItem) -> [Event]
    ) async where Request.Service: ServiceContract {
        let items = clients.client(of: Request.Service.self).follow(
            request, after: hub.position(of: kind), options: options)
        do throws(RPCError) {
            for try await element in items {
                for event in events(element.item) {
                    guard let bytes = try? CBOREncoder().encode(event),
                        let value = try? CBORDecoder().decode(CBORValue.self, from: bytes)
                    else { continue }
                    pictures.note(in: value)
                    hub.put(kind, element.position, json: schema.json(from: value, as: shape))
                }
            }
        } catch {
            guard error.code != .cancelled else { return }
            // A plan without it, or a session that has ended: the page is told once.
            hub.put("source-ended", json: "{\"source\":\"\(kind.rawValue)\",\"error\":\(ConnectError(error).json)}")
        }
        try? await runtime.sleep(until: .distantFuture)
    }

    /// The shape of a stream's items.
    private static func shape(of method: String) -> Schema.Shape {
        MethodTable.all.methods[method]?.shapes.responseItem ?? Schema.Shape(.any)
    }

    /// Tells which services are there, and when that changes.
    private func watch(_ hub: EventHub) async throws {
        var last: [String: Bool] = [:]
        while true {
            let now = await reachable()
            for (service, isUp) in now.sorted(by: { $0.key < $1.key }) where last[service] != isUp {
                hub.put("service", json: "{\"service\":\"\(service)\",\"isUp\":\(isUp)}")
            }
            last = now
            try await runtime.sleep(for: WebLimits.serviceInterval)
        }
    }

    private func reachable() async -> [String: Bool] {
        await withTaskGroup(of: (String, Bool).self) { group in
            for service in ServiceManifest.all.map(\.name) {
                group.addTask {
                    let client = RPCClient<Sys>(clients.channel(to: service))
                    let ping = try? await client.send(
                        Sys.Ping(), options: CallOptions(timeout: WebLimits.pingTimeout, attempts: 1))
                    return (service, ping != nil)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
