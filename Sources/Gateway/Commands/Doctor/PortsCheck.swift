internal import Glibc
internal import ServiceKit

/// Whether the TCP addresses that services are to listen on are theirs.
struct PortsCheck: DoctorCheck {
    let name = "port"

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        var users: [String: String] = [:]
        for service in ServiceSettings.knownServices.sorted() {
            guard
                let address = try? ServiceSettings(
                    options: gateway.serviceOptions, environment: gateway.environment.variables, service: service
                ).listen.value
            else { continue }
            if let other = users[address] {
                findings.append(
                    DoctorFinding(
                        name, service, .wrong, "\(address) is also the address of \(other).",
                        advice: "Give each its own, with `listen` in its section of the configuration file."))
                continue
            }
            users[address] = service
            findings.append(look(at: address, of: service, gateway))
        }
        return findings
    }

    private func look(at address: String, of service: String, _ gateway: Gateway) -> DoctorFinding {
        // A running service has it already.
        guard gateway.paths.holder(of: service) == nil else {
            return DoctorFinding(name, service, .ok, "\(address), in use by it")
        }
        switch Self.bindError(address) {
        case nil: return DoctorFinding(name, service, .ok, "\(address), free")
        case EADDRINUSE?:
            return DoctorFinding(
                name, service, .wrong, "Another process listens on \(address).",
                advice: "Stop it (`ss -ltnp` names it), or choose another port with `listen`.")
        case let error?:
            return DoctorFinding(
                name, service, .wrong, "\(address) cannot be used: \(String(cString: strerror(error))).",
                advice: "Choose an address of this machine, and a port from 1024, with `listen`.")
        }
    }

    /// The system's error when the address is bound; nil when it is free.
    private static func bindError(_ address: String) -> Int32? {
        let parts = address.dropFirst("tcp://".count).split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { return EINVAL }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        guard inet_pton(AF_INET, String(parts[0]), &place.sin_addr) == 1 else { return EINVAL }
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return errno }
        defer { close(socket) }
        // As libzmq does: connections that are still closing do not count.
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let result = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? nil : errno
    }
}
