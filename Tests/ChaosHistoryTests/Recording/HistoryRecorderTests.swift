import ChaosHistory
import Synchronization
import Testing

@Suite struct HistoryRecorderTests {
    private final class Clock: Sendable {
        let time = Mutex<Int64>(0)
        func advance(by nanoseconds: Int64) { time.withLock { $0 += nanoseconds } }
        var recorder: HistoryRecorder { HistoryRecorder { self.time.withLock(\.self) } }
    }

    private struct Broken: Error {}

    @Test func `calls are recorded with their times and outcomes`() async throws {
        let clock = Clock()
        let recorder = clock.recorder
        let fault = recorder.beginFault("kill", target: "catalog")
        let response = try await recorder.call(
            process: "anna/phone", service: "catalog", method: "Search", object: "catalog", action: .read, deadline: 50
        ) {
            clock.advance(by: 7)
            return ["alien"]
        } outcome: { result in
            (try? result.get()).map { .ok(Observation($0)) } ?? .open
        }
        #expect(response == ["alien"])
        recorder.endFault(fault)
        recorder.beginFinalPhase()
        await #expect(throws: Broken.self) {
            try await recorder.call(
                process: "anna/phone", service: "lists", method: "Add", object: "set/anna", action: .add("x")
            ) {
                throw Broken()
            } outcome: { _ in
                .refused
            }
        }
        let history = recorder.history
        #expect(history.operations.map(\.id) == [0, 1])
        #expect(history.operations.map(\.outcome) == [.ok(Observation(["alien"])), .refused])
        #expect(history.operations.map(\.phase) == [.workload, .final])
        #expect(history.operations[0].nanoseconds == 7)
        #expect(history.operations[0].deadline == 50)
        #expect(history.faults.first?.end?.nanoseconds == 7)
        #expect(history.operations[0].precedes(history.operations[1]), "Same nanosecond, one after the other.")
    }

    @Test func `the first end counts`() {
        let recorder = Clock().recorder
        let id = recorder.begin(process: "p", service: "s", method: "m", object: "o", action: .read)
        recorder.end(id, .refused)
        recorder.end(id, .ok(Observation()))
        recorder.end(99, .ok(Observation()))
        #expect(recorder.history.operations.map(\.outcome) == [.refused])
    }

    @Test func `a caller that dies leaves its call open`() async throws {
        let recorder = Clock().recorder
        _ = try? await recorder.call(process: "p", service: "s", method: "m", object: "o", action: .take) {
            throw Broken()
        } outcome: { _ in
            .open
        }
        #expect(recorder.history.operations.map(\.outcome) == [.open])
        #expect(recorder.history.operations.first?.ended == nil)
    }

    @Test func `many threads record every call once`() async {
        let recorder = Clock().recorder
        await withTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for value in 0..<200 {
                        let id = recorder.begin(
                            process: "worker-\(worker)", service: "s", method: "m", object: "o",
                            action: .add("\(worker)-\(value)"))
                        recorder.end(id, .ok(Observation()))
                    }
                }
            }
        }
        let operations = recorder.history.operations
        #expect(operations.map(\.id) == Array(0..<1600))
        #expect(Set(operations.compactMap(\.action.value)).count == 1600)
        #expect(operations.allSatisfy { operation in operation.ended.map { $0 > operation.invoked } == true })
    }
}
