internal import Foundation

/// What a running service says about itself in the run directory, for `hearth status` and for people.
public struct ServiceRegistration: Codable, Sendable, Hashable {
    /// The service.
    public var service: String
    /// Its process.
    public var processID: Int32
    /// Which start of the service it is, in hexadecimal.
    public var incarnation: String
    /// Its build.
    public var version: String
    /// Where it listens.
    public var endpoints: [String]
    /// When it began to listen, in seconds since 1970.
    public var startedAt: Double

    /// Describes a running service.
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

    /// Reads a notice; nil when there is none, or it is none.
    public static func read(at path: String) -> ServiceRegistration? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(ServiceRegistration.self, from: data)
    }

    /// Writes it at once or not at all, by renaming.
    ///
    /// - Throws: `CocoaError` when it cannot be written.
    public func write(to path: String) throws { try AtomicFile.write(self, to: path) }
}

/// Files that readers see whole or not at all.
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
