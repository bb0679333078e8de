internal import FoundationEssentials
internal import HTTPFetch
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Fetches Apple's keys, exchanges authorization codes and revokes refresh tokens. Ends its transfers when the service stops.
struct AppleClient: Service {
    private let fetcher: HTTPFetcher
    private let address: FetchURL
    private let issuer: AppleIssuer
    private let runtime: any Runtime

    private static let pause = Duration.seconds(3_600)

    /// - Throws: `FetchError`.
    init(_ issuer: AppleIssuer, runtime: any Runtime) throws {
        (self.runtime, self.issuer) = (runtime, issuer)
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

    /// The token endpoints, for a developer's key.
    func tokens(_ credentials: AppleCredentials) -> AppleTokens {
        AppleTokens(
            exchange: { code, client in
                let fields = [("grant_type", "authorization_code"), ("code", code)]
                let (status, body) = try await post(fields, to: issuer.tokenAddress, credentials, client)
                guard status == 200 else {
                    throw ProfilesError.appleTokenRefused("its authorization code is not accepted")
                }
                guard let token = try? JSONDecoder().decode(TokenResponse.self, from: Data(body)).refreshToken,
                    !token.isEmpty
                else { throw ProfilesError.appleUnavailable }
                return token
            },
            revoke: { token, client in
                let fields = [("token", token), ("token_type_hint", "refresh_token")]
                // Whatever it is refused for, another try would be refused as well.
                _ = try await post(fields, to: issuer.revocationAddress, credentials, client)
            })
    }

    /// What a code is exchanged for (RFC 6749, section 5.1), as far as it matters.
    private struct TokenResponse: Decodable {
        var refreshToken: String

        private enum CodingKeys: String, CodingKey {
            case refreshToken = "refresh_token"
        }
    }

    /// Sends a form (RFC 6749, appendix B) as a client.
    ///
    /// - Returns: the status, 200 or of the class 4xx but for 408 and 429, and the body.
    /// - Throws: ``ProfilesError/appleUnavailable``; `CancellationError`.
    private func post(
        _ fields: [(String, String)], to address: String, _ credentials: AppleCredentials, _ client: String
    ) async throws -> (status: Int, body: [UInt8]) {
        let secret = try credentials.secret(for: client, at: issuer, runtime.wallTime)
        let form = ([("client_id", client), ("client_secret", secret)] + fields)
            .map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
        var request = FetchRequest(try FetchURL(address))
        (request.method, request.body) = (.post, Array(form.utf8))
        request.headers = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
        (request.limits.bodyBytes, request.limits.transferBytes) = (
            ProfilesLimits.appleTokenResponseBytes, ProfilesLimits.appleTokenResponseBytes
        )
        request.limits.time = ProfilesLimits.appleKeysTime
        do {
            let response = try await fetcher.fetch(request)
            let status = response.head.status
            guard status == 200 || (400..<500).contains(status) && ![408, 429].contains(status) else {
                throw ProfilesError.appleUnavailable
            }
            return (status, response.body)
        } catch is FetchError {
            throw ProfilesError.appleUnavailable
        }
    }

    /// Everything but RFC 3986's unreserved characters escaped.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
