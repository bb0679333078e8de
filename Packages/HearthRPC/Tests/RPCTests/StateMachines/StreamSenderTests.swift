import DequeModule
import Synchronization
import Testing

@testable import RPC

/// Writes that are acknowledged go out before the stream's end, whichever side ends it.
@Suite struct StreamSenderTests {
    private static func item(_ number: UInt8) -> StreamItem { StreamItem(bytes: [number]) }
    private static func room(_ items: Int) -> StreamWindow { StreamWindow(items: items, bytes: items) }

    private static func makeSender(unsent: Int = 1_000) -> StreamSender {
        StreamSender(itemBytes: 10, unsent: room(unsent)) {}
    }

    /// Begins to write, up to where it waits for room.
    private static func write(_ number: UInt8, to sender: StreamSender) -> Task<RPCError?, Never> {
        Task.immediate {
            do throws(RPCError) {
                try await sender.write(item(number))
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `a write that waited when the stream was closed goes out before the end`() async {
        let sender = Self.makeSender()
        let waiting = Self.write(1, to: sender)
        sender.close()
        var items: Deque<StreamItem> = []
        #expect(!sender.take(into: &items))
        #expect(items.isEmpty)
        sender.grant(Self.room(1))
        #expect(await waiting.value == nil)
        #expect(sender.take(into: &items))
        #expect(items.map(\.bytes) == [[1]])
    }

    @Test func `the end does not wait for a write that was given up`() async {
        let announced = Atomic(0)
        let sender = StreamSender(itemBytes: 10, unsent: Self.room(10)) { announced.add(1, ordering: .relaxed) }
        let waiting = Self.write(1, to: sender)
        sender.close()
        var items: Deque<StreamItem> = []
        #expect(!sender.take(into: &items))
        let before = announced.load(ordering: .relaxed)
        waiting.cancel()
        #expect(await waiting.value?.code == .cancelled)
        #expect(announced.load(ordering: .relaxed) == before + 1)
        #expect(sender.take(into: &items))
    }

    @Test func `nothing is written behind the end`() async {
        let sender = Self.makeSender()
        sender.grant(Self.room(5))
        sender.close()
        let error = await Self.write(1, to: sender).value
        #expect(error?.code == .failedPrecondition)
        #expect(error?.executed == .no)
    }

    @Test(arguments: Seeds.some(20))
    func `what was written comes out, in its order, before the end and only once`(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let sender = Self.makeSender(unsent: Int.random(in: 1...4, using: &random))
        var (writes, taken): ([(number: UInt8, task: Task<RPCError?, Never>)], [UInt8]) = ([], [])
        var (isEnded, isClosed) = (false, false)
        func take() {
            var items: Deque<StreamItem> = []
            let wasEnded = isEnded
            isEnded = sender.take(into: &items)
            #expect(!wasEnded || items.isEmpty, "an item came behind the end")
            taken += items.flatMap(\.bytes)
            if !items.isEmpty { sender.sent(Self.room(items.count)) }
        }
        for number in 1...40 as ClosedRange<UInt8> {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5: writes.append((number, Self.write(number, to: sender)))
            case 5..<7: sender.grant(Self.room(Int.random(in: 1...3, using: &random)))
            case 7: writes.randomElement(using: &random)?.task.cancel()
            case 8 where Int.random(in: 0..<3, using: &random) == 0:
                sender.close()
                isClosed = true
            default: take()
            }
        }
        sender.close()
        sender.grant(Self.room(100))
        for _ in 0..<50 { take() }
        #expect(isEnded)
        var written: [UInt8] = []
        for write in writes where await write.task.value == nil { written.append(write.number) }
        #expect(taken == written, "seed \(seed), closed early: \(isClosed)")
    }
}
