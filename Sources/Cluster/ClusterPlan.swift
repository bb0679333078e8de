internal import Foundation
internal import ServiceKit

/// Which services a cluster has, and how they are started.
public struct ClusterPlan: Sendable, Hashable {
    /// The services, each once.
    public var services: [String]
    /// The directory of the executables.
    public var executables: String
    /// The directory of shards and keys.
    public var dataDirectory: String
    /// The private directory of sockets.
    public var runDirectory: String
    /// What every service is given beside its directories.
    public var arguments: [String]
    /// How long running calls have when a service stops.
    public var drain: Duration

    /// Describes a cluster.
    public init(
        services: [String], executables: String, dataDirectory: String, runDirectory: String, arguments: [String] = [],
        drain: Duration
    ) {
        self.services = services
        self.executables = executables
        self.dataDirectory = dataDirectory
        self.runDirectory = runDirectory
        self.arguments = arguments
        self.drain = drain
    }

    /// The directory that this process's own executable is in: the others are beside it.
    public static var ownDirectory: String {
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (path as NSString).deletingLastPathComponent
    }

    /// The services of the suite whose executables are in a directory, sorted.
    public static func installed(in directory: String) -> [String] {
        ServiceSettings.knownServices.sorted()
            .filter { FileManager.default.isExecutableFile(atPath: "\(directory)/\($0)") }
    }

    /// The descriptors that its supervisor needs: for each service its output, the process itself and a connection to ask
    /// it, and for the supervisor what any process of the suite has.
    public var descriptors: Int { 64 + 8 * services.count }

    /// The processes to start.
    ///
    /// - Parameter environment: the variables that a service gets and the others do not, by service.
    /// - Throws: ``ClusterError`` when there is nothing to start, or an executable is missing.
    func commands(environment: [String: [String: String]] = [:]) throws(ClusterError) -> [ServiceCommand] {
        guard !services.isEmpty else { throw .nothingToStart(directory: executables) }
        let unknown = services.filter { !ServiceSettings.knownServices.contains($0) }
        guard unknown.isEmpty else {
            throw .unknownService(
                unknown[0], suggestion: Spelling.closest(to: unknown[0], among: ServiceSettings.knownServices))
        }
        let missing = services.filter { !FileManager.default.isExecutableFile(atPath: "\(executables)/\($0)") }
        guard missing.isEmpty else { throw .missingExecutables(missing, directory: executables) }
        let common = ["--data", dataDirectory, "--run", runDirectory, "--die-with-parent"] + arguments
        return services.map {
            ServiceCommand(
                service: $0, executable: "\(executables)/\($0)", arguments: common, environment: environment[$0] ?? [:])
        }
    }
}

/// Why a cluster does not start.
public enum ClusterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another cluster has the run directory or the data.
    case alreadyRunning(directory: String, process: Int32?)
    /// There is no executable of a service.
    case nothingToStart(directory: String)
    /// No service has this name.
    case unknownService(String, suggestion: String?)
    /// Some executables are not there.
    case missingExecutables([String], directory: String)
    /// A directory or lock cannot be used.
    case unusable(String)

    public var description: String {
        switch self {
        case .alreadyRunning(let directory, let process):
            "a cluster runs in \(directory) already: process \(process.map(String.init) ?? "unknown")"
        case .nothingToStart(let directory): "there is no service's executable in \(directory)"
        case .unknownService(let name, let suggestion):
            "there is no service \"\(name)\"" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
        case .missingExecutables(let names, let directory):
            "\(names.joined(separator: ", ")) cannot be started: no such executable in \(directory)"
        case .unusable(let reason): reason
        }
    }
}
