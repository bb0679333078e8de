import Cryptography
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import Access

/// Keys on the disk.
struct KeyStoreTests {
    private let directory: TemporaryDirectory
    private let store: KeyStore

    init() throws {
        directory = try TemporaryDirectory()
        store = KeyStore(directory: directory.path("keys"), runtime: SystemRuntime.shared)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func `keys are made once, private, and found again`() throws {
        let people = try store.peopleKey()
        let catalog = try store.serviceKey("catalog")
        #expect(try store.peopleKey().publicKey == people.publicKey)
        #expect(try store.serviceKey("catalog").publicKey == catalog.publicKey)
        #expect(catalog.publicKey.authority == .service("catalog"))
        #expect(Set(try store.publicKeys()) == [people.publicKey, catalog.publicKey])
        #expect(try mode(directory.path("keys")) == 0o700)
        #expect(try mode(directory.path("keys/people.key")) == 0o600)
        #expect(try mode(directory.path("keys/service-catalog.key")) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory).count == 4)
    }

    @Test func `everybody who asks first gets the same key`() async throws {
        let store = store
        let keys = try await withThrowingTaskGroup(of: PublicKey.self) { group in
            for _ in 0..<16 { group.addTask { try store.peopleKey().publicKey } }
            return try await group.reduce(into: Set<PublicKey>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(Set(try store.publicKeys()) == keys)
    }

    @Test func `a verifier meets new keys when their tokens come`() async throws {
        let simulation = Simulation(seed: 3)
        let store = KeyStore(directory: directory.path("keys"), runtime: simulation)
        let verifier = TokenVerifier(store: store, runtime: simulation)
        let finished = simulation.run {
            do {
                let people = try store.peopleKey()
                let home = TokenSigner(people)
                let claims = { (runtime: any Runtime) in
                    TokenClaims(
                        household: "home", subject: "m1", profile: "p1", role: .owner, policy: .everything,
                        runtime: runtime)
                }
                let before = try await home.sign(claims(simulation))
                _ = try await verifier.verify(before)
                let rotated = try store.rotatePeopleKey()
                home.use(rotated)
                let after = try await home.sign(claims(simulation))
                // The directory was read a moment ago: not again for every stranger's token.
                #expect(await verifier.refusal(of: after) == .unknownKey)
                try await simulation.sleep(for: AccessLimits.keyReloadInterval)
                _ = try await verifier.verify(after)
                // Tokens of the key before hold until they end.
                let old = try await TokenSigner(people).sign(claims(simulation))
                _ = try await verifier.verify(old)
                #expect(try store.publicKeys().count == 2)
                try await simulation.sleep(for: .seconds(2 * 60 * 60))
                #expect(try store.publicKeys() == [rotated.publicKey])
                let late = try await TokenSigner(people).sign(claims(simulation))
                #expect(await verifier.refusal(of: late) == .unknownKey)
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
    }

    @Test func `all who come while the keys are read for the first time get in`() async throws {
        let store = store
        let key = try store.peopleKey()
        let claims = TokenClaims(
            household: "home", subject: "m1", profile: "p1", role: .owner, policy: .everything,
            runtime: SystemRuntime.shared)
        let token = try await TokenSigner(key).sign(claims)
        for _ in 0..<20 {
            let verifier = TokenVerifier(store: store, runtime: SystemRuntime.shared)
            try await withThrowingDiscardingTaskGroup { group in
                for _ in 0..<16 { group.addTask { _ = try await verifier.verify(token) } }
            }
        }
    }

    @Test func `a key that was taken away stops to count, remembered tokens too`() async throws {
        let simulation = Simulation(seed: 4)
        let store = KeyStore(directory: directory.path("keys"), runtime: simulation)
        let verifier = TokenVerifier(store: store, runtime: simulation)
        let finished = simulation.run {
            do {
                let key = try store.peopleKey()
                let claims = TokenClaims(
                    household: "home", subject: "m1", profile: "p1", role: .owner, policy: .everything,
                    runtime: simulation)
                let token = try await TokenSigner(key).sign(claims)
                _ = try await verifier.verify(token)
                try store.removePublicKey(key.publicKey.id)
                try await simulation.sleep(for: AccessLimits.keyLifetime)
                // Any token that is not remembered makes the verifier look.
                var other = claims
                other.id = "other"
                let unseen = try await TokenSigner(key).sign(other)
                #expect(await verifier.refusal(of: unseen) == .unknownKey)
                #expect(await verifier.refusal(of: token) == .unknownKey)
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
    }

    @Test func `files that others could have written or read are refused`() throws {
        let key = try store.peopleKey()
        let manager = FileManager.default
        let secret = directory.path("keys/people.key")
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: secret)
        #expect(throws: KeyFileError.self) { try store.peopleKey() }
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        let published = directory.path("keys/\(key.publicKey.id).jwk")
        try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: published)
        var problems: [KeyFileError] = []
        #expect(try store.publicKeys { problems.append($0) }.isEmpty)
        #expect(problems.count == 1)
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: published)
        try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: store.directory)
        #expect(throws: KeyFileError.self) { try store.publicKeys() }
        try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: store.directory)
        try manager.moveItem(atPath: secret, toPath: directory.path("elsewhere"))
        try manager.createSymbolicLink(atPath: secret, withDestinationPath: directory.path("elsewhere"))
        #expect(throws: KeyFileError.notPrivate(path: secret, reason: "it is a link")) { try store.peopleKey() }
    }

    @Test func `a public key under another key's name is left out`() throws {
        let people = try store.peopleKey().publicKey
        let catalog = try store.serviceKey("catalog").publicKey
        let stolen = directory.path("keys/\(people.id).jwk")
        try FileManager.default.removeItem(atPath: stolen)
        try FileManager.default.copyItem(atPath: directory.path("keys/\(catalog.id).jwk"), toPath: stolen)
        var problems: [KeyFileError] = []
        #expect(try store.publicKeys { problems.append($0) } == [catalog])
        #expect(problems == [.misnamed(path: stolen)])
    }

    @Test(arguments: ["", "not json", "{}", #"{"kty":"oct","k":"AAAA"}"#])
    func `what is no key is left out, and the others count`(content: String) throws {
        let people = try store.peopleKey().publicKey
        try directory.write(content, to: "keys/other.jwk")
        var problems: [KeyFileError] = []
        #expect(try store.publicKeys { problems.append($0) } == [people])
        #expect(problems == [.notAKeyFile(path: directory.path("keys/other.jwk"))])
    }

    @Test func `a restored private key publishes its other half again`() throws {
        let key = try store.peopleKey().publicKey
        try store.removePublicKey(key.id)
        #expect(try store.publicKeys().isEmpty)
        _ = try store.peopleKey()
        #expect(try store.publicKeys() == [key])
    }

    @Test func `a service's private key is taken for no other's`() throws {
        _ = try store.serviceKey("catalog")
        try FileManager.default.copyItem(
            atPath: directory.path("keys/service-catalog.key"), toPath: directory.path("keys/people.key"))
        #expect(throws: KeyFileError.misnamed(path: directory.path("keys/people.key"))) { try store.peopleKey() }
    }

    @Test(arguments: ["", "../people", "Catalog", "a b"])
    func `a service's name never becomes another path`(name: String) {
        #expect(throws: KeyFileError.notAServiceName(name)) { try store.serviceKey(name) }
    }

    @Test func `keys do not print`() throws {
        let key = try store.peopleKey()
        let seed = Base64URL.encode(key.seed)
        #expect(!"\(key) \(String(reflecting: key))".contains(seed))
    }

    /// RFC 8037, appendix A.3: the thumbprint of its example key.
    @Test func `a key's id is its thumbprint`() throws {
        let bytes = try #require(Base64URL.decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo".utf8))
        let key = try PublicKey(bytes: bytes, authority: .people)
        #expect(key.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }
}
