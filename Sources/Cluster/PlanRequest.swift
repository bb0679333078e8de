internal import Foundation
public import ServiceKit

/// The plan that `hearth up` requests of a cluster which runs already: a file in its run directory. The supervisor reads
/// it when it is told to reconcile, and publishes the ID in its state.
public struct PlanRequest: Codable, Sendable, Hashable {
    /// Identifies the request.
    public let id: String
    /// The services to run.
    public let services: [String]
    /// The directory of the executables.
    public let executables: String
    /// Arguments of every service, beside its directories.
    public let arguments: [String]
    /// The settings in the environment of the command.
    public let environment: [String: String]
    /// The services that take these arguments and settings; nil for all. Others keep theirs.
    public let changed: [String]?

    /// Requests a plan.
    ///
    /// - Parameters:
    ///   - environment: the variables of the command; only settings of services are taken.
    ///   - changed: the services that the command is about; nil for all.
    public init(id: String, _ plan: ClusterPlan, environment: [String: String], changed: [String]? = nil) {
        (self.id, self.changed) = (id, changed)
        (services, executables, arguments) = (plan.services, plan.executables, plan.arguments)
        self.environment = environment.filter { Self.isSetting($0.key) && !$0.value.isEmpty }
    }

    /// Whether a variable is a setting that services take from their environment. Directories and the configuration
    /// file are flags of each service, and secrets are files.
    static func isSetting(_ variable: String) -> Bool {
        variable.hasPrefix("HEARTH_") && !others.contains(variable) && !SecretVariables.names.contains(variable)
    }

    private static let others: Set<String> = [
        "HEARTH_CONFIG", "HEARTH_DATA", "HEARTH_RUN", "HEARTH_SERVICES", "HEARTH_SUPERVISOR", ParentProcess.variable,
    ]

    /// The services and arguments of this request in the directories of a plan.
    func applied(to plan: ClusterPlan) -> ClusterPlan {
        var plan = plan
        (plan.services, plan.executables, plan.arguments) = (services, executables, arguments)
        return plan
    }

    private static func path(_ paths: ServicePaths) -> String { "\(paths.runDirectory)/cluster.plan" }

    /// Reads the last request; nil when there is none.
    public static func read(at paths: ServicePaths) -> PlanRequest? {
        FileManager.default.contents(atPath: path(paths)).flatMap {
            try? JSONDecoder().decode(PlanRequest.self, from: $0)
        }
    }

    /// Writes the request in place of the last one.
    ///
    /// - Throws: `CocoaError` when it cannot be written.
    public func write(to paths: ServicePaths) throws { try AtomicFile.write(self, to: Self.path(paths)) }

    /// Removes the last request.
    static func remove(from paths: ServicePaths) { try? FileManager.default.removeItem(atPath: path(paths)) }
}
