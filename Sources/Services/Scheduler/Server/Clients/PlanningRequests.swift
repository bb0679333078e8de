internal import HearthModel
internal import Logging
internal import RPC
internal import Synchronization

/// The calls to other services for one plan: a few concurrently, all within one deadline, and none to a service that
/// did not answer.
///
/// NOT_FOUND is an answer: the service is up, and it may have the next title.
final class PlanningRequests: Sendable {
    private let runtime: any Runtime
    private let logger: Logger
    private let end: MonotonicInstant
    private let silent = Mutex<Set<String>>([])

    init(runtime: any Runtime, logger: Logger) {
        (self.runtime, self.logger) = (runtime, logger)
        end = runtime.now.advanced(by: SchedulerLimits.planningTimeout)
    }

    /// The services that did not answer before the deadline, or were not called for lack of time.
    var missing: Set<String> { silent.withLock { $0 } }

    /// A service's response; nil when it does not answer, or has no such title.
    func fetch<Request: RPCRequest>(
        _ client: RPCClient<Request.Service>, _ request: Request
    ) async -> Request.Response? where Request.Service: ServiceContract {
        let service = Request.Service.serviceName
        guard !missing.contains(service) else { return nil }
        let left = runtime.now.duration(to: end)
        guard left > .zero else {
            _ = silent.withLock { $0.insert(service) }
            return nil
        }
        do {
            let options = CallOptions(timeout: min(left, SchedulerLimits.serviceTimeout))
            return try await client.send(request, options: options)
        } catch {
            logger.info("A service returned no titles.", metadata: ["service": "\(service)", "error": "\(error)"])
            if [.unavailable, .deadlineExceeded, .resourceExhausted].contains(error.code) {
                _ = silent.withLock { $0.insert(service) }
            }
            return nil
        }
    }

    /// The results of `body`, in the order of the elements.
    func each<Item: Sendable, Value: Sendable>(
        _ items: some Collection<Item>, _ body: @escaping @Sendable (Item) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            var values = [Value?](repeating: nil, count: items.count)
            for (index, item) in items.enumerated() {
                if index >= SchedulerLimits.questionsAtOnce, let (done, value) = await group.next() {
                    values[done] = value
                }
                group.addTask { (index, await body(item)) }
            }
            for await (done, value) in group { values[done] = value }
            return values.compactMap(\.self)
        }
    }
}
