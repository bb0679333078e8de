import Access
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// Key files that cannot be used are named in the log.
struct KeyProblemLogTests {
    @Test func `an unfit key file is told once by its name, never by its content`() throws {
        let directory = try TemporaryDirectory()
        let keys = directory.path("keys")
        let simulation = Simulation(seed: 1)
        let store = KeyStore(directory: keys, runtime: simulation)
        let signer = TokenSigner(try store.peopleKey())
        let secret = "c2VjcmV0IG1hdGVyaWFs"
        let path = "\(keys)/broken.jwk"
        try Data(#"{"kty":"OKP","x":"\#(secret)"}"#.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let logs = LogCapture()
        let verifier = TokenVerifier(store: store, runtime: simulation, logger: logs.logger)
        let isDone = simulation.run {
            for _ in 0..<3 {
                // Each new token after the keys' lifetime has the directory read again.
                let claims = TestCaller.owner.claims(runtime: simulation)
                let verified = try? await verifier.verify(try await signer.sign(claims))
                #expect(verified?.viewer.subject == TestCaller.owner.member)
                try? await simulation.sleep(for: AccessLimits.keyLifetime + .seconds(1))
            }
        }
        #expect(isDone)
        #expect(logs.entries.count == 1)
        #expect(logs.entries.first?.level == "warning")
        #expect(logs.entries.first?.metadata["problem"]?.contains(path) == true)
        #expect(!logs.text.contains(secret))
    }
}
