import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import Access

/// Keys and tokens that jwt-kit 5.7.1 and swift-crypto 4.5.2 made: they verify, and this build makes the same bytes.
struct RecordedTokenTests {
    private let directory: TemporaryDirectory
    private let store: KeyStore
    /// Its clock stands within the lives of the tokens.
    private let runtime = Simulation(seed: 1)
    /// When the tokens were issued, in seconds since 1970: the simulation's first day.
    private static let issued: Int64 = 1_767_225_600

    init() throws {
        directory = try TemporaryDirectory()
        store = KeyStore(directory: directory.path("keys"), runtime: runtime)
        try FileManager.default.createDirectory(
            atPath: store.directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, content) in [("people.key", Self.peopleKey), ("service-catalog.key", Self.catalogKey)] {
            try directory.write(content, to: "keys/\(name)")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: directory.path("keys/\(name)"))
        }
    }

    private var claims: TokenClaims {
        var claims = TokenClaims(
            household: "home", identity: HouseholdIdentity("0123456789abcdef0123456789abcdef"), subject: "m1",
            member: "m1", profile: "p1", role: .child, policy: .kids(seesUnrated: true, seesUnratedChannels: false),
            policyGeneration: 7, plan: "premium", runtime: runtime)
        (claims.issued, claims.expires) = (Self.issued, Self.issued + 900)
        claims.id = "00112233445566778899aabb"
        return claims
    }

    private var catalogClaims: TokenClaims {
        var claims = TokenClaims(
            household: "home", subject: "service:catalog", role: .service, policy: .everything, service: "catalog",
            runtime: runtime)
        (claims.issued, claims.expires) = (Self.issued, Self.issued + 300)
        claims.id = "ffeeddccbbaa998877665544"
        return claims
    }

    @Test func `recorded tokens verify`() async throws {
        _ = try (store.peopleKey(), store.serviceKey("catalog"))
        let verifier = TokenVerifier(store: store, runtime: runtime)
        #expect(try await verifier.verify(AccessToken(Self.peopleToken)).claims == claims)
        #expect(try await verifier.verify(AccessToken(Self.catalogToken)).claims == catalogClaims)
    }

    @Test func `the same claims make the recorded bytes`() async throws {
        let token = try await TokenSigner(store.peopleKey()).sign(claims)
        #expect(token == AccessToken(Self.peopleToken))
        let own = try await TokenSigner(store.serviceKey("catalog")).sign(catalogClaims)
        #expect(own == AccessToken(Self.catalogToken))
    }

    @Test func `the same keys make the recorded files`() throws {
        let (people, catalog) = try (store.peopleKey(), store.serviceKey("catalog"))
        #expect(String(decoding: KeyDocument(people).bytes, as: UTF8.self) == Self.peopleKey)
        #expect(String(decoding: KeyDocument(catalog).bytes, as: UTF8.self) == Self.catalogKey)
        for (id, content) in [(people.publicKey.id, Self.peopleJWK), (catalog.publicKey.id, Self.catalogJWK)] {
            let file = try String(contentsOfFile: directory.path("keys/\(id).jwk"), encoding: .utf8)
            #expect(file == content)
        }
    }
}

