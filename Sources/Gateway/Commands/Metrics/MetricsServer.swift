internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import ServiceKit
internal import Synchronization

/// Serves `GET /metrics` over HTTP, and `GET /healthz`, which tells whether this process itself works.
final class MetricsServer: Sendable {
    private let address: ListenAddress
    private let hosts: Set<String>
    private let gather: @Sendable () async throws -> String
    private let server: HTTPServer
    private let running = Mutex(0)
    private let isStopping = Mutex(false)

    /// More concurrent requests are rejected: each queries every service.
    private static let mostAtATime = 4

    /// - Parameters:
    ///   - hosts: the names of this machine that requests may be addressed to, beside its IP addresses.
    ///   - gather: renders the response, for every request.
    init(
        address: ListenAddress, hosts: Set<String> = [], gather: @escaping @Sendable () async throws -> String
    ) {
        (self.address, self.hosts) = (address, Set(hosts.map { $0.lowercased() }))
        self.gather = gather
        var socket = sockaddr_in.inet(port: address.port)
        socket.sin_addr.s_addr = address.networkOrder
        server = HTTPServer(address: socket, logger: .disabled)
    }

    /// Serves until it is cancelled or stopped.
    ///
    /// - Throws: ``GatewayFailure`` when the address cannot be had.
    func run() async throws {
        await server.appendRoute("GET /metrics") { [self] request in await response(to: request) }
        await server.appendRoute("GET /healthz") { [self] request in health(request) }
        do {
            try await server.run()
        } catch is CancellationError {
        } catch is SocketError where isStopping.withLock({ $0 }) {
            // A socket that is closed while it waits for a connection.
        } catch let error as SocketError {
            throw GatewayFailure(
                "UNAVAILABLE", "Cannot listen at \(address): \(error.localizedDescription)",
                advice: "Choose another port with --listen, or stop the process that listens there.",
                status: .unavailable)
        }
    }

    /// The port that is listened on, once it is; for tests, which let the system choose.
    func port() async throws -> UInt16? {
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { return nil }
        return port
    }

    /// Stops serving.
    func stop() async {
        isStopping.withLock { $0 = true }
        await server.stop()
    }

    private func response(to request: HTTPRequest) async -> HTTPResponse {
        guard accepts(host: request.headers[.host]) else { return Self.refusal("Unknown host name.") }
        guard enter() else { return Self.refusal("Too many concurrent requests.") }
        defer { running.withLock { $0 -= 1 } }
        do {
            let text = try await gather()
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: PrometheusText.contentType], body: Data(text.utf8))
        } catch {
            return Self.refusal(GatewayFailure(error).message)
        }
    }

    private func health(_ request: HTTPRequest) -> HTTPResponse {
        guard accepts(host: request.headers[.host]) else { return Self.refusal("Unknown host name.") }
        return HTTPResponse(
            statusCode: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: Data("ok\n".utf8))
    }

    /// Whether a `Host` field is one of this server: a name that was given, loopback, or beyond loopback any IP address, which no
    /// page can have resolve to another one.
    func accepts(host: String?) -> Bool {
        guard let host, !Self.isOwn(host: host) else { return true }
        let name = host.prefix { $0 != ":" }
        return hosts.contains(name.lowercased()) || !address.isLoopback && ListenAddress.isAddress(name)
    }

    /// Whether a `Host` field names the loopback interface. A web page may resolve its own name to 127.0.0.1 (DNS
    /// rebinding); it must not read the metrics.
    static func isOwn(host: String?) -> Bool {
        guard let name = host?.prefix(while: { $0 != ":" }) else { return true }
        return name == "127.0.0.1" || name == "localhost"
    }

    private func enter() -> Bool {
        running.withLock { running in
            guard running < Self.mostAtATime else { return false }
            running += 1
            return true
        }
    }

    private static func refusal(_ reason: String) -> HTTPResponse {
        HTTPResponse(
            statusCode: .serviceUnavailable, headers: [.contentType: "text/plain; charset=utf-8"],
            body: Data("\(reason)\n".utf8))
    }
}
