import Basics
import Testing

struct PromiseTests {
    @Test func `a value is for the tasks that wait and for those that come later`() async {
        let promise = Promise<Int>()
        async let first = promise.value
        while !promise.isAwaited { await Task.yield() }
        #expect(!promise.isFulfilled)
        #expect(promise.fulfill(1))
        #expect(await first == 1)
        #expect(await promise.value == 1)
        #expect(promise.isFulfilled && !promise.isAwaited)
    }

    @Test func `the first value stays`() async {
        let promise = Promise<Int?>()
        #expect(promise.fulfill(nil))
        #expect(!promise.fulfill(2))
        #expect(await promise.value == nil)
    }

    @Test func `a cancelled wait for a value goes on`() async {
        let promise = Promise<Int>()
        let task = Task { await promise.value }
        while !promise.isAwaited { await Task.yield() }
        task.cancel()
        promise.fulfill(3)
        #expect(await task.value == 3)
    }

    @Test func `a cancelled task leaves, and the others stay`() async {
        let promise = Promise<Int>()
        let staying = Task { try await promise.valueUnlessCancelled() }
        let leaving = Task { try await promise.valueUnlessCancelled() }
        leaving.cancel()
        #expect(await leaving.result.error is CancellationError)
        promise.fulfill(4)
        #expect(await staying.result.value == 4)
    }

    @Test func `a task that was cancelled before it waits does not wait, unless the value is there`() async {
        let promise = Promise<Void>()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await promise.waitUnlessCancelled()
            promise.fulfill()
            return try await promise.valueUnlessCancelled()
        }
        task.cancel()
        #expect(await task.result.error == nil)
    }

    @Test func `each wait ends once, whether it is cancelled or fulfilled first`() async {
        for _ in 0..<500 {
            let promise = Promise<Int>()
            let tasks = (0..<4).map { _ in Task { try await promise.valueUnlessCancelled() } }
            async let fulfilled = promise.fulfill(5)
            for task in tasks.dropFirst() { task.cancel() }
            #expect(await fulfilled)
            #expect(await tasks[0].result.value == 5)
            for task in tasks.dropFirst() {
                let result = await task.result
                #expect(result.value == 5 || result.error is CancellationError)
            }
            #expect(!promise.isAwaited)
        }
    }

    @Test func `a thread of its own runs its work once`() async {
        let done = Promise<Bool>()
        let isStarted = DedicatedThread.start { done.fulfill(!done.isFulfilled) }
        #expect(isStarted)
        #expect(await done.value)
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }

    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
