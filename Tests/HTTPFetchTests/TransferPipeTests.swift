import Testing

@testable import HTTPFetch

@Suite struct TransferPipeTests {
    @Test func `of two tasks that read one answer at a time one is refused and the other gets it`() async {
        let pipe = TransferPipe(capacity: 10)
        await withTaskGroup(of: FetchError?.self) { readers in
            for _ in 1...2 {
                readers.addTask {
                    do {
                        _ = try await pipe.next()
                        return nil
                    } catch {
                        return error as? FetchError
                    }
                }
            }
            // Nothing has come, so only a refusal can.
            #expect(await readers.next() == FetchError(.invalidRequest("a second reader of one answer"), at: ""))
            pipe.end(.success(()))
            #expect(await readers.next() == .some(nil))
        }
    }
}
