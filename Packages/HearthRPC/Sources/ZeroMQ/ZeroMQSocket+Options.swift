internal import CZeroMQ
internal import Glibc

extension ZeroMQSocket {
    /// `ZMQ_ZAP_ENFORCE_DOMAIN`. The header shows it only with the draft interface, libzmq takes it since 4.3.0.
    private static let enforceDomainOption: Int32 = 93

    func apply(_ options: ZeroMQSocketOptions) throws(ZeroMQError) {
        try set(ZMQ_LINGER, options.lingerMilliseconds, "ZMQ_LINGER")
        try set(ZMQ_IPV6, options.isIPv6Enabled ? 1 : 0, "ZMQ_IPV6")
        let numbers: [(Int32, Int32?, StaticString)] = [
            (ZMQ_IMMEDIATE, options.isImmediate.map { $0 ? 1 : 0 }, "ZMQ_IMMEDIATE"),
            (ZMQ_ROUTER_MANDATORY, options.isRouterMandatory.map { $0 ? 1 : 0 }, "ZMQ_ROUTER_MANDATORY"),
            (ZMQ_SNDHWM, options.sendHighWaterMessages, "ZMQ_SNDHWM"),
            (ZMQ_RCVHWM, options.receiveHighWaterMessages, "ZMQ_RCVHWM"),
            (ZMQ_RECONNECT_IVL, options.reconnectMilliseconds, "ZMQ_RECONNECT_IVL"),
            (ZMQ_RECONNECT_IVL_MAX, options.longestReconnectMilliseconds, "ZMQ_RECONNECT_IVL_MAX"),
            (ZMQ_HANDSHAKE_IVL, options.handshakeMilliseconds, "ZMQ_HANDSHAKE_IVL"),
            (ZMQ_CONNECT_TIMEOUT, options.connectMilliseconds, "ZMQ_CONNECT_TIMEOUT"),
            (ZMQ_HEARTBEAT_IVL, options.heartbeatMilliseconds, "ZMQ_HEARTBEAT_IVL"),
            (ZMQ_HEARTBEAT_TIMEOUT, options.heartbeatTimeoutMilliseconds, "ZMQ_HEARTBEAT_TIMEOUT"),
            (ZMQ_USE_FD, options.listeningFile, "ZMQ_USE_FD"),
        ]
        for (option, value, name) in numbers {
            if let value { try set(option, value, name) }
        }
        if let bytes = options.longestFrameBytes {
            try withUnsafeBytes(of: bytes) { value throws(ZeroMQError) in
                try setBytes(ZMQ_MAXMSGSIZE, value, "ZMQ_MAXMSGSIZE")
            }
        }
        try apply(options.security)
    }

    private func apply(_ security: ZeroMQSecurity) throws(ZeroMQError) {
        switch security {
        case .none:
            break
        case .curveServer(let keys, let domain):
            guard !domain.isEmpty else {
                throw ZeroMQError(code: EINVAL, operation: "set an empty ZMQ_ZAP_DOMAIN, which disables authentication")
            }
            try set(ZMQ_CURVE_SERVER, 1, "ZMQ_CURVE_SERVER")
            try set(ZMQ_CURVE_SECRETKEY, keys.secret.bytes, "ZMQ_CURVE_SECRETKEY")
            try set(ZMQ_ZAP_DOMAIN, Array(domain.utf8), "ZMQ_ZAP_DOMAIN")
            try set(ZeroMQSocket.enforceDomainOption, 1, "ZMQ_ZAP_ENFORCE_DOMAIN")
        case .curveClient(let keys, let server):
            try set(ZMQ_CURVE_SERVERKEY, server.bytes, "ZMQ_CURVE_SERVERKEY")
            try set(ZMQ_CURVE_PUBLICKEY, keys.publicKey.bytes, "ZMQ_CURVE_PUBLICKEY")
            try set(ZMQ_CURVE_SECRETKEY, keys.secret.bytes, "ZMQ_CURVE_SECRETKEY")
        }
    }

    /// Changes how long the socket continues to send after it is closed, in milliseconds.
    ///
    /// - Throws: `ZeroMQError` when the socket is closed.
    public func setLinger(milliseconds: Int32) throws(ZeroMQError) { try set(ZMQ_LINGER, milliseconds, "ZMQ_LINGER") }

    func set(_ option: Int32, _ value: Int32, _ name: StaticString) throws(ZeroMQError) {
        try withUnsafeBytes(of: value) { bytes throws(ZeroMQError) in try setBytes(option, bytes, name) }
    }

    private func set(_ option: Int32, _ value: [UInt8], _ name: StaticString) throws(ZeroMQError) {
        try value.withUnsafeBufferPointer { bytes throws(ZeroMQError) in
            try setBytes(option, UnsafeRawBufferPointer(bytes), name)
        }
    }

    private func setBytes(
        _ option: Int32, _ value: UnsafeRawBufferPointer, _ name: StaticString
    ) throws(ZeroMQError) {
        guard zmq_setsockopt(handle, option, value.baseAddress, value.count) == 0 else { throw .last("set \(name)") }
    }
}
