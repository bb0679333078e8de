internal import CCurl
internal import Glibc
internal import RPC

/// One request and its response on the loop: the context of libcurl's callbacks. Confined to the loop's thread.
final class Transfer {
    let id: UInt64
    let easy: UnsafeMutableRawPointer
    let intake: ResponseReceiver
    private var fields: UnsafeMutablePointer<curl_slist>?

    /// Makes the transfer; nil when libcurl has no memory or rejects an option, which it does for malformed pins.
    init?(
        id: UInt64, _ request: FetchRequest, pipe: TransferPipe, _ configuration: FetchConfiguration,
        runtime: any Runtime
    ) {
        guard let easy = curl_easy_init() else { return nil }
        (self.id, self.easy) = (id, easy)
        intake = ResponseReceiver(request, pipe: pipe, policy: configuration.addresses, runtime: runtime)
        var options = TransferOptions(easy)
        options.setSafety()
        options.set(request, configuration, streams: pipe.isStreaming)
        // A stream is read as it arrives, and a range is one of the identity encoding: neither is to be compressed.
        // Without the header the server could choose (RFC 9110, 12.5.3).
        let coding = pipe.isStreaming || request.range != nil ? ["Accept-Encoding: identity"] : []
        for field in request.fields + coding { fields = curl_slist_append(fields, field) ?? fields }
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
        if result == CURLE_COULDNT_CONNECT, let refused = intake.refusedAddress {
            intake.end(.refusedAddress(purpose: refused.purpose))
        } else {
            intake.end(result == CURLE_OK ? nil : FetchError.Kind(result))
        }
    }

    /// Opens a socket for a connection to an address; -1 when the address is refused.
    func openSocket(family: Int32, kind: Int32, protocolNumber: Int32, to address: IPAddress?) -> Int32 {
        // A host may have other addresses, which libcurl tries next.
        guard intake.admits(address) else { return -1 }
        return socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), protocolNumber)
    }
}
