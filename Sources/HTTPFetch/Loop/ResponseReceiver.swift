internal import RPC

/// Checks one response against the limits of its request and writes it into its pipe.
// Not Sendable: it belongs to the backend's thread.
final class ResponseReceiver {
    let request: FetchRequest
    let pipe: TransferPipe
    /// Why this side ends the transfer, in place of the backend's reason.
    var cause: FetchError?
    /// Whether the response is a redirect that is followed; its body is not used.
    private(set) var isRedirect = false

    private let policy: AddressPolicy
    private let runtime: any Runtime
    /// The current window of the rate limit; nil until the body arrives, and after a pause by the reader.
    private var window: (begun: MonotonicInstant, bytes: Int)?
    private var reader = HeadReader()
    private var bodyBytes = 0
    /// Why the last address of a connection was refused.
    private(set) var refusedAddress: AddressPolicy.Refusal?

    init(_ request: FetchRequest, pipe: TransferPipe, policy: AddressPolicy, runtime: any Runtime) {
        (self.request, self.pipe, self.policy, self.runtime) = (request, pipe, policy, runtime)
    }

    /// Whether a connection may be made to an address.
    func admits(_ address: IPAddress?) -> Bool {
        guard let refusal = policy.refusal(ofConnectionTo: address, for: request.url) else { return true }
        refusedAddress = refusal
        return false
    }

    /// Processes a line of the header; false to end the transfer.
    func takeHeader(_ line: some RandomAccessCollection<UInt8>) -> Bool {
        let head = reader.take(line)
        guard reader.bytes <= request.limits.headerBytes else {
            return stop(.tooLarge(what: .header, limitBytes: request.limits.headerBytes))
        }
        guard let head else { return true }
        isRedirect = request.limits.redirects > 0 && head.redirectTarget != nil
        let limit = request.limits.transferBytes
        if let length = head.contentLength, length > limit, !isRedirect, request.method != .head {
            return stop(.tooLarge(what: .transfer, limitBytes: limit))
        }
        pipe.put(head)
        return true
    }

    /// The outcome of a piece of the body.
    enum Acceptance { case accepted, later, ended }

    /// Processes a piece of the body, after decompression.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Acceptance {
        if isRedirect {
            bodyBytes += bytes.count
            return bodyBytes > FetchLimits.redirectBodyBytes ? .ended : .accepted
        }
        let limit = request.limits.bodyBytes
        guard bodyBytes + bytes.count <= limit else {
            return stop(.tooLarge(what: .body, limitBytes: limit)) ? .accepted : .ended
        }
        guard pipe.put(bytes) else {
            window = nil
            return .later
        }
        bodyBytes += bytes.count
        return isFastEnough(bytes.count) || stop(.tooSlow(bytesPerSecond: request.limits.leastBytesPerSecond))
            ? .accepted : .ended
    }

    /// Counts received bytes. Checking on arrival is enough: a server that sends nothing runs into the idle timeout.
    private func isFastEnough(_ count: Int) -> Bool {
        guard request.limits.leastBytesPerSecond > 0 else { return true }
        let now = runtime.now
        guard let (begun, bytes) = window else {
            window = (now, count)
            return true
        }
        let elapsed = begun.duration(to: now)
        guard elapsed >= request.limits.rateWindow else {
            window = (begun, bytes + count)
            return true
        }
        window = (now, 0)
        let needed = Double(request.limits.leastBytesPerSecond) * Double(elapsed.wholeMilliseconds) / 1_000
        return Double(bytes + count) >= needed
    }

    /// Processes the number of transferred bytes of body; false to end the transfer.
    func takeProgress(_ transferred: Int) -> Bool {
        let limit = request.limits.transferBytes
        return transferred <= limit || stop(.tooLarge(what: .transfer, limitBytes: limit))
    }

    /// Ends the response: with nil when it is complete, else for the backend's reason.
    func end(_ kind: FetchError.Kind?) {
        if let cause {
            pipe.end(.failure(cause))
        } else if let kind, !isRedirect {
            pipe.end(.failure(FetchError(kind, at: request.url.description)))
        } else {
            pipe.end(.success(()))
        }
    }

    private func stop(_ kind: FetchError.Kind) -> Bool {
        cause = cause ?? FetchError(kind, at: request.url.description)
        return false
    }
}
