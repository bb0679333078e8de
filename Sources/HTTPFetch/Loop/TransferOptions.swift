internal import CCurl
internal import RPC

/// Sets libcurl's options of one transfer, and records whether one was rejected.
struct TransferOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var areAccepted = true

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    /// Options of all transfers: nothing comes from the environment or from files, and only HTTP is allowed.
    mutating func setSafety() {
        set(CURLOPT_NOSIGNAL, 1)
        // A hanging lookup is abandoned; else ending its transfer would block the loop until it is done.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Redirects are followed by `HTTPFetcher`, which checks every one.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        set(CURLOPT_HTTPAUTH, Self.basicAuthentication)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_TCP_KEEPALIVE, 1)
    }

    /// Options of the request and the configuration.
    mutating func set(_ request: FetchRequest, _ configuration: FetchConfiguration, streams: Bool) {
        set(CURLOPT_URL, request.url.text)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        if let authorities = configuration.certificateAuthorities { set(CURLOPT_CAINFO, authorities) }
        if let pins = configuration.pins(of: request.url.host) { set(CURLOPT_PINNEDPUBLICKEY, pins) }
        if request.method == .head { set(CURLOPT_NOBODY, 1) }
        if request.method == .post {
            set(CURLOPT_POSTFIELDSIZE, request.body.count)
            // libcurl makes its own copy.
            let code = request.body.withUnsafeBytes {
                fetch_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
            }
            note(code)
        }
        // A paused body would block all others on an HTTP/2 connection, so streams have connections of their own. They
        // are not compressed either: bytes decompressed during a pause would pile up in memory.
        set(CURLOPT_HTTP_VERSION, streams ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
        if streams {
            set(CURLOPT_BUFFERSIZE, Self.streamBufferBytes)
        } else {
            set(CURLOPT_PIPEWAIT, request.url.scheme == "https" ? 1 : 0)
            if request.range == nil { set(CURLOPT_ACCEPT_ENCODING, "") }
        }
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, request.limits.connectTime.wholeMilliseconds)))
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, Int(max(1, request.limits.idleTimeout.components.seconds)))
    }

    /// The lines of the header, which must live as long as the transfer.
    mutating func setFields(_ fields: UnsafeMutablePointer<curl_slist>?) {
        note(fetch_curl_set_list(easy, CURLOPT_HTTPHEADER, fields))
    }

    /// CURLAUTH_BASIC, a macro that Swift does not import: the only way in which a URL's password may be sent.
    private static let basicAuthentication = 1

    /// Bytes that a stream reads at once.
    private static let streamBufferBytes = 128 << 10

    private mutating func set(_ option: CURLoption, _ value: Int) { note(fetch_curl_set_long(easy, option, value)) }

    private mutating func set(_ option: CURLoption, _ value: String) {
        note(fetch_curl_set_string(easy, option, value))
    }

    private mutating func note(_ code: CURLcode) { if code != CURLE_OK { areAccepted = false } }
}

// libcurl's callbacks. Their context is the transfer, which lives as long as its handle.
extension TransferOptions {
    mutating func setCallbacks(to transfer: Transfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        note(fetch_curl_set_pointer(easy, CURLOPT_PRIVATE, context))
        setHeaderCallback(context)
        setBodyCallback(context)
        setProgressCallback(context)
        setSocketCallback(context)
    }

    private mutating func setHeaderCallback(_ context: UnsafeMutableRawPointer) {
        note(fetch_curl_set_pointer(easy, CURLOPT_HEADERDATA, context))
        note(
            fetch_curl_set_write(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                guard let transfer = Self.transfer(context) else { return 0 }
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return transfer.intake.takeHeader(line) ? line.count : 0
            })
    }

    private mutating func setBodyCallback(_ context: UnsafeMutableRawPointer) {
        note(fetch_curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        note(
            fetch_curl_set_write(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                guard let transfer = Self.transfer(context) else { return 0 }
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return switch transfer.intake.takeBody(piece) {
                case .accepted: piece.count
                case .later: Int(CURL_WRITEFUNC_PAUSE)
                case .ended: 0
                }
            })
    }

    private mutating func setProgressCallback(_ context: UnsafeMutableRawPointer) {
        set(CURLOPT_NOPROGRESS, 0)
        note(fetch_curl_set_pointer(easy, CURLOPT_XFERINFODATA, context))
        note(
            fetch_curl_set_progress(easy, CURLOPT_XFERINFOFUNCTION) { context, _, downloaded, _, _ in
                Self.transfer(context)?.intake.takeProgress(downloaded) == true ? 0 : 1
            })
    }

    private mutating func setSocketCallback(_ context: UnsafeMutableRawPointer) {
        note(fetch_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context))
        note(
            fetch_curl_set_opensocket(easy, CURLOPT_OPENSOCKETFUNCTION) { context, _, target in
                guard let transfer = Self.transfer(context), let target,
                    let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
                else { return CURL_SOCKET_BAD }
                // The structure ends with a `sockaddr` that stands for a longer address.
                let start = UnsafeRawPointer(target) + offset
                let address = IPAddress(
                    family: target.pointee.family,
                    socketAddress: UnsafeRawBufferPointer(start: start, count: Int(target.pointee.addrlen)))
                return transfer.openSocket(
                    family: target.pointee.family, kind: target.pointee.socktype,
                    protocolNumber: target.pointee.protocol, to: address)
            })
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
