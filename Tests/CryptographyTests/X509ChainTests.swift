import Foundation
import TestSupport
import Testing

@testable import Cryptography

/// Chains of certificates: the good one, and each way to be wrong alone.
struct X509ChainTests {
    private static let markers = X509Chain.Markers(
        leaf: TestCertificates.leafMark, intermediate: TestCertificates.intermediateMark)
    /// 2026-06-01.
    private static let time: Int64 = 1_780_272_000
    private static let year: Int64 = 31_536_000
    private let directory: TemporaryDirectory
    private let made: TestCertificates

    init() async throws {
        directory = try TemporaryDirectory()
        made = try TestCertificates(in: directory.path)
        try await made.makeStore()
    }

    /// Why a chain is rejected; nil when it is not.
    private func rejection(
        of chain: [String], trusting root: String = "root", at time: Int64 = Self.time,
        markers: X509Chain.Markers? = Self.markers
    ) throws -> X509Error? {
        let certificates = try chain.map { try made.der($0) }
        let trusted = try X509Certificate(try made.der(root))
        do throws(X509Error) {
            _ = try X509Chain(certificates).key(trusting: [trusted], at: time, markers: markers)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a chain to the trusted root gives the leaf's key`() throws {
        #expect(try rejection(of: ["leaf", "middle", "root"]) == nil)
    }

    @Test func `a chain has three certificates`() throws {
        for chain in [[], ["leaf"], ["leaf", "middle"], ["leaf", "middle", "root", "root"]] {
            #expect(try rejection(of: chain) == .wrongLength, "\(chain)")
        }
        #expect(try rejection(of: [String](repeating: "leaf", count: 50)) == .wrongLength)
    }

    @Test func `the root must be the trusted one, whatever its name`() async throws {
        try await made.make("other", subject: "root", by: nil, .authority)
        #expect(try rejection(of: ["leaf", "middle", "root"], trusting: "other") == .untrustedRoot)
        // The trusted root in the header does not help an intermediate of another one with the same name.
        #expect(try rejection(of: ["leaf", "middle", "other"], trusting: "other") == .noPath)
        #expect(try rejection(of: ["leaf", "middle", "other"]) == .untrustedRoot)
    }

    @Test func `each certificate must be valid at the time of the signature`() async throws {
        #expect(try rejection(of: ["leaf", "middle", "root"], at: Self.time - Self.year) == .notValidThen)
        #expect(try rejection(of: ["leaf", "middle", "root"], at: Self.time + 10 * Self.year) == .notValidThen)
        try await made.make(
            "old", by: "root", .authority, mark: TestCertificates.intermediateMark, until: "20260501000000Z")
        try await made.make("oldleaf", by: "old", .signer, mark: TestCertificates.leafMark)
        #expect(try rejection(of: ["oldleaf", "old", "root"]) == .notValidThen)
        // A month before it was.
        #expect(try rejection(of: ["oldleaf", "old", "root"], at: 1_775_000_000) == nil)
    }

    @Test func `a path is made of signatures and of certificates that may sign others`() async throws {
        #expect(try rejection(of: ["leaf", "root", "root"]) == .noPath)
        #expect(try rejection(of: ["middle", "leaf", "root"]) != nil)
        #expect(try rejection(of: ["root", "middle", "root"]) != nil)
        try await made.make("self", by: nil, .signer, mark: TestCertificates.leafMark)
        #expect(try rejection(of: ["self", "middle", "root"]) == .noPath)
        // An intermediate that is no authority: a customer of the authority who signs others.
        try await made.make("customer", by: "root", .signer, mark: TestCertificates.intermediateMark)
        try await made.make("forged", by: "customer", .signer, mark: TestCertificates.leafMark)
        #expect(try rejection(of: ["forged", "customer", "root"]) == .noPath)
    }

    @Test func `the leaf signs data, with a key of P-256, and has the marks`() async throws {
        try await made.make("authority", by: "middle", .authority, mark: TestCertificates.leafMark)
        #expect(try rejection(of: ["authority", "middle", "root"]) == .wrongLeaf)
        try await made.make("agreement", by: "middle", .nothing, mark: TestCertificates.leafMark)
        #expect(try rejection(of: ["agreement", "middle", "root"]) == .wrongLeaf)
        try await made.make("unmarked", by: "middle", .signer)
        #expect(try rejection(of: ["unmarked", "middle", "root"]) == .unmarked)
        #expect(try rejection(of: ["unmarked", "middle", "root"], markers: nil) == nil)
        let other = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
        try await made.make("p384", by: "middle", .signer, mark: TestCertificates.leafMark, key: other)
        #expect(try rejection(of: ["p384", "middle", "root"]) == .wrongKey)
        let rsa = ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        try await made.make("rsa", by: "middle", .signer, mark: TestCertificates.leafMark, key: rsa)
        #expect(try rejection(of: ["rsa", "middle", "root"]) == .wrongKey)
    }

    @Test func `bytes that are no certificate are rejected, and so are those behind one`() throws {
        let leaf = try made.der("leaf")
        for bytes in [[], [0x30], Array(leaf.dropLast()), leaf + [0], [UInt8](repeating: 0x30, count: 9_000)] {
            #expect(throws: X509Error.malformed) { try X509Certificate(bytes) }
        }
    }

    @Test func `every changed byte of a leaf is noticed`() throws {
        let (leaf, middle, root) = try (made.der("leaf"), made.der("middle"), made.der("root"))
        for index in leaf.indices {
            var changed = leaf
            changed[index] ^= 1
            let key = try? X509Chain([changed, middle, root]).key(
                trusting: [X509Certificate(root)], at: Self.time, markers: Self.markers)
            #expect(key == nil, "byte \(index)")
        }
    }

    @Test func `a file of roots is read whole or not at all`() async throws {
        let root = try String(contentsOfFile: made.pem("root"), encoding: .utf8)
        let two = root + "\nA comment.\n" + root
        #expect(CertificateTrust(pem: Array(root.utf8), markers: nil) != nil)
        #expect(CertificateTrust(pem: Array(two.utf8), markers: nil) != nil)
        let wrong = [
            "", "no certificate", String(root.dropLast(30)), root.replacing("M", with: "!"),
            root + "-----BEGIN CERTIFICATE-----\n", root + "-----END CERTIFICATE-----\n",
            String(repeating: root, count: CertificateTrust.maximumRoots + 1),
        ]
        for text in wrong {
            #expect(CertificateTrust(pem: Array(text.utf8), markers: nil) == nil, "\(text.prefix(40))")
        }
    }
}
