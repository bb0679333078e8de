import RPC
import TestSupport
import Testing

@testable import DownloadsService

@Suite struct StorageLedgerTests {
    private static let profiles = ["a", "b", "c"]
    private static let (limit, disk): (Int64, Int64) = (1_000, 1_800)

    /// Whatever is done in whatever order: no profile has more than its limit, on the disk or reserved, and the disk never gets
    /// more than it has room for.
    @Test func `no order of things goes beyond a limit`() {
        for seed in Seeds.make(200) {
            var random = SplitMix64(seed: seed)
            var written: Int64 = 0
            var ledger = StorageLedger(limit: Self.limit, freeDiskBytes: Self.disk)
            var refusals = 0
            for _ in 0..<300 {
                step(&ledger, &random, &refusals)
                written = ledger.entries.values.reduce(0) { $0 + $1.bytes }
                // What is written leaves less room.
                ledger = StorageLedger(ledger.entries, limit: Self.limit, freeDiskBytes: Self.disk - written)
                for profile in Self.profiles {
                    let entries = ledger.entries.values.filter { $0.profiles.contains(profile) }
                    #expect(entries.reduce(0) { $0 + max($1.bytes, $1.reserved) } <= Self.limit, "seed \(seed)")
                }
                #expect(written + ledger.outstanding <= Self.disk, "seed \(seed)")
                #expect(ledger.entries.values.allSatisfy { $0.bytes <= $0.charge }, "seed \(seed)")
            }
            #expect(refusals > 0, "seed \(seed): the limits were never met")
        }
    }

    private func step(_ ledger: inout StorageLedger, _ random: inout SplitMix64, _ refusals: inout Int) {
        let file = Int64.random(in: 0..<12, using: &random)
        let profile = Self.profiles[Int.random(in: 0..<3, using: &random)]
        let amount = Int64.random(in: 0..<500, using: &random)
        do throws(StorageLedger.Refusal) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: try ledger.add(file, bytes: amount, for: profile)
            case 2: try ledger.reserve(amount, for: file)
            case 3:
                if let entry = ledger.entries[file], !entry.isCompleted {
                    ledger.write(min(entry.reserved, entry.bytes + amount), to: file)
                }
            case 4: ledger.remove(file, for: profile)
            default: ledger.complete(file)
            }
        } catch {
            refusals += 1
        }
    }

    @Test func `a refusal says what there is and what is needed`() {
        var ledger = StorageLedger([1: .init(bytes: 300, profiles: ["a"], isCompleted: true)], limit: 1_000)
        #expect(throws: StorageLedger.Refusal.quota(profile: "a", used: 300, limit: 1_000, needed: 701)) {
            try ledger.add(2, bytes: 701, for: "a")
        }
        #expect(throws: Never.self) { try ledger.add(2, bytes: 700, for: "a") }
        #expect(ledger.charge(of: "a") == 1_000)
        #expect(ledger.deletable(by: "a") == [1])
    }

    @Test func `who has no room for what a file needs lets it go`() throws {
        func ledger() -> StorageLedger {
            let shared = StorageLedger.Entry(reserved: 400, profiles: ["a", "b"])
            let other = StorageLedger.Entry(bytes: 500, profiles: ["b"], isCompleted: true)
            return StorageLedger([1: shared, 2: other], limit: 1_000)
        }
        var growing = ledger()
        #expect(try growing.insist(on: 500, for: 1) == [])
        #expect(try growing.insist(on: 501, for: 1) == ["b"])
        #expect(growing.entries[1]?.profiles == ["a"])
        #expect(growing.charge(of: "b") == 500)
        // The last one keeps it, and is told.
        #expect(throws: StorageLedger.Refusal.quota(profile: "a", used: 0, limit: 1_000, needed: 1_001)) {
            try growing.insist(on: 1_001, for: 1)
        }
        // The caller hears of no profile's room but its own, and loses nothing.
        var called = ledger()
        #expect(throws: StorageLedger.Refusal.quota(profile: "b", used: 500, limit: 1_000, needed: 600)) {
            try called.insist(on: 600, for: 1, caller: "b")
        }
        #expect(called == ledger())
        #expect(try called.insist(on: 600, for: 1, caller: "a") == ["b"])
    }

    @Test func `a file that several have is on the disk once`() throws {
        var ledger = StorageLedger(limit: 1_000, freeDiskBytes: 600)
        for profile in Self.profiles { try ledger.add(1, bytes: 600, for: profile) }
        #expect(Self.profiles.map(ledger.charge) == [600, 600, 600])
        #expect(ledger.outstanding == 600)
        // One of them cannot have more, so the file cannot.
        try ledger.add(2, bytes: 0, for: "b")
        #expect(throws: StorageLedger.Refusal.disk(used: 600, limit: 600, needed: 1)) { try ledger.reserve(1, for: 2) }
    }
}
