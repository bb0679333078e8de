import Foundation
import Glibc

/// The command line of a unit or a block, as it stands in the file, and with the deployment's paths moved into a test's
/// directory.
struct DeployedCommand {
    let service: String
    var words: [String]
    var variables: [String: String]
    /// Asks whether it is healthy; nil when it says so itself, to `NOTIFY_SOCKET`.
    var health: [String]?

    /// The command of a unit.
    init(unit: UnitFile, service: String) {
        self.service = service
        words = unit.command(instance: service)
        variables = unit.variables
        // What systemd makes of the unit's watchdog: sd_watchdog_enabled(3).
        variables["WATCHDOG_USEC"] = unit.values("Service", "WatchdogSec").last.flatMap { Amount.seconds($0) }
            .map { "\($0 * 1_000_000)" }
    }

    /// The command of a block of compose.yaml.
    init(block: [String: Any], service: String, image: ImageFacts) {
        self.service = service
        words = block["command"] as? [String] ?? []
        variables = image.variables.merging(block["environment"] as? [String: String] ?? [:]) { _, block in block }
        let health = block["healthcheck"] as? [String: Any]
        self.health = (health?["test"] as? [String]).map { Array($0.dropFirst()) }
    }

    /// Every path of the deployment replaced by one of the test's, longest first.
    func moved(_ places: [(from: String, to: String)]) -> DeployedCommand {
        func move(_ text: String) -> String {
            let place = places.filter { text == $0.from || text.hasPrefix($0.from + "/") }
                .max { $0.from.utf8.count < $1.from.utf8.count }
            return place.map { $0.to + text.dropFirst($0.from.count) } ?? text
        }
        var copy = self
        copy.words = words.map(move)
        copy.variables = variables.mapValues(move)
        return copy
    }
}

/// The socket on which a service manager is told how far a service is: sd_notify(3).
final class NotifySocket {
    let path: String
    private let descriptor: Int32
    private var output = ""

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    /// What has come until now.
    func received() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            output += String(decoding: buffer.prefix(count), as: UTF8.self) + "\n"
        }
        return output
    }
}