extension RecordedTokenTests {
    private static let peopleToken =
        "eyJhbGciOiJFZERTQSIsImtpZCI6Ik1QU29LZkdlMTBGVGN1S3lLNWdxNmU2SXdEaG8zT2xuaERxaW1UZk1tUE0iLCJ0eXAiOiJK"
        + "V1QifQ.eyJleHAiOjE3NjcyMjY1MDAsImhvdXNlaG9sZCI6ImhvbWUiLCJpYXQiOjE3NjcyMjU2MDAsImlkZW50aXR5IjoiMDEyM"
        + "zQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYiLCJqdGkiOiIwMDExMjIzMzQ0NTU2Njc3ODg5OWFhYmIiLCJtZW1iZXIiOiJtM"
        + "SIsInBsYW4iOiJwcmVtaXVtIiwicG9saWN5Ijp7ImFsbG93c0FkdWx0IjpmYWxzZSwiYWxsb3dzVW5yYXRlZENoYW5uZWxzIjpmY"
        + "WxzZSwicmF0aW5ncyI6WyJHIiwiUEciLCJQRy0xMyIsIlVucmF0ZWQiXX0sInBvbGljeUdlbmVyYXRpb24iOjcsInByb2ZpbGUiO"
        + "iJwMSIsInJvbGUiOiJjaGlsZCIsInN1YiI6Im0xIn0.c6lFnDDzbcfMsSm5aKwszHx3IT-iYyBEmq0h-746I88FzZaRmHcs9L_Jr"
        + "dKg-4a2wHJWZv7D4fKwhbfQyjfGDw"
    private static let catalogToken =
        "eyJhbGciOiJFZERTQSIsImtpZCI6Ik8zYWhMOVBuVF85cTJRYVVsT3BUSE1US2lJUG0yeVE0bFNlT3F1bHRQbkEiLCJ0eXAiOiJK"
        + "V1QifQ.eyJleHAiOjE3NjcyMjU5MDAsImhvdXNlaG9sZCI6ImhvbWUiLCJpYXQiOjE3NjcyMjU2MDAsImp0aSI6ImZmZWVkZGNjY"
        + "mJhYTk5ODg3NzY2NTU0NCIsInBvbGljeSI6eyJhbGxvd3NBZHVsdCI6dHJ1ZSwicmF0aW5ncyI6WyJHIiwiUEciLCJQRy0xMyIsI"
        + "lIiLCJOQy0xNyIsIlVucmF0ZWQiXX0sInJvbGUiOiJzZXJ2aWNlIiwic2VydmljZSI6ImNhdGFsb2ciLCJzdWIiOiJzZXJ2aWNlO"
        + "mNhdGFsb2cifQ.CY4Tp6xioB-o3P1H3BcYR5eRn_w2D3FfJWJjl5LsLZybmsMetsi11aBKT2ZsLtbpVYyvHZAYRN2rTDswODHsBg"

    private static let peopleKey = """
        {
          "alg" : "EdDSA",
          "crv" : "Ed25519",
          "d" : "C3GtIu8W2mlRd-trS6p4yz7OOS6tWQMjrycSKARZ-lc",
          "kid" : "MPSoKfGe10FTcuKyK5gq6e6IwDho3OlnhDqimTfMmPM",
          "kty" : "OKP",
          "use" : "sig",
          "x" : "2OT4ow1WOGVdAOgQzOYP-SAXZuio-e3drPjJUO8nUUQ"
        }

        """
    private static let catalogKey = """
        {
          "alg" : "EdDSA",
          "crv" : "Ed25519",
          "d" : "Iu2WIiD_5q3Z_Sc3uYK-EUNXQvZkMIpygUMAEux7AQQ",
          "households" : [
            "b",
            "home"
          ],
          "kid" : "O3ahL9PnT_9q2QaUlOpTHMTKiIPm2yQ4lSeOqultPnA",
          "kty" : "OKP",
          "service" : "catalog",
          "use" : "sig",
          "x" : "A4UDqRdM8_T3RmBsmAAFL3YPVBqblUvGMm3VjxirFwM"
        }

        """
    private static let peopleJWK = """
        {
          "alg" : "EdDSA",
          "crv" : "Ed25519",
          "kid" : "MPSoKfGe10FTcuKyK5gq6e6IwDho3OlnhDqimTfMmPM",
          "kty" : "OKP",
          "use" : "sig",
          "x" : "2OT4ow1WOGVdAOgQzOYP-SAXZuio-e3drPjJUO8nUUQ"
        }

        """
    private static let catalogJWK = """
        {
          "alg" : "EdDSA",
          "crv" : "Ed25519",
          "households" : [
            "b",
            "home"
          ],
          "kid" : "O3ahL9PnT_9q2QaUlOpTHMTKiIPm2yQ4lSeOqultPnA",
          "kty" : "OKP",
          "service" : "catalog",
          "use" : "sig",
          "x" : "A4UDqRdM8_T3RmBsmAAFL3YPVBqblUvGMm3VjxirFwM"
        }

        """
}
