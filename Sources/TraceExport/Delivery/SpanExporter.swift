internal import Foundation
internal import HTTPFetch
public import RPC
public import RPCDiagnostics

/// Sends the spans of recorded traces to an OpenTelemetry collector: in batches, beside the calls, as OTLP over HTTP in
/// JSON.
///
///     let exporter = try SpanExporter(to: collector, as: source, runtime: runtime)
///     server.tracer = SpanRecorder(runtime: runtime, observer: exporter)
///     await exporter.run()
///
/// A call that ends does no more than put its span into a bounded queue. A collector that is down, slow or overloaded
/// costs spans, which are counted, and nothing else.
public final class SpanExporter: SpanObserver {
    private let client: CollectorClient
    private let source: SpanSource
    private let limits: ExportLimits
    private let runtime: any Runtime
    private let queue: SpanQueue
    private let wakeUps: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let onProblem: @Sendable (String) -> Void

    /// Makes an exporter.
    ///
    /// - Parameters:
    ///   - collector: where the spans are sent.
    ///   - source: the process that they are of.
    ///   - onProblem: called with the reason when a batch was not accepted, perhaps often.
    /// - Throws: `FetchError` when the system has no thread for it.
    public init(
        to collector: CollectorAddress, as source: SpanSource, limits: ExportLimits = ExportLimits(),
        runtime: any Runtime, onProblem: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        client = try CollectorClient(collector, runtime: runtime)
        (self.source, self.limits, self.runtime, self.onProblem) = (source, limits, runtime, onProblem)
        queue = SpanQueue(capacity: limits.queuedSpans, batch: limits.batchSpans)
        (wakeUps, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What has become of the spans so far.
    public var counts: SpanExportCounts { queue.counts }

    public func ended(_ span: SpanRecord) {
        switch queue.append(span) {
        case .none: break
        case .now: wake.yield()
        case .later:
            runtime.schedule(at: runtime.now.advanced(by: limits.batchTime)) { [weak self] in self?.wake.yield() }
        }
    }

    /// Sends spans until the task is cancelled. What remains then is for ``finish()``.
    public func run() async {
        for await _ in wakeUps {
            while !Task.isCancelled, let batch = queue.take() { await send(batch) }
        }
    }

    /// Sends the remaining spans, each once and all within ``ExportLimits/closingTime``, also in a cancelled task.
    public func finish() async {
        await runtime.spawn { [self] in
            let end = runtime.now.advanced(by: limits.closingTime)
            while let batch = queue.take() {
                let left = runtime.now.duration(to: end)
                guard left > .zero, case .accepted(let rejected) = await client.post(encoded(batch), within: left)
                else {
                    queue.count { $0.undelivered += UInt64(batch.count) }
                    onProblem("the process has ended")
                    continue
                }
                note(batch.count, rejected: rejected)
            }
            await client.shutDown()
        }.value
    }

    /// Sends a batch until it is accepted or refused, or its attempts are used up.
    private func send(_ batch: [SpanRecord]) async {
        let body = encoded(batch)
        var pause = limits.firstPause
        for attempt in 1...max(1, limits.attempts) {
            switch await client.post(body, within: limits.requestTime) {
            case .accepted(let rejected): return note(batch.count, rejected: rejected)
            case .refused(let reason):
                queue.count { $0.rejected += UInt64(batch.count) }
                return onProblem(reason)
            case .cancelled: return queue.putBack(batch)
            case .later(let reason, let wait):
                onProblem(reason)
                guard attempt < limits.attempts else { break }
                do { try await runtime.sleep(for: min(max(wait ?? .zero, pause), limits.longestPause)) } catch {
                    return queue.putBack(batch)
                }
                pause = pause * 2
            }
        }
        queue.count { $0.undelivered += UInt64(batch.count) }
    }

    private func note(_ spans: Int, rejected: Int) {
        let rejected = min(rejected, spans)
        queue.count { counts in
            counts.exported += UInt64(spans - rejected)
            counts.rejected += UInt64(rejected)
        }
        if rejected > 0 { onProblem("the collector has rejected \(rejected) of \(spans) spans") }
    }

    private func encoded(_ batch: [SpanRecord]) -> [UInt8] {
        // It holds texts and numbers only, so encoding does not fail.
        (try? JSONEncoder().encode(OTLPRequest(batch, of: source))).map { [UInt8]($0) } ?? []
    }
}
