internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Fetches Apple's keys. Ends its transfers when the service stops.
struct AppleClient: Service {
    private let fetcher: HTTPFetcher
    private let address: FetchURL
    private let runtime: any Runtime

    private static let pause = Duration.seconds(3_600)

    /// - Throws: `FetchError`.
    init(_ issuer: AppleIssuer, runtime: any Runtime) throws {
        self.runtime = runtime
        address = try FetchURL(issuer.keysAddress)
        var configuration = FetchConfiguration()
        configuration.userAgent = "Hearth"
        configuration.connections = ProfilesLimits.appleConnections
        configuration.connectionsPerHost = ProfilesLimits.appleConnections
        if issuer.name != AppleIssuer.standardName {
            // A host that the settings name may be on the household's own network.
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            configuration.addresses = AddressPolicy(allowedHosts: ["\(host):\(address.port)"])
        }
        fetcher = try HTTPFetcher(configuration, runtime: runtime)
    }

    func run() async throws {
        await runtime.untilShutdown { while (try? await runtime.sleep(for: Self.pause)) != nil {} }
        await fetcher.shutDown()
    }

    /// The JWK set.
    ///
    /// - Throws: `FetchError`; `CancellationError`.
    func keys() async throws -> AppleKeys.Fetched {
        var request = FetchRequest(address)
        (request.limits.bodyBytes, request.limits.transferBytes) = (
            ProfilesLimits.appleKeysBytes, ProfilesLimits.appleKeysBytes
        )
        // Within the time of the call that needs them.
        request.limits.time = ProfilesLimits.appleKeysTime
        let response = try await fetcher.fetch(request).successful()
        return AppleKeys.Fetched(
            body: response.body, maximumAge: AppleKeys.maximumAge(of: response.head["cache-control"]))
    }
}
