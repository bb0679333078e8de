internal import RPC

/// What a stream has next.
enum StreamStep: Sendable {
    case item(EncodedItem)
    case end
    /// Nothing within the time.
    case silence
}

extension EncodedStream {
    /// The next item, or the end, or that nothing came within a time; no item is lost.
    ///
    /// - Throws: why the call failed.
    func step(within limit: Duration, on runtime: any Runtime) async throws(RPCError) -> StreamStep {
        let result = await withTaskGroup(of: Result<EncodedItem?, RPCError>?.self) { group in
            group.addTask {
                do throws(RPCError) { return .success(try await nextItem()) } catch { return .failure(error) }
            }
            group.addTask {
                try? await runtime.sleep(for: limit)
                return nil
            }
            if let first = await group.next() ?? nil {
                group.cancelAll()
                return Result<EncodedItem?, RPCError>?.some(first)
            }
            group.cancelAll()
            // An item may have come in the same moment. A read that was cancelled here is silence; a call that was cancelled
            // elsewhere says so again at the next read.
            for await rest in group {
                guard let rest else { continue }
                if case .failure(let error) = rest, error.code == .cancelled { continue }
                return rest
            }
            return nil
        }
        guard let result else { return .silence }
        guard let item = try result.get() else { return .end }
        return .item(item)
    }
}
