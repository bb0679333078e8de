internal import Glibc

/// How many descriptors the process may have.
///
/// Shells start programs with 1,024, however many they may ask for. libzmq 4.3.4 ends the process when it cannot take in a
/// connection for want of a descriptor, so that as many idle clients would be as good as a kill.
enum DescriptorLimit {
    /// As many as the units and compose files of deploy/ give.
    static let wanted: rlim_t = 16_384

    /// Asks for as many as the process may have, up to ``wanted``.
    static func raise() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, let new = raised(limit.rlim_cur, upTo: limit.rlim_max) else { return }
        limit.rlim_cur = new
        // Where it is refused, it stays as it is: what was there was enough to start.
        _ = setrlimit(resource, &limit)
    }

    /// What the limit is to be; nil when it is enough, or cannot be more.
    static func raised(_ soft: rlim_t, upTo hard: rlim_t) -> rlim_t? {
        let new = min(hard, wanted)
        return new > soft ? new : nil
    }
}
