import EchoControl
import GRPCCore
import GRPCNIOTransportHTTP2Posix

/// Unary echo and streams of raw bytes over grpc-swift-2 and its NIO transport: `echo-grpc server|client <endpoint> [--coalesce]`.
///
/// The endpoint is `tcp` or `tcp:<port>` on loopback, or the path of a unix socket.
@main
enum EchoGRPC {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        EchoControl.run { try await run(Array(arguments)) }
    }

    private static func run(_ arguments: [String]) async throws {
        let coalesces = arguments.contains("--coalesce")
        let words = arguments.filter { !$0.hasPrefix("--") }
        switch (words.first, words.last) {
        case ("server", let endpoint?) where words.count == 2:
            try await serve(at: endpoint, coalesces: coalesces)
        case ("client", let endpoint?) where words.count == 2:
            try await call(endpoint, coalesces: coalesces)
        default:
            throw EchoFailure(reason: "usage: echo-grpc server|client <endpoint> [--coalesce]")
        }
    }

    private static func serve(at endpoint: String, coalesces: Bool) async throws {
        let isTCP = endpoint == "tcp"
        let server = GRPCServer(
            transport: .http2NIOPosix(
                address: isTCP ? .ipv4(host: "127.0.0.1", port: 0) : .unixDomainSocket(path: endpoint),
                transportSecurity: .plaintext,
                config: .defaults { if !coalesces { $0.connection.flushCoalescing = nil } }),
            services: [EchoService()])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.serve() }
            let address = try await server.listeningAddress
            EchoControl.serverIsReady(at: isTCP ? "tcp:\(address?.ipv4?.port ?? 0)" : endpoint)
            EchoControl.serveDriver()
            try await group.waitForAll()
        }
    }

    private static func call(_ endpoint: String, coalesces: Bool) async throws {
        let port = endpoint.hasPrefix("tcp:") ? Int(endpoint.dropFirst(4)) : nil
        let target: any ResolvableTarget =
            if let port {
                .ipv4(address: "127.0.0.1", port: port)
            } else {
                .unixDomainSocket(path: endpoint)
            }
        let transport = try HTTP2ClientTransport.Posix(
            target: target, transportSecurity: .plaintext,
            config: .defaults { if !coalesces { $0.connection.flushCoalescing = nil } })
        try await withGRPCClient(transport: transport) { client in
            try await EchoControl.runClient { bytes in
                let payload = [UInt8](repeating: 7, count: bytes)
                return {
                    try await client.unary(
                        request: ClientRequest(message: payload), descriptor: EchoService.method,
                        serializer: RawBytes(), deserializer: RawBytes(), options: .defaults
                    ) { try $0.message.count }
                }
            } stream: { items in
                try await client.serverStreaming(
                    request: ClientRequest(message: Array(String(items).utf8)), descriptor: EchoService.items,
                    serializer: RawBytes(), deserializer: RawBytes(), options: .defaults
                ) { response in
                    try await response.messages.reduce(0) { $0 + $1.count }
                }
            }
        }
    }
}
