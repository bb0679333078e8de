internal import CCurl
internal import Glibc
internal import RPC

/// One request and its answer on the loop: what libcurl's callbacks work on. Confined to the loop's thread.
final class Transfer {
    let id: UInt64
    let easy: UnsafeMutableRawPointer
    let pipe: TransferPipe
    let request: FetchRequest
    /// Why it is being stopped from this side, in place of libcurl's own reason.
    var cause: FetchError?

    private let policy: AddressPolicy
    private var reader = HeadReader()
    private var isRedirect = false
    private var bodyBytes = 0
    private var refusedAddress: AddressPolicy.Refusal?
    private var fields: UnsafeMutablePointer<curl_slist>?

    /// Makes the transfer; nil when libcurl has no room for it or refuses an option, which it does for malformed pins.
    init?(id: UInt64, _ request: FetchRequest, pipe: TransferPipe, _ configuration: FetchConfiguration) {
        guard let easy = curl_easy_init() else { return nil }
        (self.id, self.easy, self.pipe, self.request) = (id, easy, pipe, request)
        policy = configuration.addresses
        var options = TransferOptions(easy)
        options.setSafety()
        options.set(request, configuration, streams: pipe.isStreaming)
        for field in request.fields { fields = curl_slist_append(fields, field) ?? fields }
        options.setFields(fields)
        options.setCallbacks(to: self)
        guard options.areAccepted else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fields)
    }

    /// Ends the transfer with libcurl's result.
    func end(_ result: CURLcode) {
        if let cause {
            pipe.end(.failure(cause))
        } else if result == CURLE_OK || isRedirect {
            pipe.end(.success(()))
        } else if let refusedAddress, result == CURLE_COULDNT_CONNECT {
            fail(.refusedAddress(purpose: refusedAddress.purpose))
        } else {
            fail(FetchError.Kind(result))
        }
    }

    private func fail(_ kind: FetchError.Kind) { pipe.end(.failure(FetchError(kind, at: request.url.description))) }

    /// Takes a line of the header; false to end the transfer.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
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
        guard pipe.put(bytes) else { return .later }
        bodyBytes += bytes.count
        return .taken
    }

    /// Sees how many bytes of body have come over the network; false to end the transfer.
    func takeProgress(_ transferred: Int) -> Bool {
        let limit = request.limits.transferBytes
        return transferred <= limit || stop(.tooLarge(what: .transfer, limitBytes: limit))
    }

    /// Opens a socket for a connection to an address, unless it is one that must not be connected to; -1 then.
    func openSocket(family: Int32, kind: Int32, protocolNumber: Int32, to address: IPAddress?) -> Int32 {
        if let refusal = policy.refusal(ofConnectionTo: address, for: request.url) {
            // A host may have other addresses, which libcurl tries next.
            refusedAddress = refusal
            return -1
        }
        return socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), protocolNumber)
    }

    private func stop(_ kind: FetchError.Kind) -> Bool {
        cause = cause ?? FetchError(kind, at: request.url.description)
        return false
    }
}
