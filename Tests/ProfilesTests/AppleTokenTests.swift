import Cryptography
import Foundation
import RPC
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// Apple's token endpoints, played by a server on loopback.
@Suite(.timeLimit(.minutes(5)))
struct AppleTokenTests {
    /// A key of the tests' own, as Apple gives one to developers.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfRjfGMr3EmQdsJcX
        gCS2RrOVwU0EToyEFAOwkZZp31ShRANCAASDqQGZu21WP4MaaU5EJUHnF1nI7zH2
        1Zd2fggNBsfJwP/l34/EGE6l+KMzchwGZxw5udEjoULgKn8ipvicVPil
        -----END PRIVATE KEY-----
        """

    private static let publicKey = """
        {"kty":"EC","crv":"P-256","x":"g6kBmbttVj-DGmlORCVB5xdZyO8x9tWXdn4IDQbHycA","y":"_-Xfj8QYTqX4ozNyHAZnHDm50SOhQuAqfyKm-JxU-KU"}
        """

    private struct Reaction {
        var status = 200
        var body = #"{"access_token": "a", "refresh_token": "r.1+/=&", "token_type": "Bearer"}"#
    }

    private final class Apple: Sendable {
        let reaction = Mutex(Reaction())
    }

    private static func with(_ body: (ScriptedServer, AppleTokens, Apple) async throws -> Void) async throws {
        let apple = Apple()
        let server = try ScriptedServer { _, connection in
            let reaction = apple.reaction.withLock { $0 }
            try connection.respond(reaction.status, ["Content-Type": "application/json"], reaction.body)
        }
        defer { server.stop() }
        let issuer = AppleIssuer(name: "http://127.0.0.1:\(server.port)", clientIDs: ["org.example.hearth"])
        let client = try AppleClient(issuer, runtime: SystemRuntime.shared)
        let running = Task { try await client.run() }
        let credentials = AppleCredentials(
            teamID: "TEAM", keyID: "KEY", key: try P256.PrivateKey(pem: Array(key.utf8)))
        try await body(server, client.tokens(credentials), apple)
        running.cancel()
        _ = await running.result
    }

    /// The fields of a form.
    private static func fields(_ request: ServedRequest) -> [String: String] {
        let pairs = String(decoding: request.body, as: UTF8.self).split(separator: "&").map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), $0[1].removingPercentEncoding ?? "") })
    }

    @Test func `a code is exchanged and a token revoked with a client secret that Apple can verify`() async throws {
        try await Self.with { server, tokens, _ in
            #expect(try await tokens.exchange("c/1 +&=", "org.example.hearth") == "r.1+/=&")
            try await tokens.revoke("r.1+/=&", "org.example.hearth")
            let requests = server.requests
            #expect(requests.map(\.target) == ["/auth/token", "/auth/revoke"])
            let exchange = Self.fields(try #require(requests.first))
            #expect(exchange["grant_type"] == "authorization_code" && exchange["code"] == "c/1 +&=")
            #expect(exchange["client_id"] == "org.example.hearth")
            let revocation = Self.fields(try #require(requests.last))
            #expect(revocation["token"] == "r.1+/=&" && revocation["token_type_hint"] == "refresh_token")
            let secret = try CompactJWS(Array(try #require(exchange["client_secret"]).utf8), limitBytes: 4 << 10)
            #expect(secret.header.algorithm == "ES256" && secret.header.keyID == "KEY")
            let payload = try secret.payload(verifiedBy: try VerificationKey(jwk: Array(Self.publicKey.utf8)))
            let claims = try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
            #expect(claims["iss"] as? String == "TEAM" && claims["sub"] as? String == "org.example.hearth")
            #expect(claims["aud"] as? String == "http://127.0.0.1:\(server.port)")
            let (issued, expires) = (claims["iat"] as? Int, claims["exp"] as? Int)
            #expect(try #require(expires) - (try #require(issued)) == 300)
        }
    }

    @Test(arguments: [(400, true), (401, true), (408, false), (429, false), (500, false), (503, false)])
    func `a refused code is refused, and a server that fails is tried again`(
        _ status: Int, isFinal: Bool
    ) async throws {
        try await Self.with { _, tokens, apple in
            apple.reaction.withLock { $0 = Reaction(status: status, body: #"{"error": "invalid_grant"}"#) }
            let error = await #expect(throws: ProfilesError.self) { try await tokens.exchange("c", "x") }
            #expect(
                error == (isFinal ? .appleTokenRefused("its authorization code is not accepted") : .appleUnavailable))
            if isFinal {
                try await tokens.revoke("r", "x")
            } else {
                await #expect(throws: ProfilesError.appleUnavailable) { try await tokens.revoke("r", "x") }
            }
        }
    }

    @Test(arguments: ["", "{}", "[]", #"{"refresh_token": ""}"#, #"{"refresh_token": 7}"#])
    func `a response without a token is none`(_ body: String) async throws {
        try await Self.with { _, tokens, apple in
            apple.reaction.withLock { $0 = Reaction(body: body) }
            await #expect(throws: ProfilesError.appleUnavailable) { try await tokens.exchange("c", "x") }
        }
    }
}
