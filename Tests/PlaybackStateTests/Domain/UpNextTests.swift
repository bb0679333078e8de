import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// The queue as a value: order, limits and refusals.
struct UpNextTests {
    private typealias Queue = UpNext<Int>

    private static func entry(_ content: Int, auto: Bool = false) -> Queue.Entry {
        Queue.Entry(content: content, added: Int64(content), isAutoAdded: auto)
    }

    @Test func `entries go first or last, and each is there once`() throws {
        var queue = Queue([], maximum: 3)
        try queue.add(Self.entry(1), .last)
        try queue.add(Self.entry(2), .last)
        try queue.add(Self.entry(3), .next)
        #expect(queue.entries.map(\.content) == [3, 1, 2])
        #expect(throws: Queue.Refusal.alreadyQueued) { try queue.add(Self.entry(2), .next) }
        #expect(throws: Queue.Refusal.full(maximum: 3)) { try queue.add(Self.entry(4), .last) }
        #expect(queue.entries.map(\.content) == [3, 1, 2])
    }

    @Test func `a suggestion that a person adds is that person's own from then on`() throws {
        var queue = Queue([Self.entry(1), Self.entry(2, auto: true), Self.entry(3, auto: true)], maximum: 3)
        try queue.add(Self.entry(3), .last)
        #expect(queue.entries == [Self.entry(1), Self.entry(3), Self.entry(2, auto: true)])
        try queue.add(Self.entry(2), .next)
        #expect(queue.entries == [Self.entry(2), Self.entry(1), Self.entry(3)])
        #expect(throws: Queue.Refusal.alreadyQueued) { try queue.add(Self.entry(3, auto: true), .next) }
        #expect(throws: Queue.Refusal.alreadyQueued) { try queue.add(Self.entry(3), .next) }
    }

    @Test func `entries move and are put in order`() throws {
        var queue = Queue((0..<5).map { Self.entry($0) }, maximum: 10)
        let hasMoved = try queue.move(0, to: 2)
        #expect(hasMoved)
        #expect(queue.entries.map(\.content) == [1, 2, 0, 3, 4])
        _ = try queue.move(1, to: 99)
        #expect(queue.entries.map(\.content) == [2, 0, 3, 4, 1])
        let stayed = try !queue.move(1, to: 4)
        #expect(stayed)
        #expect(throws: Queue.Refusal.notQueued) { try queue.move(9, to: 0) }
        try queue.reorder([4, 0])
        #expect(queue.entries.map(\.content) == [4, 0, 2, 3, 1])
        #expect(throws: Queue.Refusal.notQueued) { try queue.reorder([4, 9]) }
    }

    @Test func `clearing takes all, or what was added by itself`() {
        var queue = Queue([Self.entry(1), Self.entry(2, auto: true), Self.entry(3)], maximum: 10)
        let auto = queue.clear(onlyAutoAdded: true)
        #expect(auto == 1)
        #expect(queue.entries.map(\.content) == [1, 3])
        let rest = queue.clear(onlyAutoAdded: false)
        #expect(rest == 2)
        #expect(queue.entries.isEmpty)
    }

    @Test func `what a viewer does not see stays behind what it sees, and counts for the limit`() throws {
        var queue = Queue([Self.entry(1)], hidden: [Self.entry(7)], maximum: 3)
        try queue.add(Self.entry(2), .last)
        #expect(queue.all.map(\.content) == [1, 2, 7])
        #expect(throws: Queue.Refusal.full(maximum: 3)) { try queue.add(Self.entry(3), .last) }
        #expect(throws: Queue.Refusal.notQueued) { try queue.move(7, to: 0) }
        let hasGone = queue.remove(7)
        #expect(!hasGone)
        let cleared = queue.clear(onlyAutoAdded: false)
        #expect(cleared == 2)
        #expect(queue.all.map(\.content) == [7])
        let hasGoneUnseen = queue.remove(7, alsoHidden: true)
        #expect(hasGoneUnseen && queue.all.isEmpty)
    }

    @Test func `a person's own entries stay before the suggestions, and take their places where the queue is full`()
        throws
    {
        var queue = Queue([], maximum: 4)
        try queue.add(Self.entry(1, auto: true), .last)
        try queue.add(Self.entry(2), .last)
        try queue.add(Self.entry(3, auto: true), .last)
        try queue.add(Self.entry(4), .last)
        #expect(queue.entries.map(\.content) == [2, 4, 1, 3])
        #expect(throws: Queue.Refusal.full(maximum: 4)) { try queue.add(Self.entry(5, auto: true), .last) }
        try queue.add(Self.entry(5), .next)
        try queue.add(Self.entry(6), .last)
        #expect(queue.entries.map(\.content) == [5, 2, 4, 6])
        #expect(throws: Queue.Refusal.full(maximum: 4)) { try queue.add(Self.entry(7), .last) }
    }

    @Test(arguments: Seeds.make(10))
    func `whatever is done, each entry is there once and no more than fit`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        var queue = Queue([], maximum: 8)
        for _ in 0..<2_000 {
            let content = Int.random(in: 0..<12, using: &source)
            let before = queue.entries
            do throws(Queue.Refusal) {
                switch Int.random(in: 0..<7, using: &source) {
                case 0, 1: try queue.add(Self.entry(content, auto: content % 3 == 0), .last)
                case 2: try queue.add(Self.entry(content), .next)
                case 3: _ = queue.remove(content)
                case 4: _ = try queue.move(content, to: Int.random(in: -2..<12, using: &source))
                case 5: try queue.reorder((0..<3).map { _ in Int.random(in: 0..<12, using: &source) })
                default: _ = queue.clear(onlyAutoAdded: Int.random(in: 0..<9, using: &source) > 0)
                }
            } catch {
                #expect(queue.entries == before, "seed \(seed): \(error)")
            }
            #expect(Set(queue.entries.map(\.content)).count == queue.entries.count, "seed \(seed)")
            #expect(queue.entries.count <= 8, "seed \(seed)")
        }
    }
}
