internal import Glibc

/// The service manager that started this process and waits for readiness: systemd, with `Type=notify`.
///
/// The protocol of sd_notify(3): one datagram to the socket named in the environment. The protocol is so small, and
/// stable, that its documentation recommends implementing it without its library.
struct ServiceManager: Sendable {
    private let address: sockaddr_un
    private let length: socklen_t
    /// The time without a ping after which the manager considers the service hung, in systemd `WatchdogSec=`; nil
    /// without a watchdog.
    let watchdog: Duration?

    /// The environment variable that names the socket.
    static let variable = "NOTIFY_SOCKET"

    /// The states that a service manager is notified of.
    enum State: String {
        /// The service is ready.
        case ready = "READY=1"
        /// The service is shutting down.
        case stopping = "STOPPING=1"
        /// The service is alive.
        case alive = "WATCHDOG=1"
    }

    /// Finds the service manager; nil when the environment names none, or its address is invalid.
    init?(environment: [String: String]) {
        guard let name = environment[Self.variable], let first = name.utf8.first else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = first == UInt8(ascii: "@")
        guard isAbstract || first == UInt8(ascii: "/") else { return nil }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.utf8.count < room else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: name.utf8)
            // An abstract address is written with @ and starts with a zero byte: unix(7).
            if isAbstract { path[0] = 0 }
        }
        self.address = address
        watchdog = Self.watchdog(environment)
        // A path ends with its zero byte; an abstract address with its last byte.
        let offset = MemoryLayout<sockaddr_un>.size - room
        length = socklen_t(offset + name.utf8.count + (isAbstract ? 0 : 1))
    }

    /// The watchdog time from the environment: sd_watchdog_enabled(3).
    private static func watchdog(_ environment: [String: String]) -> Duration? {
        guard let time = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), time > 0 else { return nil }
        let process = environment["WATCHDOG_PID"].flatMap { Int32($0) }
        return process == nil || process == getpid() ? .microseconds(time) : nil
    }

    /// Sends a notification. A missing listener is no reason not to serve.
    @discardableResult
    func tell(_ state: State) -> Bool {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        let text = Array(state.rawValue.utf8)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(socket, text, text.count, Int32(MSG_NOSIGNAL), address, length) == text.count
            }
        }
    }
}
