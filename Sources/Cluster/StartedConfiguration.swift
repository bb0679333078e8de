internal import Basics
internal import ServiceKit
internal import Synchronization

/// The settings and executables with which services were started, as hashes, so that a changed file is noticed.
final class StartedConfiguration: Sendable {
    private let environment: [String: String]
    private let started = Mutex<[String: UInt64]>([:])

    /// Nothing has been started.
    ///
    /// - Parameter environment: the variables that the services inherit.
    init(environment: [String: String]) { self.environment = environment }

    /// Records the configuration with which a service starts.
    func note(_ command: ServiceCommand) {
        let hash = hash(of: command)
        started.withLock { $0[command.service] = hash }
    }

    /// Whether a service was started with another configuration than it would have now. One whose settings cannot be
    /// read is left running.
    func isOutdated(_ command: ServiceCommand) -> Bool {
        guard let now = hash(of: command) else { return false }
        return started.withLock { $0[command.service].map { $0 != now } ?? false }
    }

    private func hash(of command: ServiceCommand) -> UInt64? {
        let environment = environment.merging(command.environment) { _, own in own }
        guard
            let settings = try? ServiceSettings.effective(
                arguments: command.arguments, environment: environment, service: command.service)
        else { return nil }
        var hash = FNV1a()
        for (name, value) in settings {
            hash.add("\(name)=\(value)\n".utf8)
            if name.hasSuffix("-file") { hash.add(Self.identity(of: value).utf8) }
        }
        hash.add(Self.identity(of: command.executable).utf8)
        return hash.value
    }

    /// Tells a file from the one that replaced it.
    private static func identity(of path: String) -> String {
        FileStatus(path: path).map { "\($0.device)/\($0.inode)/\($0.size)\n" } ?? "none\n"
    }
}
