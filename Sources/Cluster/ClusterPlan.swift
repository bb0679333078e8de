internal import Foundation
internal import ServiceKit

/// The services of a cluster, and how they are started.
public struct ClusterPlan: Sendable, Hashable {
    /// The services, each once.
    public var services: [String]
    /// The directory of the executables.
    public var executables: String
    /// The directory of shards and keys.
    public var dataDirectory: String
    /// The private directory of sockets.
    public var runDirectory: String
    /// Arguments of every service, beside its directories.
    public var arguments: [String]
    /// The drain time of a service.
    public var drain: Duration

    /// Creates a plan.
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

    /// The directory of this process's own executable, which contains the other executables too.
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

    /// The file descriptors that its supervisor needs: for each service its output, the process itself and a connection
    /// for health checks, and for the supervisor the base needs of any process of the suite.
    public var descriptors: Int { 64 + 8 * services.count }

    /// Rejects a plan that cannot be started.
    ///
    /// - Throws: ``ClusterError`` when no service is installed, or an executable is missing.
    public func check() throws(ClusterError) { _ = try commands() }

    /// The processes to start.
    ///
    /// - Parameter environment: environment variables of single services, by service.
    /// - Throws: ``ClusterError`` when no service is installed, or an executable is missing.
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
    /// Another cluster holds the run directory or the data directory.
    case alreadyRunning(directory: String, process: Int32?)
    /// The directory contains no service's executable.
    case nothingToStart(directory: String)
    /// There is no service of this name.
    case unknownService(String, suggestion: String?)
    /// Some executables are missing.
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
