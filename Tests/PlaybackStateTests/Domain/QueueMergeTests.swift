import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// The laws of merged queues: edits in any order and with repeats give one queue, and a difference is found exactly.
struct QueueMergeTests {
    private static func item(_ number: Int) -> QueueMerge.Item {
        QueueMerge.Item(content: "m\(number)", added: Int64(number), isAutoAdded: false)
    }

    private static func list(_ numbers: [Int]) -> [QueueMerge.Item] { numbers.map(item) }

    private static func timed(_ edits: [QueueMerge.Edit]) -> [QueueMerge.Timed] {
        edits.enumerated().map { number, edit in
            QueueMerge.Timed(
                stamp: HybridTimestamp(milliseconds: 1), id: String(1_000 + number), edit: edit)
        }
    }

    @Test(arguments: Seeds.make(5))
    func `the edits between two queues turn one into the other`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let old = Self.list(Array((0..<20).shuffled(using: &source).prefix(Int.random(in: 0...12, using: &source))))
            let new = Self.list(Array((0..<20).shuffled(using: &source).prefix(Int.random(in: 0...12, using: &source))))
            let edits = QueueMerge.edits(from: old, to: new)
            let result = QueueMerge.fold(old, Self.timed(edits))
            #expect(result.map(\.content) == new.map(\.content), "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.make(5))
    func `a suggestion that has become a person's own is own after the edits too`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<200 {
            var old = Self.list(Array((0..<12).shuffled(using: &source).prefix(8)))
            for index in old.indices { old[index].isAutoAdded = Bool.random(using: &source) }
            let before = Dictionary(uniqueKeysWithValues: old.map { ($0.content, $0) })
            var new = Self.list(Array((0..<12).shuffled(using: &source).prefix(8)))
            for index in new.indices {
                // What a person has queued never becomes a suggestion.
                guard before[new[index].content]?.isAutoAdded != false else { continue }
                new[index].isAutoAdded = Bool.random(using: &source)
            }
            let result = QueueMerge.fold(old, Self.timed(QueueMerge.edits(from: old, to: new)))
            #expect(result == new, "seed \(seed)")
        }
    }

    @Test func `what stays where it is needs no edit`() {
        let moved = QueueMerge.edits(from: Self.list([1, 2, 3, 4]), to: Self.list([4, 1, 2, 3]))
        #expect(moved.map(\.kind) == [.move] && moved.first?.item.content == "m4" && moved.first?.isFirst == true)
        #expect(QueueMerge.edits(from: Self.list([1, 2, 3]), to: Self.list([1, 3])).map(\.kind) == [.remove])
        let added = QueueMerge.edits(from: Self.list([1]), to: Self.list([1, 2]))
        #expect(added.map(\.kind) == [.add] && added.first?.after == nil)
        #expect(QueueMerge.edits(from: Self.list([1, 2]), to: Self.list([1, 2])).isEmpty)
    }

    @Test(arguments: Seeds.make(5))
    func `edits commute, associate and repeat without effect`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let base = Self.list([0, 1, 2])
        let edits = (0..<60).map { number in
            let kinds: [QueueMerge.Kind] = [.add, .add, .move, .remove]
            var item = Self.item(Int.random(in: 0..<8, using: &source))
            item.isAutoAdded = Bool.random(using: &source)
            let after = Bool.random(using: &source) ? "m\(Int.random(in: 0..<8, using: &source))" : nil
            let edit = QueueMerge.Edit(
                kind: kinds[Int.random(in: 0..<4, using: &source)], item: item,
                isFirst: Int.random(in: 0..<4, using: &source) == 0, after: after)
            let stamp = HybridTimestamp(milliseconds: Int64.random(in: 1..<40, using: &source))
            return QueueMerge.Timed(stamp: stamp, id: "\(number)", edit: edit)
        }
        let whole = QueueMerge.fold(base, edits)
        #expect(Set(whole.map(\.content)).count == whole.count, "seed \(seed)")
        for _ in 0..<20 {
            #expect(QueueMerge.fold(base, edits.shuffled(using: &source)) == whole, "seed \(seed)")
        }
        // The earlier ones may be folded before the later ones, which is how old edits become the base.
        let sorted = edits.sorted()
        let place = Int.random(in: 0...sorted.count, using: &source)
        let half = QueueMerge.fold(base, Array(sorted[..<place]))
        #expect(QueueMerge.fold(half, Array(sorted[place...])) == whole, "seed \(seed)")
    }
}
