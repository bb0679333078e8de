internal import CBOR

/// The header of a `renew` message: another token for an open streaming call, in place of the current one.
struct RenewHeader: Sendable {
    let token: AccessToken

    init(token: AccessToken) { self.token = token }

    func write(to writer: inout CBORWriter) {
        writer.map(1)
        writer.unsigned(OpenHeader.Key.token)
        writer.byteString(token.bytes)
    }

    /// Reads a header.
    ///
    /// - Throws: `ProtocolViolation` when it has no token, or one over its limit; `CBORError`.
    init(reading header: UnsafeRawBufferPointer, limits: RPCLimits) throws {
        var entries = try HeaderReader(header)
        var token: AccessToken?
        while let key = try entries.nextKey() {
            guard key == OpenHeader.Key.token else {
                try entries.skip(key)
                continue
            }
            let bytes = try entries.values.byteString()
            guard bytes.count <= limits.tokenBytes else {
                throw ProtocolViolation(reason: "a token is over its limit")
            }
            token = AccessToken(bytes: [UInt8](bytes))
        }
        guard let token else { throw ProtocolViolation(reason: "a renewal has no token") }
        self.token = token
    }
}
