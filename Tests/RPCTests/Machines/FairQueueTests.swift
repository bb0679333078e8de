import Testing

@testable import RPC

@Suite struct FairQueueTests {
    /// One entry: whose it is, and which of that connection's.
    struct Entry: Hashable { let share: FairShare, number: Int }

    private func share(_ caller: UInt64, _ connection: UInt64) -> FairShare {
        FairShare(caller: caller, connection: connection)
    }

    /// Whatever comes and goes: nothing is lost or doubled, a connection's entries keep their order, and it gives while it has.
    @Test(arguments: Seeds.some(40)) func `agrees with a list of what waits`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = FairQueue<Entry>()
        var waiting: [FairShare: [Int]] = [:]
        var numbers: [FairShare: Int] = [:]
        for _ in 0..<3_000 {
            let some = share(.random(in: 0..<5, using: &random), .random(in: 0..<3, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                numbers[some, default: 0] += 1
                let number = numbers[some, default: 0]
                queue.append(Entry(share: some, number: number), of: some)
                waiting[some, default: []].append(number)
            case 5..<9:
                let entry = queue.popFirst()
                #expect((entry == nil) == waiting.values.allSatisfy(\.isEmpty), "seed \(seed)")
                guard let entry else { continue }
                #expect(waiting[entry.share]?.removeFirst() == entry.number, "seed \(seed)")
            default:
                let before = Dictionary(grouping: waiting, by: \.key.caller).mapValues {
                    $0.reduce(0) { $0 + $1.value.count }
                }
                guard let entry = queue.removeLast(inFavourOf: some.caller) else { continue }
                #expect(waiting[entry.share]?.removeLast() == entry.number, "seed \(seed)")
                let (had, own) = (before[entry.share.caller] ?? 0, before[some.caller] ?? 0)
                #expect(had > own + 1, "seed \(seed)")
            }
            #expect(queue.count == waiting.values.reduce(0) { $0 + $1.count }, "seed \(seed)")
            #expect(queue.first(of: some)?.number == waiting[some]?.first, "seed \(seed)")
        }
        let rest = queue.removeAll()
        #expect(
            Dictionary(grouping: rest, by: \.share).mapValues { $0.map(\.number) }
                == waiting.filter { !$0.value.isEmpty })
        #expect(queue.isEmpty && queue.popFirst() == nil)
    }

    /// While all have something waiting none gets two turns more than another; nor does a connection of a caller's.
    @Test(arguments: Seeds.some(40)) func `callers take turns, and a caller's connections among themselves`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var queue = FairQueue<FairShare>()
        let shares = (0..<6).flatMap { caller in
            (0..<Int.random(in: 1...4, using: &random)).map { share(caller, UInt64($0)) }
        }
        // Each has enough for all turns, whatever the order in which they came.
        for share in shares.flatMap({ [FairShare](repeating: $0, count: 400) }).shuffled(using: &random) {
            queue.append(share, of: share)
        }
        var turns: [FairShare: Int] = [:]
        for _ in 0..<300 {
            guard let next = queue.popFirst() else { break }
            turns[next, default: 0] += 1
            let callers = Dictionary(grouping: shares, by: \.caller).mapValues { $0.map { turns[$0, default: 0] } }
            let ofCallers = callers.values.map { $0.reduce(0, +) }
            #expect((ofCallers.max() ?? 0) - (ofCallers.min() ?? 0) <= 1, "seed \(seed)")
            for connections in callers.values {
                #expect((connections.max() ?? 0) - (connections.min() ?? 0) <= 1, "seed \(seed)")
            }
        }
        #expect(turns.values.reduce(0, +) == 300)
    }

    @Test func `one entry waits one turn of a thousand of another caller's`() {
        var queue = FairQueue<String>()
        for _ in 0..<1_000 { queue.append("flood", of: share(1, 1)) }
        queue.append("single", of: share(2, 2))
        let first = [queue.popFirst(), queue.popFirst()]
        #expect(first == ["flood", "single"])
    }

    @Test func `a full queue makes room at the cost of who has most`() {
        var queue = FairQueue<Int>()
        for number in 0..<100 { queue.append(number, of: share(1, UInt64(number % 4 == 0 ? 1 : 2))) }
        for number in 100..<110 { queue.append(number, of: share(2, 3)) }
        // The one with less is not touched, and who has most gets nothing from it.
        #expect(queue.removeLast(inFavourOf: 1) == nil)
        #expect(queue.removeLast(inFavourOf: 2) == 99)
        #expect(queue.removeLast(inFavourOf: 3) == 98)
        var removed = 2
        while queue.removeLast(inFavourOf: 3) != nil { removed += 1 }
        #expect(queue.count == 110 - removed)
        #expect(queue.count(of: 1) == 1 && queue.count(of: 2) == 1)
    }
}

@Suite struct StartWindowTests {
    @Test func `grows while nothing waits in the pool, and shrinks to its lowest when all do`() {
        var limits = RPCLimits()
        (limits.startedCalls, limits.startedCallsLowest, limits.startedCallsHighest) = (64, 8, 100)
        var window = StartWindow(limits)
        for _ in 0..<50 { window.note(lagMicroseconds: 10, isBacklogged: false) }
        #expect(window.size == 64)
        for _ in 0..<50 { window.note(lagMicroseconds: 10, isBacklogged: true) }
        #expect(window.size == 100)
        for _ in 0..<200 { window.note(lagMicroseconds: 5_000, isBacklogged: true) }
        #expect(window.size == 8)
        for _ in 0..<8 {
            #expect(window.hasRoom)
            window.take()
        }
        #expect(!window.hasRoom)
        window.giveBack()
        #expect(window.hasRoom)
    }
}
