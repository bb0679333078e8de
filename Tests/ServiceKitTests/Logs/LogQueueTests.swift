import RPC
import Synchronization
import TestSupport
import Testing

@testable import ServiceKit

struct LogQueueTests {
    /// A reader who stops reading when told to.
    private final class Reader: Sendable {
        private let state = Mutex((isStopped: false, refuses: false, lines: [String]()))

        var lines: [String] { state.withLock { $0.lines } }
        func stop() { state.withLock { $0.isStopped = true } }
        func goOn() { state.withLock { $0.isStopped = false } }
        func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

        /// As write(2) to a full pipe: returns when it is read again.
        func take(_ lines: [String]) -> Bool {
            while state.withLock({ $0.isStopped }) {}
            return state.withLock { state in
                guard !state.refuses else { return false }
                state.lines += lines
                return true
            }
        }
    }

    private let runtime = SystemRuntime.shared

    private func queue(_ reader: Reader, capacity: Int) -> LogQueue<String> {
        LogQueue(
            capacityBytes: capacity, size: { $0.utf8.count }, dropped: { "dropped \($0)" }, write: { reader.take($0) })
    }

    @Test
    func `lines come out whole and in order`() async throws {
        let reader = Reader()
        let queue = queue(reader, capacity: 1 << 20)
        for number in 1...1_000 { queue.put("line \(number)") }
        #expect(await queue.flush(within: TestTimeout.longest, runtime: runtime))
        #expect(reader.lines == (1...1_000).map { "line \($0)" })
    }

    @Test
    func `an unread log does not stop its writer; what does not fit is counted, and reported where it was`()
        async throws
    {
        let reader = Reader()
        let queue = queue(reader, capacity: 100)
        reader.stop()
        for _ in 1...50 { queue.put("0123456789") }
        #expect(await queue.flush(within: .milliseconds(20), runtime: runtime) == false)
        #expect(reader.lines == [])
        reader.goOn()
        #expect(await queue.flush(within: TestTimeout.longest, runtime: runtime))
        #expect(reader.lines == Array(repeating: "0123456789", count: 10) + ["dropped 40"])
        queue.put("after")
        #expect(await queue.flush(within: TestTimeout.longest, runtime: runtime))
        #expect(reader.lines.last == "after" && reader.lines.count == 12)
    }

    @Test
    func `what cannot be written is counted too, and said when it can be again`() async throws {
        let reader = Reader()
        let queue = queue(reader, capacity: 1_000)
        reader.refuse(true)
        for number in 1...3 {
            queue.put("lost \(number)")
            #expect(await queue.flush(within: TestTimeout.longest, runtime: runtime))
        }
        reader.refuse(false)
        queue.put("kept")
        #expect(await queue.flush(within: TestTimeout.longest, runtime: runtime))
        #expect(reader.lines == ["dropped 3", "kept"])
    }

    @Test
    func `lines of many threads are all there, or counted`() async throws {
        let reader = Reader()
        let queue = queue(reader, capacity: 2_000)
        await withTaskGroup(of: Void.self) { group in
            for task in 1...8 { group.addTask { for number in 1...500 { queue.put("\(task) \(number)") } } }
        }
        #expect(await queue.flush(within: TestTimeout.longest, runtime: runtime))
        let lines = reader.lines
        let dropped = lines.filter { $0.hasPrefix("dropped") }.compactMap { Int($0.split(separator: " ")[1]) }
        let kept = lines.filter { !$0.hasPrefix("dropped") }
        #expect(kept.count + dropped.reduce(0, +) == 4_000)
        for task in 1...8 {
            let numbers = kept.filter { $0.hasPrefix("\(task) ") }.compactMap { Int($0.split(separator: " ")[1]) }
            #expect(numbers == numbers.sorted())
        }
    }
}
