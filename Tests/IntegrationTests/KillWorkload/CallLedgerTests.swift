import RPC
import Testing

/// The checks of the drill find what they are there for.
@Suite struct CallLedgerTests {
    private static func failure(_ executed: Executed) -> RPCError { RPCError(.unavailable, "lost", executed: executed) }

    @Test func `an acknowledged write that is missing is found, and one that no call requested`() async {
        let ledger = CallLedger()
        await ledger.set("link", "a", to: "there", by: "Save") { () async throws(RPCError) in true }
        #expect(ledger.faults(of: "link", present: ["a"]) == [])
        #expect(ledger.faults(of: "link", present: []) == ["link a is \"\" and may be [\"there\"]"])
        #expect(ledger.faults(of: "link", present: ["a", "b"]) == ["link b is there, and no call requested it"])
        #expect(ledger.faults(of: "link", present: ["a", "a"]) == ["link a is there 2 times"])
    }

    @Test func `an unknown write may be there or not, and a failed one must not`() async {
        let ledger = CallLedger()
        await ledger.set("link", "a", to: "there", by: "Save") { () async throws(RPCError) in throw Self.failure(.maybe)
        }
        await ledger.set("link", "b", to: "there", by: "Save") { () async throws(RPCError) in throw Self.failure(.no) }
        #expect(ledger.faults(of: "link", present: ["a"]) == [])
        #expect(ledger.faults(of: "link", present: []) == [])
        #expect(ledger.faults(of: "link", present: ["b"]) == ["link b is \"there\" and may be [\"\"]"])
        // The next answer settles it.
        await ledger.set("link", "a", to: "", by: "Delete") { () async throws(RPCError) in nil }
        #expect(ledger.faults(of: "link", present: ["a"]).count == 1)
        #expect(ledger.tallies["Save"]?.unknown == 1)
        #expect(ledger.tallies["Save"]?.failed == 1)
    }

    @Test func `an answer tells that its write was executed before`() async {
        let ledger = CallLedger()
        await ledger.set("link", "a", to: "there", by: "Save") { () async throws(RPCError) in false }
        #expect(ledger.contradictions.count == 1)
        await ledger.set("link", "a", to: "there", by: "Save") { () async throws(RPCError) in false }
        await ledger.set("link", "a", to: "", by: "Delete") { () async throws(RPCError) in throw Self.failure(.maybe) }
        // Whether the lost one has deleted it is not known, so either answer is right.
        await ledger.set("link", "a", to: "", by: "Delete") { () async throws(RPCError) in false }
        #expect(ledger.contradictions.count == 1)
    }

    @Test func `what is done twice or not at all is found`() async {
        let ledger = CallLedger()
        for executed in [Executed.yes, .maybe, .no] {
            _ = await ledger.count("session", "a", by: "Play") { () async throws(RPCError) in
                if executed != .yes { throw Self.failure(executed) }
            }
        }
        #expect(ledger.faults(of: "session", found: ["a": 1]) == [])
        #expect(ledger.faults(of: "session", found: ["a": 2]) == [])
        #expect(ledger.faults(of: "session", found: ["a": 3]).count == 1)
        #expect(ledger.faults(of: "session", found: [String: Int]()).count == 1)
    }
}
