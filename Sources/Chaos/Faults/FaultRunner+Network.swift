internal import RPC

// Faults of connections: all calls to a service pass through its link. The supervisor's own checks do not: they tell a service that
// hangs from one that cannot be reached.
extension FaultRunner {
    private func link(to service: String) throws(FaultSkipped) -> ServiceLink {
        guard let link = cluster.links.link(of: service) else { throw FaultSkipped("\(service) has no link") }
        return link
    }

    /// Delays, slows down or holds what passes between a service and its callers, for a while.
    ///
    /// - Returns: how much waited in the end.
    func disturb(_ service: String, by fault: LinkFault, for span: Duration) async throws -> String? {
        let link = try link(to: service)
        let number = link.begin(fault)
        defer { link.end(number) }
        try await runtime.sleep(for: span)
        let waiting = link.waitingBytes
        return waiting > 0 ? "\(waiting) bytes waited in the end" : nil
    }

    /// Resets all connections to a service.
    func cut(_ service: String) throws -> String {
        let count = try link(to: service).cut()
        guard count > 0 else { throw FaultSkipped("\(service) had no connection") }
        return count == 1 ? "1 connection was reset" : "\(count) connections were reset"
    }
}
