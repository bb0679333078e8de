import Foundation
import TestSupport
import Testing

@testable import Cryptography

/// Texts that bring the certificates of their signer along.
struct CertifiedJWSTests {
    private let directory: TemporaryDirectory
    private let made: TestCertificates
    private let trust: CertificateTrust
    private let payload = #"{"signed":1780272000}"#

    init() async throws {
        directory = try TemporaryDirectory()
        made = try TestCertificates(in: directory.path)
        try await made.makeStore()
        let markers = X509Chain.Markers(
            leaf: TestCertificates.leafMark, intermediate: TestCertificates.intermediateMark)
        trust = try #require(
            CertificateTrust(pem: [UInt8](try Data(contentsOf: URL(filePath: made.pem("root")))), markers: markers))
    }

    private func open(_ text: String, at time: Int64? = 1_780_272_000) throws -> [UInt8] {
        try CompactJWS(Array(text.utf8), limitBytes: 64 << 10).certifiedPayload(by: trust) { _ in time }
    }

    @Test func `a text of the leaf is opened`() async throws {
        #expect(try open(try await made.sign(payload)) == Array(payload.utf8))
    }

    @Test func `a text of another key, or a changed one, is not`() async throws {
        try await made.make("other", by: "middle", .signer, mark: TestCertificates.leafMark)
        let other = try await made.sign(payload, by: "other")
        #expect(throws: CertifiedJWSError.text(.wrongSignature)) { try open(other) }
        let good = try await made.sign(payload)
        let parts = good.split(separator: ".")
        let forged = TestCertificates.base64URL(Array(#"{"signed":1780272001}"#.utf8))
        #expect(throws: CertifiedJWSError.text(.wrongSignature)) { try open("\(parts[0]).\(forged).\(parts[2])") }
    }

    @Test(arguments: ["none", "HS256", "RS256", "EdDSA", "es256", "ES384"])
    func `any other algorithm is rejected`(algorithm: String) async throws {
        let text = try await made.sign(payload, algorithm: algorithm)
        #expect(throws: CertifiedJWSError.text(.wrongAlgorithm)) { try open(text) }
    }

    @Test func `the header has exactly three certificates, in Base64`() async throws {
        for chain in [[], ["leaf"], ["leaf", "middle"], [String](repeating: "leaf", count: 50)] {
            let text = try await made.sign(payload, chain: chain)
            #expect(throws: CertifiedJWSError.certificates(.wrongLength)) { try open(text) }
        }
        for header in [#"{"alg":"ES256"}"#, #"{"alg":"ES256","x5c":"a"}"#, #"{"alg":"ES256","x5c":[1,2,3]}"#] {
            let text = try await made.sign(payload, header: header)
            #expect(throws: CertifiedJWSError.certificates(.wrongLength)) { try open(text) }
        }
        for header in [#"{"alg":"ES256","x5c":["","",""]}"#, #"{"alg":"ES256","x5c":["!","!","!"]}"#] {
            let text = try await made.sign(payload, header: header)
            #expect(throws: CertifiedJWSError.certificates(.malformed)) { try open(text) }
        }
        // Two members of one name: which of them counts would be the reader's taste.
        let doubled = try await made.sign(payload, header: #"{"alg":"ES256","x5c":[],"x5c":[]}"#)
        #expect(throws: JWSError.malformed) { try open(doubled) }
    }

    @Test func `a text without a time is rejected, and so is one with extensions`() async throws {
        let good = try await made.sign(payload)
        #expect(throws: CertifiedJWSError.text(.malformed)) { try open(good, at: nil) }
        let chain = try ["leaf", "middle", "root"].map { Data(try made.der($0)).base64EncodedString() }
        let header = #"{"alg":"ES256","crit":["x"],"x5c":["\#(chain.joined(separator: "\",\""))"]}"#
        let critical = try await made.sign(payload, header: header)
        #expect(throws: CertifiedJWSError.text(.unsupportedExtension)) { try open(critical) }
    }
}
