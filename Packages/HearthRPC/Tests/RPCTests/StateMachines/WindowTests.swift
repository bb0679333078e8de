import Testing

@testable import RPC

@Suite struct WindowTests {
    /// Whatever the windows and bodies: everything arrives whole and in order, and neither side stands still.
    @Test(arguments: Seeds.some(40)) func `bodies of any size pass any windows`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let chunk = Int.random(in: 1...64, using: &random)
        let longest = chunk * Int.random(in: 1...20, using: &random)
        // The receiver holds at most one unfinished body, so twice the longest is enough for progress.
        let connection = max(2 * longest, 4 * chunk)
        let stream = max(chunk, longest / 2)
        var sender = SendQueue(connectionWindow: connection, chunkBytes: chunk)
        var receiver = ReceiveWindow(size: connection)
        let bodies = (1...UInt64(30)).map { call in
            (call, (0..<Int.random(in: 0...longest, using: &random)).map { UInt8(truncatingIfNeeded: $0 &+ Int(call)) })
        }
        var arrived: [UInt64: [UInt8]] = [:]
        var ungranted: [UInt64: Int] = [:]
        func deliver(_ call: UInt64, _ piece: ArraySlice<UInt8>, isLast: Bool) throws {
            try receiver.receive(piece.count)
            arrived[call, default: []] += piece
            ungranted[call, default: 0] += piece.count
            if isLast {
                sender.grant(connection: receiver.consume(arrived[call, default: []].count))
            } else if ungranted[call, default: 0] >= stream / 2 {
                sender.grant(call: call, ungranted[call, default: 0])
                ungranted[call] = 0
            }
        }
        for (call, body) in bodies {
            if sender.takeWhole(body.count) {
                try deliver(call, body[...], isLast: true)
            } else {
                sender.enqueue(.init(call: call, body: body, window: stream, role: .request(isEnd: true)))
            }
            while let piece = sender.nextPiece() {
                try deliver(piece.call, piece.bytes, isLast: piece.isLast)
            }
        }
        #expect(sender.isEmpty, "seed \(seed): stood still with chunk \(chunk), windows \(connection) and \(stream)")
        for (call, body) in bodies { #expect(arrived[call] == body, "seed \(seed), call \(call)") }
    }

    @Test func `more than was granted is a violation`() throws {
        var window = ReceiveWindow(size: 100)
        try window.receive(100)
        #expect(throws: ProtocolViolation.self) { try window.receive(1) }
    }

    @Test func `grants never make a window larger than it was announced`() {
        var queue = SendQueue(connectionWindow: 10, chunkBytes: 10)
        queue.grant(connection: .max)
        queue.grant(connection: .max)
        #expect(queue.connectionWindow == 10)
        let took = queue.takeWhole(6)
        #expect(took)
        queue.grant(connection: 5)
        #expect(queue.connectionWindow == 9)
    }

    @Test func `items in pieces queue up no further than the limit, and wait with their streams`() {
        var queue = SendQueue(connectionWindow: 0, chunkBytes: 10)
        var frames = OutgoingFrames(batchBytes: 1_000)
        let item = StreamItem(bytes: [UInt8](repeating: 1, count: 1 << 20))
        let queued = (1...UInt64(100)).count { queue.send(item, call: $0, sequence: 1, into: &frames) }
        #expect(queued == 4)
        queue.remove(call: 1)
        let goesOn = queue.send(item, call: 5, sequence: 1, into: &frames)
        #expect(goesOn)
    }
}

@Suite struct ReplayWindowTests {
    @Test(arguments: Seeds.some(20)) func `agrees with a set, within its width`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var window = ReplayWindow()
        var seen: Set<UInt64> = []
        var highest: UInt64 = 0
        for _ in 0..<2_000 {
            let step = UInt64.random(in: 0...80, using: &random)
            let number = Bool.random(using: &random) ? highest + step / 20 : highest - min(highest, step)
            let isKnown =
                number == 0 || seen.contains(number) || highest - min(highest, number) >= 64 && number < highest
            let accepted = window.accept(number)
            #expect(accepted == !isKnown, "seed \(seed): \(number) after \(highest)")
            seen.insert(number)
            highest = max(highest, number)
        }
    }

    @Test func `a jump forgets nothing that matters`() {
        var window = ReplayWindow()
        let shown: [UInt64] = [1, .max, .max, 1, 0]
        let accepted = shown.map { window.accept($0) }
        #expect(accepted == [true, true, false, false, false])
    }
}

@Suite struct ClockOffsetTests {
    /// The estimate may be early by its error, never late: whatever the network does, nothing runs past its deadline.
    @Test(arguments: Seeds.some(40)) func `a deadline on the other clock is never late`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let truth = Duration.nanoseconds(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
        var offset = ClockOffset(isSameClock: false)
        var now = MonotonicInstant(nanoseconds: 5_000_000_000_000)
        var shortest = Duration.seconds(100)
        for _ in 0..<12 {
            let out = Duration.microseconds(Int64.random(in: 1...50_000, using: &random))
            let back = Duration.microseconds(Int64.random(in: 1...50_000, using: &random))
            let received = now.advanced(by: out + back)
            offset.note(sent: now, received: received, other: now.advanced(by: out + truth))
            shortest = min(shortest, out + back)
            now = received
        }
        let deadline = now.advanced(by: .seconds(2))
        let estimate = offset.toPeerClock(deadline, now: now)
        let exact = deadline.advanced(by: truth)
        #expect(estimate <= exact, "seed \(seed)")
        // The best sample is at most 1.2 s old, so the clocks have drifted apart by 240 us at most.
        #expect(estimate.duration(to: exact) <= shortest + .microseconds(241), "seed \(seed)")
    }

    @Test func `with one clock nothing is estimated`() {
        var offset = ClockOffset(isSameClock: true)
        let instant = MonotonicInstant(nanoseconds: 1_000)
        offset.note(
            sent: instant, received: instant.advanced(by: .seconds(1)), other: instant.advanced(by: .seconds(9)))
        #expect(offset.toPeerClock(instant, now: instant) == instant)
        #expect(!offset.wantsSample(at: instant))
    }
}

@Suite struct DeadlineHeapTests {
    /// A compaction looks at every entry: were it wanted at every one, to open calls would cost the square of their number.
    @Test func `entries that all live are looked at a few times in all`() {
        var heap = DeadlineHeap<Int>()
        var looks = 0
        for call in 0..<20_000 {
            if heap.wantsCompaction {
                heap = heap.compacted { _ in
                    looks += 1
                    return true
                }
            }
            heap.insert(call, at: MonotonicInstant(nanoseconds: UInt64(call)))
        }
        #expect(looks < 40_000)
    }

    @Test func `entries of ended calls do not pile up`() {
        var heap = DeadlineHeap<Int>()
        var longest = 0
        for call in 0..<100_000 {
            if heap.wantsCompaction { heap = heap.compacted { $0 > call - 100 } }
            heap.insert(call, at: MonotonicInstant(nanoseconds: UInt64(call)))
            longest = max(longest, heap.count)
        }
        #expect(longest < 2_000)
    }
}
