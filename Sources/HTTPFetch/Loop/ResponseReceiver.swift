internal import RPC

/// What comes of one answer, held against the limits of its request and put into its pipe.
// Not Sendable: it belongs to what moves the bytes.
final class ResponseReceiver {
    let request: FetchRequest
    let pipe: TransferPipe
    /// Why the transfer is being ended from this side, in place of the other side's own reason.
    var cause: FetchError?
    /// The answer is a redirect that is followed; of its body nothing is used.
    private(set) var isRedirect = false

    private let policy: AddressPolicy
    private let runtime: any Runtime
    /// The stretch of time whose bytes are counted; nil until the body comes, and after a pause of the reader's.
    private var window: (begun: MonotonicInstant, bytes: Int)?
    private var reader = HeadReader()
    private var bodyBytes = 0
    /// Why the last address that a connection was to be made to is none to connect to.
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

    /// Takes a line of the header; false to end the transfer.
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

    /// What becomes of a piece of the body.
    enum Taken { case taken, later, ended }

    /// Takes a piece of the body, after decompression.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Taken {
        if isRedirect {
            bodyBytes += bytes.count
            return bodyBytes > FetchLimits.redirectBodyBytes ? .ended : .taken
        }
        let limit = request.limits.bodyBytes
        guard bodyBytes + bytes.count <= limit else {
            return stop(.tooLarge(what: .body, limitBytes: limit)) ? .taken : .ended
        }
        guard pipe.put(bytes) else {
            window = nil
            return .later
        }
        bodyBytes += bytes.count
        return isFastEnough(bytes.count) || stop(.tooSlow(bytesPerSecond: request.limits.leastBytesPerSecond))
            ? .taken : .ended
    }

    /// Counts bytes that came. Looking when some come is enough: a server that sends nothing is ended for its silence.
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

    /// Sees how many bytes of body have come over the network; false to end the transfer.
    func takeProgress(_ transferred: Int) -> Bool {
        let limit = request.limits.transferBytes
        return transferred <= limit || stop(.tooLarge(what: .transfer, limitBytes: limit))
    }

    /// Ends it: with nil when all of it came, else for a reason of the other side's.
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
