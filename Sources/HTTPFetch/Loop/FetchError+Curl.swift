internal import CCurl

extension FetchError.Kind {
    /// Converts libcurl's result. Its description of a result does not depend on the request, so it contains no
    /// secrets.
    init(_ result: CURLcode) {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: self = .unresolved
        case CURLE_COULDNT_CONNECT: self = .unreachable
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_INVALIDCERTSTATUS:
            self = .insecure
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: self = .pinMismatch
        case CURLE_PARTIAL_FILE: self = .incomplete
        case CURLE_URL_MALFORMAT: self = .invalidURL
        default: self = .broken(String(cString: curl_easy_strerror(result)))
        }
    }
}
