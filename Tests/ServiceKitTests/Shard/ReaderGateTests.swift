import Testing

@testable import ServiceKit

/// The gate before the connections that read.
@Suite struct ReaderGateTests {
    @Test func whoWaitsIsLetInInOrder() async {
        let gate = ReaderGate(permits: 1, waitingMost: 10)
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

    @Test func aCancelledTaskNeverTakesAPermit() async {
        let gate = ReaderGate(permits: 1, waitingMost: 10)
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

    @Test func aClosedGateLetsNobodyIn() async {
        let gate = ReaderGate(permits: 2, waitingMost: 10)
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
