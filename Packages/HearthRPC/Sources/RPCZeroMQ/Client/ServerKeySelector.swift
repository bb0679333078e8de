internal import ZeroMQ

/// Selects which of a server's possible keys a connection tries.
struct ServerKeySelector {
    private var trusted: ZeroMQClientSecurity
    private var current = 0
    private var failures = 0

    init(_ trusted: ZeroMQClientSecurity) { self.trusted = trusted }

    /// The number of keys, at least one.
    var count: Int { trusted.servers.count }

    /// The security of the next connection.
    var security: ZeroMQSecurity { .curveClient(keys: trusted.keys, server: trusted.servers[current]) }

    /// Reads the current keys; a changed set is tried from its first key.
    mutating func renew() {
        guard let new = trusted.renewal?(), !new.servers.isEmpty,
            new.servers != trusted.servers || new.keys.publicKey != trusted.keys.publicKey
        else { return }
        (trusted.keys, trusted.servers) = (new.keys, new.servers)
        (current, failures) = (0, 0)
    }

    /// The server has the current key.
    mutating func keyAccepted() { failures = 0 }

    /// The server has another key, or is shutting down: selects the next key.
    ///
    /// - Returns: false when all keys have failed in a row.
    mutating func next() -> Bool {
        current = (current + 1) % count
        failures = (failures + 1) % count
        return failures > 0
    }
}
