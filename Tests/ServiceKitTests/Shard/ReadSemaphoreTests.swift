import RPC
import Testing

@testable import ServiceKit

/// The gate before the connections that read.
@Suite struct ReadSemaphoreTests {
    @Test func `who waits is let in in order`() async {
        let gate = ReadSemaphore(permits: 1, waitingMost: 10)
        #expect(await gate.enter() == .entered)
        let order = Collected<Int>()
        await withTaskGroup { group in
            for number in 0..<5 {
                group.addTask {
                    #expect(await gate.enter() == .entered)
                    order.append(number)
                    gate.leave()
                }
                // The next one comes when this one waits.
                while gate.waiting <= number { await Task.yield() }
            }
            gate.leave()
        }
        #expect(order.values == [0, 1, 2, 3, 4])
    }

    @Test func `callers who wait take turns, and a full gate makes room for who has few there`() async {
        let gate = ReadSemaphore(permits: 1, waitingMost: 6)
        #expect(await gate.enter() == .entered)
        let order = Collected<String>()
        let (flood, single) = (FairShare(caller: 1, connection: 1), FairShare(caller: 2, connection: 2))
        await withTaskGroup { group in
            for number in 0..<7 {
                let (name, share) = number < 6 ? ("flood \(number)", flood) : ("single", single)
                group.addTask {
                    let entry = await gate.enter(of: share)
                    order.append(entry == .entered ? name : "\(name) \(entry)")
                    if entry == .entered { gate.leave() }
                }
                while gate.waiting <= min(number, 5) && order.values.isEmpty { await Task.yield() }
            }
            while order.values.isEmpty { await Task.yield() }
            gate.leave()
        }
        #expect(order.values.first == "flood 5 crowded")
        #expect(order.values.dropFirst() == ["flood 0", "single", "flood 1", "flood 2", "flood 3", "flood 4"])
    }

    @Test func `a cancelled task never takes a permit`() async {
        let gate = ReadSemaphore(permits: 1, waitingMost: 10)
        for _ in 0..<200 {
            let task = Task { await gate.enter() }
            task.cancel()
            // It may have been in before it was cancelled; then it has the permit.
            if await task.value == .entered { gate.leave() }
        }
        #expect(await gate.enter() == .entered)
        gate.leave()
        #expect(gate.waiting == 0)
    }

    @Test func `a closed gate admits no reader`() async {
        let gate = ReadSemaphore(permits: 2, waitingMost: 10)
        #expect(await gate.enter() == .entered)
        let closing = Task { await gate.close() }
        while await gate.enter() == .entered {
            gate.leave()
            await Task.yield()
        }
        #expect(await gate.enter() == .closed)
        gate.leave()
        await closing.value
    }
}
