import HTTPFetch
import TestSupport
import Testing

/// A fetcher for one test, which is shut down afterwards.
func withFetcher<Result>(
    _ configuration: FetchConfiguration, _ body: (HTTPFetcher) async throws -> Result
) async throws -> Result {
    let fetcher = try HTTPFetcher(configuration)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(fetcher)) } catch { result = .failure(error) }
    await fetcher.shutDown()
    return try result.get()
}

/// A fetcher with a policy.
func withFetcher<Result>(
    _ policy: AddressPolicy, _ body: (HTTPFetcher) async throws -> Result
) async throws -> Result {
    var configuration = FetchConfiguration()
    configuration.addresses = policy
    return try await withFetcher(configuration, body)
}

/// A server with a script for each request, and a fetcher that may fetch from it.
struct Serving {
    private let script: @Sendable (ServedRequest, ServedConnection) throws -> Void
    private var configuration = FetchConfiguration()

    init(_ script: @escaping @Sendable (ServedRequest, ServedConnection) throws -> Void) { self.script = script }

    /// The same with a fetcher of another configuration.
    func configured(_ change: (inout FetchConfiguration) -> Void) -> Serving {
        var changed = self
        change(&changed.configuration)
        return changed
    }

    /// Runs a test's body with both.
    func run(_ body: (ScriptedServer, HTTPFetcher) async throws -> Void) async throws {
        let server = try ScriptedServer(request: script)
        defer { server.stop() }
        var configuration = configuration
        configuration.addresses = AddressPolicy(allowedHosts: [server.host])
        try await withFetcher(configuration) { try await body(server, $0) }
    }
}

extension ScriptedServer {
    /// What the server is called where it is allowed.
    var host: String { "127.0.0.1:\(port)" }

    /// A request for something of this server.
    func request(_ path: String, _ change: (inout FetchRequest) -> Void = { _ in }) throws -> FetchRequest {
        var request = FetchRequest(try FetchURL("http://\(host)\(path)"))
        change(&request)
        return request
    }
}

extension HTTPFetcher {
    /// The kind of error that a request ends with; nil when it does not.
    func failure(_ request: FetchRequest) async throws -> FetchError.Kind? {
        do {
            _ = try await fetch(request)
            return nil
        } catch let error as FetchError {
            return error.kind
        }
    }
}

extension FetchResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
