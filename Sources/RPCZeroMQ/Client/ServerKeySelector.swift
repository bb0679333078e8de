internal import ZeroMQ

/// Which of a server's possible keys a connection is tried with.
struct ServerKeySelector {
    private var trusted: ZeroMQClientSecurity
    private var current = 0
    private var failures = 0

    init(_ trusted: ZeroMQClientSecurity) { self.trusted = trusted }

    /// How many there are, at least one.
    var count: Int { trusted.servers.count }

    /// The security of the next connection.
    var security: ZeroMQSecurity { .curveClient(keys: trusted.keys, server: trusted.servers[current]) }

    /// Asks for the keys as they are now; others than before are tried from the first.
    mutating func renew() {
        guard let new = trusted.renewal?(), !new.servers.isEmpty,
            new.servers != trusted.servers || new.keys.publicKey != trusted.keys.publicKey
        else { return }
        (trusted.keys, trusted.servers) = (new.keys, new.servers)
        (current, failures) = (0, 0)
    }

    /// The server has this key.
    mutating func keyAccepted() { failures = 0 }

    /// It has not, or is ending: the next one is chosen.
    ///
    /// - Returns: false when all have failed now, one after the other.
    mutating func next() -> Bool {
        current = (current + 1) % count
        failures = (failures + 1) % count
        return failures > 0
    }
}
