internal import Foundation

/// The registration of a running service in the run directory, for `hearth status` and for people.
public struct ServiceRegistration: Codable, Sendable, Hashable {
    /// The service's name.
    public var service: String
    /// Its process ID.
    public var processID: Int32
    /// The incarnation, which identifies one start of the service, in hexadecimal.
    public var incarnation: String
    /// Its version.
    public var version: String
    /// The endpoints that it listens on.
    public var endpoints: [String]
    /// When it started to listen, in seconds since 1970.
    public var startedAt: Double

    /// Creates a registration.
    public init(
        service: String, processID: Int32, incarnation: String, version: String, endpoints: [String], startedAt: Double
    ) {
        self.service = service
        self.processID = processID
        self.incarnation = incarnation
        self.version = version
        self.endpoints = endpoints
        self.startedAt = startedAt
    }

    /// Reads a registration; nil when there is no file, or it is invalid.
    public static func read(at path: String) -> ServiceRegistration? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(ServiceRegistration.self, from: data)
    }

    /// Writes the file atomically, by renaming.
    ///
    /// - Throws: `CocoaError` when it cannot be written.
    public func write(to path: String) throws { try AtomicFile.write(self, to: path) }
}

/// Files that readers see whole or not at all, by atomic replacement.
public enum AtomicFile {
    /// Writes a value as JSON beside `path` and renames it.
    ///
    /// - Throws: `CocoaError` when it cannot be written.
    public static func write(_ value: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(value) + Data("\n".utf8)).write(to: URL(filePath: path), options: .atomic)
    }
}
