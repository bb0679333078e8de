internal import CBOR
internal import CatalogAPI
internal import DownloadsAPI
internal import HTTPServer
internal import HearthModel
internal import PlaybackStateAPI
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
        let job = request.http.head.parameter("import")
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
                addSources(to: &group, hub, job: job, options)
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
        to group: inout ThrowingTaskGroup<Void, any Error>, _ hub: EventHub, job: String?, _ options: @escaping Options
    ) {
        group.addTask { await follow(PlaybackState.FollowActivity(), as: .activity, hub, options) }
        group.addTask { await follow(Downloads.Follow(), as: .download, hub, options) }
        group.addTask { await follow(PlaybackState.WatchChanges(), as: .queue, hub, options) }
        if let job { group.addTask { await follow(Catalog.FollowImport(job: job), as: .importProgress, hub, options) } }
        group.addTask { try await watch(hub) }
        group.addTask {
            while true {
                try await runtime.sleep(for: WebLimits.eventSilence)
                hub.noteSilence()
            }
        }
    }

    /// Follows a source, and then waits: the page's stream goes on without a source that is not for it.
    private func follow<Request: RPCServerStream>(
        _ request: Request, as kind: EventHub.Kind, _ hub: EventHub, _ options: @escaping Options
    ) async where Request.Service: ServiceContract {
        let shape = MethodTable.all.methods[Request.fullMethod]?.shapes.responseItem ?? Schema.Shape(.any)
        let items = clients.client(of: Request.Service.self).follow(
            request, after: hub.position(of: kind), options: options)
        do throws(RPCError) {
            for try await element in items {
                guard let bytes = try? CBOREncoder().encode(element.item),
                    let value = try? CBORDecoder().decode(CBORValue.self, from: bytes)
                else { continue }
                hub.put(kind, element.position, json: schema.json(from: value, as: shape))
            }
        } catch {
            guard error.code != .cancelled else { return }
            // A plan without it, or a session that has ended: the page is told once.
            hub.put("source-ended", json: "{\"source\":\"\(kind.rawValue)\",\"error\":\(ConnectError(error).json)}")
        }
        try? await runtime.sleep(until: .distantFuture)
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
