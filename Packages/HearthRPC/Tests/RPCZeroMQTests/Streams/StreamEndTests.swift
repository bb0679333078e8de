import RPC
import RPCInProcess
import Testing

/// How streams end before their time, and how followers come back.
@Suite(.timeLimit(.minutes(10))) struct StreamEndTests {
    @Test(arguments: TestTransportMode.allCases) func `letting go of the items cancels the handler`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            for try await number in try await fixture.flow.stream(StreamService.Count(to: .max, name: "counting")) {
                if number.value == 10 { break }
            }
            await fixture.log.reaches("counting refused")
            let flow = try await fixture.flow
            do {
                let silent = try await flow.stream(StreamService.Forever(name: "silent"))
                await fixture.log.reaches("silent begun")
                _ = silent
            }
            await fixture.log.reaches("silent cancelled")
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `cancelling the reading task cancels the handler`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            let task = fixture.runtime.spawn {
                do {
                    for try await _ in try await flow.stream(StreamService.Forever(name: "task")) {}
                } catch {
                    if (error as? RPCError)?.code == .cancelled { fixture.log.note("reader told") }
                }
            }
            await fixture.log.reaches("task begun")
            task.cancel()
            await fixture.log.reaches("task cancelled")
            await fixture.log.reaches("reader told")
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a killed server ends its streams as unknown`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            let items = try await flow.stream(StreamService.Forever(name: "killed"))
            await fixture.log.reaches("killed begun")
            await fixture.kill()
            let error = await #expect(throws: RPCError.self) { try await items.next() }
            #expect(error?.code == .unavailable)
            #expect(error?.executed == .maybe)
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a writer is told that the server is gone`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            let error = await #expect(throws: RPCError.self) {
                try await flow.send(StreamService.Sum(from: 0)) { writer in
                    try await writer.write(StreamService.Number(value: 1))
                    await fixture.log.reaches("summed")
                    await fixture.kill()
                    while true { try await writer.write(StreamService.Number(value: 1)) }
                }
            }
            #expect(error?.code == .unavailable)
        }
    }

    @Test(arguments: TestTransportMode.allCases)
    func `a follower has everything once and in order, over kills and drains`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run(tape: AppendOnlyLog(length: 4_000)) { fixture in
            let flow = try await fixture.flow
            var seen: [Int64] = []
            var next: Int64 = 500
            for try await element in flow.follow(StreamService.Follow()) {
                seen.append(element.item.value)
                #expect(element.position?.sequence == UInt64(seen.count))
                guard seen.count == next, next < 4_000 else { continue }
                if next % 1_000 == 0 { await fixture.kill() } else { await fixture.drain() }
                try await fixture.startServer()
                next += 500
            }
            #expect(seen == (1...4_000).map { $0 * $0 })
        }
    }

    @Test func `a follower whose patience has an end gives up when the server stays away that long`() async throws {
        try await TestTransportMode.simulation.run(tape: AppendOnlyLog(length: 4_000)) { fixture in
            let flow = try await fixture.flow
            var (lost, kills) = (fixture.runtime.now, 0)
            let error = await #expect(throws: RPCError.self) {
                for try await _ in flow.follow(StreamService.Follow(), patience: .seconds(30)) {
                    let isBack = lost.duration(to: fixture.runtime.now) >= .seconds(20)
                    guard kills == 0 || kills == 1 && isBack else { continue }
                    await fixture.kill()
                    (lost, kills) = (fixture.runtime.now, kills + 1)
                    guard kills == 1 else { continue }
                    fixture.runtime.spawn {
                        try? await fixture.runtime.sleep(for: .seconds(20))
                        try? await fixture.startServer()
                    }
                }
            }
            #expect(error?.code == .unavailable)
            #expect(kills == 2)
            let waited = lost.duration(to: fixture.runtime.now)
            #expect(waited >= .seconds(30) && waited < .seconds(31))
        }
    }

    @Test(arguments: TestTransportMode.allCases) func `a drain sends followers away at once and lets others finish`(
        mode: TestTransportMode
    ) async throws {
        try await mode.run { fixture in
            let flow = try await fixture.flow
            let follower = try await flow.stream(StreamService.Forever(name: "follower"))
            await fixture.log.reaches("follower begun")
            let sum = try await flow.send(StreamService.Sum(from: 0)) { writer in
                try await writer.write(StreamService.Number(value: 1))
                await fixture.log.reaches("summed")
                let drain = fixture.runtime.spawn { await fixture.drain(within: .seconds(600)) }
                let error = await #expect(throws: RPCError.self) { try await follower.next() }
                #expect(error?.code == .unavailable)
                #expect(error?.executed == .no)
                // The drain waits for this call, whose items still pass.
                for _ in 1...1_000 { try await writer.write(StreamService.Number(value: 1)) }
                _ = drain
            }
            #expect(sum.value == 1_001)
        }
    }

    @Test func `a stream of which nothing is heard ends, and one that is only quiet does not`() async throws {
        try await TestTransportMode.simulation.run { fixture in
            let flow = try await fixture.flow
            let quiet = try await flow.stream(StreamService.Forever(name: "quiet"))
            await fixture.log.reaches("quiet begun")
            try await fixture.runtime.sleep(for: .seconds(3_600))
            #expect(fixture.log.count("quiet cancelled") == 0)
            // From here on nothing gets through either way, and no side is told.
            guard let endpoint = fixture.endpoint as? InProcessTestEndpoint else { return }
            let before = fixture.runtime.now
            endpoint.host.setFaults(InProcessFaults(loss: 1))
            let error = await #expect(throws: RPCError.self) { try await quiet.next() }
            #expect(error?.code == .unavailable)
            // The server's side is not kept for a client that is gone.
            await fixture.log.reaches("quiet cancelled")
            #expect(before.duration(to: fixture.runtime.now) <= .seconds(25))
        }
    }

    @Test func `a handler that reads nothing is stopped when its caller falls silent, and not before`() async throws {
        try await TestTransportMode.simulation.run { fixture in
            guard let endpoint = fixture.endpoint as? InProcessTestEndpoint else { return }
            let flow = try await fixture.flow
            let task = fixture.runtime.spawn {
                // Half an hour in which the caller has nothing to say.
                _ = try? await flow.send(StreamService.Ignore()) { writer in
                    try await writer.write(StreamService.Number(value: 1))
                    try? await fixture.runtime.sleep(for: .seconds(3_600))
                }
            }
            await fixture.log.reaches("ignoring")
            try await fixture.runtime.sleep(for: .seconds(1_800))
            #expect(fixture.log.count("ignored") == 0)
            let before = fixture.runtime.now
            endpoint.host.setFaults(InProcessFaults(loss: 1))
            await fixture.log.reaches("ignored")
            #expect(before.duration(to: fixture.runtime.now) <= .seconds(25))
            task.cancel()
        }
    }

    /// Nothing follows the last item by which its loss could be seen: the signs of life tell.
    @Test(arguments: 1...20) func `the loss of the last items is noticed`(seed: Int) async throws {
        try await TestTransportMode.simulation.run(seed: UInt64(seed)) { fixture in
            guard let endpoint = fixture.endpoint as? InProcessTestEndpoint else { return }
            let flow = try await fixture.flow
            _ = try await flow.send(StreamService.Ask(value: 1))
            endpoint.host.setFaults(InProcessFaults(loss: 0.3))
            let reader = fixture.runtime.spawn {
                var count = 0
                do {
                    for try await _ in try await flow.stream(StreamService.Count(to: 3, staying: true)) {
                        count += 1
                        if count == 3 { break }
                    }
                } catch {}
                fixture.log.note("read to an end")
            }
            let writer = fixture.runtime.spawn {
                _ = try? await flow.send(StreamService.Sum(from: 0)) { writer in
                    for value in 1...3 { try await writer.write(StreamService.Number(value: Int64(value))) }
                }
                fixture.log.note("written to an end")
            }
            try await fixture.runtime.sleep(for: .seconds(120))
            #expect(fixture.log.count("read to an end") == 1)
            #expect(fixture.log.count("written to an end") == 1)
            reader.cancel()
            writer.cancel()
        }
    }

    /// Frames are lost, doubled and late, and on a worse line overtake each other: a follower notices, comes back, and goes
    /// on where it was.
    @Test(arguments: 0..<25) func `nothing is missed or doubled on a bad line`(seed: Int) async throws {
        let faults = InProcessFaults(
            loss: 0.02, duplication: 0.05, longestDelay: .milliseconds(2), reorders: seed % 2 == 1)
        try await TestTransportMode.simulation.run(
            tape: AppendOnlyLog(length: 600), seed: UInt64(seed), faults: faults
        ) { fixture in
            let flow = try await fixture.flow
            var seen: [Int64] = []
            for try await element in flow.follow(StreamService.Follow()) { seen.append(element.item.value) }
            let expected = (1...600).map { Int64($0 * $0) }
            // Said in one line: the lists themselves are pages long.
            let difference = zip(seen, expected).enumerated().first { $1.0 != $1.1 }
            #expect(difference == nil, "seed \(seed): the first difference")
            #expect(seen.count == expected.count, "seed \(seed)")
        }
    }
}
