import Access
import Foundation
import HearthModel
import Logging
import RPC
import TestSupport
import Testing

@testable import ProfilesService

/// The key that signs for people is replaced by age and by command, and tokens of the one before are valid until they expire.
struct KeyRotationTests {
    private let directory: TemporaryDirectory
    private let simulation = Simulation(seed: 1)
    private let keys: KeyStore
    private let signer: TokenSigner
    private let logs = LogCapture()

    init() throws {
        directory = try TemporaryDirectory()
        keys = KeyStore(directory: directory.path("keys"), runtime: simulation)
        signer = TokenSigner(try keys.peopleKey())
    }

    private func rotation() -> KeyRotation {
        KeyRotation(
            keys: keys, signer: signer, age: .seconds(90 * 86_400), runtime: simulation, logger: logs.logger)
    }

    private func verifies(_ key: PublicKey) throws -> Bool { try keys.publicKeys().contains { $0.id == key.id } }

    @Test func `after 90 days another key signs, and the one before verifies until its last token has expired`() throws
    {
        let (first, rotation) = (signer.publicKey, rotation())
        simulation.jumpWallClock(by: .seconds(90 * 86_400))
        for _ in 0..<3 { rotation.check() }
        #expect(signer.publicKey.id == first.id)
        simulation.jumpWallClock(by: .seconds(2))
        rotation.check()
        // Published, and not used yet: every service has to read it first.
        #expect(signer.publicKey.id == first.id)
        #expect(try keys.publicKeys().count == 2)
        rotation.check()
        let second = signer.publicKey
        #expect(second.id != first.id && second.authority == .people)
        #expect(try verifies(first) && verifies(second))
        simulation.jumpWallClock(by: .seconds(66 * 60))
        rotation.check()
        #expect(signer.publicKey.id == second.id)
        #expect(try !verifies(first) && verifies(second))
        simulation.jumpWallClock(by: .seconds(91 * 86_400))
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id != second.id)
    }

    @Test func `a key that a command has replaced is used by itself, and its age counts from then on`() throws {
        let rotation = rotation()
        let second = try keys.rotatePeopleKey()
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id == second.publicKey.id)
        simulation.jumpWallClock(by: .seconds(60 * 86_400))
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id == second.publicKey.id)
    }

    @Test func `a key of an earlier release counts its age from the first check on`() throws {
        let path = directory.path("keys/people.key")
        var document = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
        let created = document.removeValue(forKey: "created")
        #expect(created != nil)
        try JSONSerialization.data(withJSONObject: document).write(to: URL(filePath: path))
        simulation.jumpWallClock(by: .seconds(400 * 86_400))
        let (first, rotation) = (signer.publicKey, rotation())
        for _ in 0..<2 { rotation.check() }
        simulation.jumpWallClock(by: .seconds(89 * 86_400))
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id == first.id)
        simulation.jumpWallClock(by: .seconds(2 * 86_400))
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id != first.id)
    }

    @Test func `a key from a time to come does not stay for good, and a clock that is set ahead locks no caller out`()
        async throws
    {
        let verifier = { TokenVerifier(store: keys, runtime: simulation) }
        let rotation = rotation()
        let claims = {
            TestCaller.owner.claims(runtime: simulation)
        }
        _ = try await verifier().verify(try await signer.sign(claims()))
        simulation.jumpWallClock(by: .seconds(1_000 * 86_400))
        for _ in 0..<2 { rotation.check() }
        let ahead = signer.publicKey
        _ = try await verifier().verify(try await signer.sign(claims()))
        simulation.jumpWallClock(by: .seconds(-1_000 * 86_400))
        for _ in 0..<2 { rotation.check() }
        _ = try await verifier().verify(try await signer.sign(claims()))
        simulation.jumpWallClock(by: .seconds(91 * 86_400))
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id != ahead.id)
    }

    @Test func `a directory that cannot be used is logged once, and the key at hand signs on`() throws {
        let rotation = rotation()
        let first = signer.publicKey
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: directory.path("keys/people.key"))
        for _ in 0..<5 { rotation.check() }
        #expect(signer.publicKey.id == first.id)
        #expect(logs.text.components(separatedBy: "cannot be read or replaced").count == 2)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: directory.path("keys/people.key"))
        let second = try keys.rotatePeopleKey()
        for _ in 0..<2 { rotation.check() }
        #expect(signer.publicKey.id == second.publicKey.id)
    }

    @Test func `of rotations at once each ends in a key that signs, and all others retire`() async throws {
        let store = KeyStore(directory: keys.directory, runtime: SystemRuntime.shared)
        _ = try store.peopleKey()
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try? store.rotatePeopleKey() } }
        }
        let current = try store.peopleKey()
        let all = try store.publicKeys()
        #expect(all.count == 9)
        #expect(all.filter { $0.retires == nil }.map(\.id) == [current.publicKey.id])
    }
}
