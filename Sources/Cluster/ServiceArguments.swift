internal import Foundation
public import ServiceKit

/// A file with flags that override those of the cluster for one service, as long as the cluster runs: `hearth restart
/// SERVICE --config FILE`.
public struct ServiceArguments: Sendable {
    private let path: String

    /// The flags of a service.
    public init(service: String, paths: ServicePaths) {
        path = "\(paths.runDirectory)/\(service).arguments"
    }

    /// The flags and their values; empty when there are none.
    public var flags: [String: String] {
        FileManager.default.contents(atPath: path).flatMap {
            try? JSONDecoder().decode([String: String].self, from: $0)
        } ?? [:]
    }

    /// Overrides flags of the same names at the next start; others stay.
    ///
    /// - Throws: `CocoaError` when the file cannot be written.
    public func set(_ flags: [String: String]) throws {
        try AtomicFile.write(self.flags.merging(flags) { _, new in new }, to: path)
    }

    /// Removes all overrides.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// A command with these flags.
    func applied(to command: ServiceCommand) -> ServiceCommand {
        let flags = flags
        guard !flags.isEmpty else { return command }
        var (kept, words) = ([String](), command.arguments[...])
        while let word = words.popFirst() {
            if flags[word] == nil { kept.append(word) } else { _ = words.popFirst() }
        }
        let given = flags.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        return ServiceCommand(
            service: command.service, executable: command.executable, arguments: kept + given,
            environment: command.environment)
    }
}
