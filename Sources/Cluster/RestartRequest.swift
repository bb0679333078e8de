internal import Foundation
public import ServiceKit

/// A file with which `hearth restart` asks the supervisor for the restart of a service: the supervisor stops and starts it,
/// so that a command that dies meanwhile leaves no service stopped.
///
/// The supervisor removes the file right before it starts the process, and reads the service's settings after that:
/// settings that were stored before a request apply when the request is gone.
public struct RestartRequest: Sendable {
    private let path: String

    /// The request about a service.
    public init(service: String, paths: ServicePaths) { path = "\(paths.runDirectory)/\(service).restart" }

    /// Whether the supervisor has not restarted the service yet.
    public var isPending: Bool { FileManager.default.fileExists(atPath: path) }

    /// Requests the restart, as soon as the supervisor reconciles.
    ///
    /// - Throws: `CocoaError` when the file cannot be written.
    public func set() throws { try Data().write(to: URL(filePath: path)) }

    /// Ends the request.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
