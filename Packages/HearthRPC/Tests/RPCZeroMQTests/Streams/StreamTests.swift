import RPC
import RPCInProcess
import Testing

/// The shapes of calls beyond one response for one request, in every mode.
@Suite(.timeLimit(.minutes(10))) struct StreamTests {
    @Test(arguments: TestTransportMode.allCases) func `items come in order, and more of them than a window holds`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            var seen: [Int64] = []
            for try await number in try await fixture.flow.stream(StreamService.Count(to: 3_000)) {
                seen.append(number.value)
            }
            #expect(seen == Array(1...3_000))
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `items larger than chunks and windows arrive whole`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            var sizes: [Int] = []
            // 62 kB, 124 kB ... 3.1 MB: whole, in pieces, and longer than the stream's window; 79 MB in all.
            for try await number in try await fixture.flow.stream(StreamService.Count(to: 50, growth: 62_000)) {
                sizes.append(number.padding?.utf8.count ?? 0)
            }
            #expect(sizes == (1...50).map { $0 * 62_000 })
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `what fails after items comes after the items`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            var seen: [Int64] = []
            let error = await #expect(throws: RPCError.self) {
                for try await number in try await fixture.flow.stream(StreamService.Count(to: 5, failing: true)) {
                    seen.append(number.value)
                }
            }
            #expect(seen == [1, 2, 3, 4, 5])
            #expect(error?.code == .failedPrecondition)
            #expect(error?.executed == .yes)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a client's items are answered once`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let sum = try await fixture.flow.send(StreamService.Sum(from: 5)) { writer in
                for value in 1...3_000 { try await writer.write(StreamService.Number(value: Int64(value))) }
            }
            #expect(sum.value == 5 + 3_000 * 3_001 / 2)
            let none = try await fixture.flow.send(StreamService.Sum(from: 7)) { _ in }
            #expect(none.value == 7)
        }
    }

    /// The end of no items at all is all that waits.
    @Test(arguments: TestTransportMode.allCases) func `a call without items is answered, too, when it had to wait`(
        mode: TestTransportMode
    ) async throws {
        var limits = RPCLimits()
        limits.openCallsPerConnection = 1
        try await mode.run(limits: limits) { fixture in
            let flow = try await fixture.flow
            let patient = CallOptions(timeout: .seconds(60), waitForReady: true)
            // For the connection.
            #expect(try await flow.send(StreamService.Sum(from: 4), options: patient) { _ in }.value == 4)
            // For a place, and for another connection.
            for isKilled in [false, true] {
                let holder = fixture.runtime.spawn {
                    _ = try? await flow.send(StreamService.Sum(from: 0)) { writer in
                        try await writer.write(StreamService.Number(value: 1))
                        await fixture.log.reaches("released \(isKilled)")
                    }
                }
                await fixture.log.reaches("summed", isKilled ? 2 : 1)
                let waiting = fixture.runtime.spawn {
                    let sum = try? await flow.send(StreamService.Sum(from: 5), options: patient) { _ in }
                    #expect(sum?.value == 5)
                }
                // In virtual time it certainly waits by now.
                if mode == .simulation { try await fixture.runtime.sleep(for: .milliseconds(10)) }
                if isKilled {
                    await fixture.kill()
                    try await fixture.startServer()
                }
                fixture.log.note("released \(isKilled)")
                await holder.value
                await waiting.value
            }
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a server may answer before the items have ended`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let sum = try await fixture.flow.send(StreamService.Sum(from: 0)) { writer in
                for value in [1, 2, -1] { try await writer.write(StreamService.Number(value: Int64(value))) }
                // The reader has stopped: this ends because the call has, not because there is room for ever.
                while true { try await writer.write(StreamService.Number(value: 1)) }
            }
            #expect(sum.value == 3)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `both sides talk at their own pace`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let seen = try await fixture.flow.exchange(StreamService.Double()) { writer, items in
                // More than one window ahead of the reader would stand still, so half of one at a time.
                var seen: [Int64] = []
                var reader = items.makeAsyncIterator()
                for round in 0..<20 {
                    for step in 1...100 {
                        try await writer.write(StreamService.Number(value: Int64(round * 100 + step)))
                    }
                    for _ in 1...100 { if let number = try await reader.next() { seen.append(number.value) } }
                }
                writer.finish()
                while let number = try await reader.next() { seen.append(number.value) }
                return seen
            }
            #expect(seen == (1...2_000).map { Int64(2 * $0) } + [2_000])
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a slow reader slows its writer and no other call`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            // More slow readers than their windows would fit into the connection's.
            var slow: [RPCItems<StreamService.Number>] = []
            for index in 0..<40 {
                slow.append(try await flow.stream(StreamService.Count(to: 5_000, growth: 1, name: "slow \(index)")))
            }
            for index in 0..<40 { await fixture.log.reaches("slow \(index)", 512) }
            // Each writer stands where its window ends; calls and a quick stream pass them all.
            for value in 1...200 {
                #expect(try await flow.send(StreamService.Ask(value: Int64(value))).value == Int64(value))
            }
            var count = 0
            for try await _ in try await flow.stream(StreamService.Count(to: 2_000, growth: 20)) { count += 1 }
            #expect(count == 2_000)
            for index in 0..<40 { #expect(fixture.log.count("slow \(index)") == 512) }
            var last: Int64 = 0
            for try await number in slow[7] { last = number.value }
            #expect(last == 5_000)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `an item over its limit is refused, and the stream goes on`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let sum = try await fixture.flow.send(StreamService.Sum(from: 0)) { writer in
                let long = StreamService.Number(value: 100, padding: String(repeating: "x", count: 5 << 20))
                let error = await #expect(throws: RPCError.self) { try await writer.write(long) }
                #expect(error?.code == .resourceExhausted)
                try await writer.write(StreamService.Number(value: 1))
            }
            #expect(sum.value == 1)
        }
    }
}
