internal import CatalogAPI
internal import Foundation
internal import HTTPFetch
internal import HearthModel
internal import RPC
internal import Synchronization

/// Fetches the files of a job, one after the other: providers allow an account one connection.
struct JobFetcher: Sendable {
    let context: JobContext
    let fetcher: HTTPFetcher
    let files: FetchDirectory
    let userAgent: String?
    /// The deadline of all fetches.
    private var deadline: MonotonicInstant
    /// The time limit of all fetches.
    private var time: Duration
    /// Bytes received in this job.
    private let received = ByteCounter()

    init(context: JobContext, fetcher: HTTPFetcher, files: FetchDirectory, userAgent: String?) {
        (self.context, self.fetcher, self.files, self.userAgent) = (context, fetcher, files, userAgent)
        time = context.limits.fetchTime
        deadline = context.runtime.now.advanced(by: time)
    }

    /// The same with a new time limit from now on.
    func limited(to time: Duration) -> JobFetcher {
        var limited = self
        (limited.time, limited.deadline) = (time, context.runtime.now.advanced(by: time))
        return limited
    }

    /// The outcome of fetching a file.
    enum Outcome: Sendable {
        /// The file matches the validators.
        case notModified
        /// The file's path, its validators, and its address after redirects.
        case file(String, FetchValidators, FetchURL)
    }

    /// Fetches a file.
    ///
    /// - Parameter isAlone: Whether it is the job's only file, so that its length is the phase's total.
    /// - Throws: ``JobAbort``.
    func file(
        _ address: String, _ validators: FetchValidators = FetchValidators(), isAlone: Bool
    ) async throws -> Outcome {
        var request = try request(address)
        request.validators = validators
        let (path, handle) = try files.make()
        defer { try? handle.close() }
        return try await running { [context, fetcher, received, request] in
            try await fetcher.stream(request) { head, url, body -> Outcome in
                if head.isNotModified { return .notModified }
                try head.checkSuccess(from: url, at: context.runtime.wallTime)
                if isAlone { context.progress.begin(.fetching, total: Int64(body.expectedBytes ?? 0)) }
                for try await piece in body {
                    do { try handle.write(contentsOf: piece) } catch { throw FetchDirectory.noRoom }
                    context.progress.advance(to: received.add(piece.count))
                }
                var found = FetchValidators()
                (found.etag, found.lastModified) = (head.etag, head.lastModified)
                return .file(path, found, url)
            }
        }
    }

    /// Fetches a small body into memory.
    ///
    /// - Throws: ``JobAbort``.
    func bytes(_ address: String) async throws -> [UInt8] {
        var request = try request(address)
        request.limits.bodyBytes = context.limits.responseBytes
        request.limits.transferBytes = context.limits.responseBytes
        let body = try await running { [fetcher, request] in try await fetcher.fetch(request).successful().body }
        context.progress.advance(to: received.add(body.count))
        return body
    }

    private func request(_ address: String) throws -> FetchRequest {
        guard let url = try? FetchURL(address) else { throw JobAbort.failed("The source's address cannot be read.") }
        var request = FetchRequest(url)
        let left = context.runtime.now.duration(to: deadline)
        guard left > .zero else { throw tooLate }
        request.limits.time = left
        request.limits.leastBytesPerSecond = context.limits.fetchRate
        request.limits.rateWindow = context.limits.fetchWindow
        request.limits.idleTimeout = context.limits.fetchIdleTimeout
        request.limits.bodyBytes = context.limits.fileBytes
        request.limits.transferBytes = context.limits.fileBytes
        if let userAgent { request.headers.append(HeaderField("User-Agent", userAgent)) }
        return request
    }

    private var tooLate: JobAbort {
        let minutes = max(1, time.components.seconds / 60)
        return .unreachable(
            "The server takes more than \(minutes) minutes in all. The previous contents remain.", FetchFailure()
        )
    }

    /// Aborts a transfer at once when the job is cancelled, with the reason as the error.
    private func running<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        do {
            return try await context.progress.stoppable(body)
        } catch let error as FetchError {
            if case .refusedAddress = error.kind {
                throw JobAbort.forbidden(
                    "\(error.rpcError.message) (`source-hosts` of the catalog in hearth.yaml.) The previous contents "
                        + "remain; there is no automatic retry until the source is changed.")
            }
            var failure = FetchFailure()
            if error.kind == .timedOut, context.runtime.now >= deadline { throw tooLate }
            switch error.kind {
            case .status(let status, let wait): (failure.status, failure.retryAfter) = (status, wait)
            case .tooLarge: failure.isTooLarge = true
            default: break
            }
            throw JobAbort.unreachable("\(error.rpcError.message) The previous contents remain.", failure)
        } catch is CancellationError {
            throw JobAbort.cancelled
        }
    }
}

/// Counts the bytes received.
private final class ByteCounter: Sendable {
    private let count = Mutex<Int64>(0)

    /// Adds some, and returns the sum.
    func add(_ bytes: Int) -> Int64 {
        count.withLock { count in
            count += Int64(bytes)
            return count
        }
    }
}
