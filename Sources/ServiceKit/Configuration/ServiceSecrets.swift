internal import Access
internal import Foundation
public import RPC

/// Secrets passed to the services that need them: each service gets its own, in files that only this user can read, in
/// a directory named in its environment.
public struct ServiceSecrets: Sendable, CustomStringConvertible {
    /// By service and setting.
    private var values: [String: [String: String]] = [:]

    /// Creates an empty set.
    public init() {}

    /// One secret of a service, by its setting's name.
    public subscript(service: String, setting: String) -> String? {
        get { values[service]?[setting] }
        set { values[service, default: [:]][setting] = newValue }
    }

    /// Whether there are no secrets.
    public var isEmpty: Bool { values.allSatisfy { $0.value.isEmpty } }

    /// A placeholder that reveals no secret.
    public var description: String { "<secrets>" }

    /// Writes each service's secrets to its directory in the run directory, replacing the previous ones.
    ///
    /// - Returns: the environment variables that point each service to its secrets.
    /// - Throws: `KeyFileError` when a file or directory cannot be created; `CocoaError` when the old ones cannot be
    ///   removed.
    public func write(to paths: ServicePaths, runtime: any Runtime) throws -> [String: [String: String]] {
        try Self.remove(from: paths)
        guard !isEmpty else { return [:] }
        try PrivateFile.makeDirectory(paths.secretsDirectory)
        var variables: [String: [String: String]] = [:]
        for (service, settings) in values where !settings.isEmpty {
            let directory = paths.secrets(of: service)
            try PrivateFile.makeDirectory(directory)
            for (setting, value) in settings {
                try PrivateFile.replaceSecret("\(directory)/\(setting)", Array(value.utf8), runtime: runtime)
            }
            variables[service] = [CredentialDirectory.variable: directory]
        }
        return variables
    }

    /// The environment variables that point services to the secrets in the run directory, by service.
    public static func variables(in paths: ServicePaths) -> [String: [String: String]] {
        ServiceSettings.ownSecrets.keys.reduce(into: [:]) { variables, service in
            let directory = paths.secrets(of: service)
            guard FileManager.default.fileExists(atPath: directory) else { return }
            variables[service] = [CredentialDirectory.variable: directory]
        }
    }

    /// Removes all secrets from the run directory.
    ///
    /// - Throws: `CocoaError` when they cannot be removed.
    public static func remove(from paths: ServicePaths) throws {
        guard FileManager.default.fileExists(atPath: paths.secretsDirectory) else { return }
        try FileManager.default.removeItem(atPath: paths.secretsDirectory)
    }
}

// Sent over a pipe, from the command that starts a cluster in the background to the process that runs it.

extension ServiceSecrets {
    /// The encoded secrets.
    public var encoded: [UInt8] { ((try? JSONEncoder().encode(values)).map { Array($0) }) ?? [] }

    /// Decodes ``encoded``; nil for anything else.
    public init?(encoded bytes: [UInt8]) {
        guard let values = try? JSONDecoder().decode([String: [String: String]].self, from: Data(bytes)) else {
            return nil
        }
        self.values = values
    }

    /// Reads secrets from a descriptor to its end; nil when there are none.
    public static func read(from descriptor: Int32) -> ServiceSecrets? {
        guard let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() else {
            return nil
        }
        return ServiceSecrets(encoded: Array(data))
    }
}
