import Foundation
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import ProfilesService

/// What passes for no purchase: each way to be wrong alone.
struct StoreRejectionTests {
    /// A changed transaction, and words of the refusal.
    struct Wrong: Sendable, CustomTestStringConvertible {
        var words: String
        var change: @Sendable (inout StoreBench.Transaction) -> Void
        var testDescription: String { words }
    }

    private static let wrong = [
        Wrong(words: "another app") { $0.bundle = "org.example.other" },
        Wrong(words: "another environment") { $0.environment = "Sandbox" },
        Wrong(words: "no plan") { $0.product = "org.example.hearth.coins" },
        Wrong(words: "no subscription") { $0.type = "Consumable" },
        Wrong(words: "Set this machine's clock") { $0.signed += 301_000 },
        Wrong(words: "another household") { $0.account = "7e3fb20b-4cdb-47cc-936d-99d65f608138" },
        Wrong(words: "purchaseDate") { $0.purchased = -1 },
        Wrong(words: "expiresDate") { $0.days = 1_000_000_000 },
        Wrong(words: "revocationDate") { $0.revoked = .max },
        Wrong(words: "originalTransactionId") { $0.original = "" },
        Wrong(words: "transactionId") { $0.id = String(repeating: "9", count: 129) },
        Wrong(words: "not valid when it was signed") { $0.signed -= 200 * StoreBench.day },
        Wrong(words: "no signed text") { $0.extra = #""productId":"org.example.hearth.premium.monthly""# },
        Wrong(words: "more than") { $0.extra = #""x":"\#(String(repeating: "x", count: 30_000))""# },
    ]

    @Test func `a transaction is refused for each thing that is wrong about it`() async throws {
        try await StoreBench.with { bench in
            for wrong in Self.wrong {
                let text = try await bench.sign(bench.transaction(wrong.change))
                let error = try #require(try await bench.refusal(of: text), "\(wrong.words)")
                #expect(error.problem == .storeRejected && error.code == .invalidArgument, "\(wrong.words)")
                #expect(error.message.contains(wrong.words), "\(error.message)")
                // Nothing of what was sent comes back.
                #expect(!error.message.contains("org.example"))
            }
            // Five minutes of difference between the clocks are none.
            #expect(try await bench.refusal(of: bench.sign(bench.transaction { $0.signed += 299_000 })) == nil)
        }
    }

    @Test func `only the store's chain counts`() async throws {
        try await StoreBench.with { bench in
            let payload = bench.transaction().payload
            let made = bench.certificates
            try await made.make("wrongroot", subject: "root", by: nil, .authority)
            try await made.make(
                "wrongmiddle", subject: "middle", by: "wrongroot", .authority, mark: TestCertificates.intermediateMark)
            try await made.make(
                "wrongleaf", subject: "leaf", by: "wrongmiddle", .signer, mark: TestCertificates.leafMark)
            let texts = [
                try await made.sign(payload, by: "wrongleaf", chain: ["wrongleaf", "wrongmiddle", "wrongroot"]),
                try await made.sign(payload, by: "wrongleaf", chain: ["wrongleaf", "wrongmiddle", "root"]),
                try await made.sign(payload, by: "wrongleaf", chain: ["wrongleaf", "middle", "root"]),
                try await made.sign(payload, by: "wrongleaf"),
                try await made.sign(payload, by: "root", chain: ["root", "root", "root"]),
                try await made.sign(payload, chain: ["leaf"]), try await made.sign(payload, chain: []),
                try await made.sign(payload, algorithm: "none"), payload, "", "..", "a.b.c",
            ]
            for text in texts {
                #expect(try await bench.refusal(of: text)?.problem == .storeRejected, "\(text.prefix(80))")
            }
            #expect(try await bench.plan().plan == .free)
        }
    }

    @Test func `certificates without marks are for stores that have none`() async throws {
        for (markers, isAccepted) in [("require", false), ("ignore", true)] {
            try await StoreBench.with(settings: ["store-markers": markers]) { bench in
                try await bench.certificates.make("plain", by: "middle", .signer)
                let text = try await bench.certificates.sign(
                    bench.transaction().payload, by: "plain", chain: ["plain", "middle", "root"])
                #expect(try await (bench.refusal(of: text) == nil) == isAccepted, "\(markers)")
            }
        }
    }
}
