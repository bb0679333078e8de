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

    /// The order of the turns is that of plain lists: what is kept of lanes that are empty changes nothing.
    @Test(arguments: Seeds.some(18)) func `gives in the order of plain lists of callers and connections`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (queue, model) = (FairQueue<Entry>(), ReferenceFairQueue())
        // Few that come again and again, or so many that lanes are forgotten.
        let (callers, connections) = (UInt64([2, 5, 60][Int(seed % 3)]), UInt64([1, 4, 30][Int(seed / 3 % 3)]))
        // Mostly empty, or mostly full.
        let appends = Int.random(in: 4...6, using: &random)
        for number in 0..<2_000 {
            let some = share(
                .random(in: 0..<callers, using: &random), .random(in: 0..<connections, using: &random))
            #expect(queue.isNew(some.caller) == model.isNew(some.caller), "seed \(seed)")
            switch Int.random(in: 0..<13, using: &random) {
            case 12:
                queue.noteTurn(of: some.caller)
                model.noteTurn(of: some.caller)
            case 0..<appends:
                queue.append(Entry(share: some, number: number), of: some)
                model.append(Entry(share: some, number: number))
            case appends..<10:
                let (first, expected) = (queue.popFirst(), model.popFirst())
                #expect(first == expected, "seed \(seed)")
            case 10:
                let (removed, expected) = (
                    queue.removeLast(inFavourOf: some.caller), model.removeLast(inFavourOf: some.caller)
                )
                #expect(removed == expected, "seed \(seed)")
            default:
                let isMeant = { (entry: Entry) in entry.number.isMultiple(of: 3) }
                let (removed, expected) = (
                    queue.remove(of: some, where: isMeant), model.remove(of: some, where: isMeant)
                )
                #expect(removed == expected, "seed \(seed)")
            }
            #expect(queue.count(of: some.caller) == model.count(of: some.caller), "seed \(seed)")
        }
        let (rest, expected) = (queue.removeAll(), model.removeAll())
        #expect(rest == expected, "seed \(seed)")
        // Eight callers with eight connections each at the most, and the lanes of these callers.
        #expect(queue.laneCount <= 8 * 9, "seed \(seed)")
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

    /// Who makes one call at a time waits for none of them.
    @Test func `a new caller goes first, once for a turn of all others`() {
        var queue = FairQueue<UInt64>()
        for caller in UInt64(1)...20 { for _ in 0..<10 { queue.append(caller, of: share(caller, caller)) } }
        for _ in 0..<25 { _ = queue.popFirst() }
        #expect(queue.isNew(99))
        queue.append(99, of: share(99, 1))
        var next = queue.popFirst()
        #expect(next == 99)
        // Again, before the others had a turn each: now it waits for its own.
        #expect(!queue.isNew(99))
        queue.append(99, of: share(99, 1))
        let turns = (0..<21).map { _ in queue.popFirst() }
        #expect(turns.firstIndex(of: 99) == 20)
        // What did not wait counts as a turn, too.
        queue.noteTurn(of: 98)
        queue.append(98, of: share(98, 1))
        next = queue.popFirst()
        #expect(next != 98)
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

/// What ``FairQueue`` does, in the plainest way: lists in which the next one is the first.
private struct ReferenceFairQueue {
    typealias Entry = FairQueueTests.Entry
    /// Of callers, or of one caller's connections: those that go first, and those that have had a turn.
    private struct Lines<Line> {
        var new: [(number: UInt64, line: Line)] = []
        var old: [(number: UInt64, line: Line)] = []
        var all: [(number: UInt64, line: Line)] { new + old }

        func line(_ number: UInt64) -> Line? { all.first { $0.number == number }?.line }

        mutating func change(_ number: UInt64, or fresh: Line, _ change: (inout Line) -> Void) {
            if let index = new.firstIndex(where: { $0.number == number }) { return change(&new[index].line) }
            if let index = old.firstIndex(where: { $0.number == number }) { return change(&old[index].line) }
            new.append((number, fresh))
            change(&new[new.count - 1].line)
        }

        /// Passes over those in which nothing waits, and has the next one give something and go to the end.
        mutating func take(isEmpty: (Line) -> Bool, by take: (inout Line) -> Entry?) -> Entry? {
            new = Array(new.drop { isEmpty($0.line) })
            if new.isEmpty { old = Array(old.drop { isEmpty($0.line) }) }
            guard !new.isEmpty || !old.isEmpty else { return nil }
            var next = new.isEmpty ? old.removeFirst() : new.removeFirst()
            let entry = take(&next.line)
            old.append(next)
            return entry
        }
    }

    private var callers = Lines<Lines<[Entry]>>()

    private static func count(_ caller: Lines<[Entry]>) -> Int { caller.all.reduce(0) { $0 + $1.line.count } }

    func count(of caller: UInt64) -> Int { callers.line(caller).map(Self.count) ?? 0 }

    func isNew(_ caller: UInt64) -> Bool { callers.line(caller) == nil }

    mutating func noteTurn(of caller: UInt64) {
        if isNew(caller) { callers.old.append((caller, Lines())) }
    }

    mutating func append(_ entry: Entry) {
        callers.change(entry.share.caller, or: Lines()) { caller in
            caller.change(entry.share.connection, or: []) { $0.append(entry) }
        }
    }

    mutating func popFirst() -> Entry? {
        let isEmpty = { (caller: Lines<[Entry]>) in Self.count(caller) == 0 }
        return callers.take(isEmpty: isEmpty) { caller in
            let entry = caller.take(isEmpty: \.isEmpty) { $0.removeFirst() }
            if isEmpty(caller) { caller = Lines() }
            return entry
        }
    }

    mutating func removeLast(inFavourOf caller: UInt64) -> Entry? {
        let all = callers.all.map { (number: $0.number, count: Self.count($0.line)) }.filter { $0.count > 0 }
        guard !all.isEmpty else { return nil }
        let (own, average) = (count(of: caller) + 1, all.reduce(0) { $0 + $1.count } / all.count)
        guard let victim = all.first(where: { $0.number != caller && $0.count > own && $0.count >= average }),
            let connections = callers.line(victim.number)?.all,
            let most = connections.map(\.line.count).max(),
            let longest = connections.first(where: { $0.line.count == most })
        else { return nil }
        return take(FairShare(caller: victim.number, connection: longest.number)) { $0.count - 1 }
    }

    mutating func remove(of share: FairShare, where isMeant: (Entry) -> Bool) -> Entry? {
        take(share) { $0.firstIndex(where: isMeant) }
    }

    private mutating func take(_ share: FairShare, at index: ([Entry]) -> Int?) -> Entry? {
        guard let entries = callers.line(share.caller)?.line(share.connection), let index = index(entries) else {
            return nil
        }
        callers.change(share.caller, or: Lines()) { caller in
            caller.change(share.connection, or: []) { $0.remove(at: index) }
            if Self.count(caller) == 0 { caller = Lines() }
        }
        return entries[index]
    }

    mutating func removeAll() -> [Entry] {
        var all: [Entry] = []
        while let entry = popFirst() { all.append(entry) }
        return all
    }
}

@Suite struct DispatchWindowTests {
    @Test func `grows while nothing waits in the pool, and shrinks to its lowest when all do`() {
        var limits = RPCLimits()
        (limits.startedCalls, limits.startedCallsLowest, limits.startedCallsHighest) = (64, 8, 100)
        var window = DispatchWindow(limits)
        let now = MonotonicInstant(nanoseconds: 5_000_000_000)
        for connection in 1...2 { window.noteCall(of: UInt64(connection), at: now) }
        for _ in 0..<50 { window.note(lagMicroseconds: 10, isBacklogged: false) }
        #expect(window.size == 64)
        for _ in 0..<50 { window.note(lagMicroseconds: 10, isBacklogged: true) }
        #expect(window.size == 100)
        for _ in 0..<200 { window.note(lagMicroseconds: 5_000, isBacklogged: true) }
        #expect(window.size == 8)
        for _ in 0..<8 {
            #expect(window.hasRoom(at: now))
            window.take(.ordinary)
        }
        #expect(!window.hasRoom(at: now))
        // What goes ahead has places of its own.
        for _ in 0..<8 {
            #expect(window.hasPriorityRoom)
            window.take(.ahead)
        }
        #expect(!window.hasPriorityRoom)
        window.releaseSlot(.ordinary)
        #expect(window.hasRoom(at: now) && !window.hasPriorityRoom)
        window.releaseSlot(.ahead)
        #expect(window.hasPriorityRoom)
    }

    @Test func `is not small while one connection is alone`() {
        var limits = RPCLimits()
        (limits.startedCalls, limits.startedCallsLowest, limits.startedCallsHighest) = (64, 8, 100)
        var (window, now) = (DispatchWindow(limits), MonotonicInstant(nanoseconds: 5_000_000_000))
        for _ in 0..<200 { window.note(lagMicroseconds: 5_000, isBacklogged: true) }
        for _ in 0..<64 {
            window.noteCall(of: 1, at: now)
            #expect(window.hasRoom(at: now))
            window.take(.ordinary)
        }
        #expect(!window.hasRoom(at: now))
        window.releaseSlot(.ordinary)
        // From here on all are in the small one, however they take turns.
        for connection in [2, 1, 2, 3, 2, 1] {
            window.noteCall(of: UInt64(connection), at: now)
            #expect(!window.hasRoom(at: now))
            now = now.advanced(by: .milliseconds(900))
            #expect(!window.hasRoom(at: now))
        }
        now = now.advanced(by: DispatchWindow.sharedFor)
        #expect(window.hasRoom(at: now))
    }
}
