import ArgumentParser
import Foundation
import Synchronization
import TestSupport

@testable import ServiceKit

/// What deployments are held against: the sources themselves.
struct DeployedSuite {
    /// The services that have an executable.
    let services: Set<String>
    let checkout: URL

    /// The services that ask servers on the internet; the others get no network.
    static let outward: Set<String> = ["catalog", "downloads", "metadata-gateway"]

    /// The web server, which has no shard and is no service of the suite's contracts.
    static let web = "web"

    /// The exporter of metrics, which is no service: `hearth metrics`.
    static let exporter = "metrics"

    /// The service that gets a secret, out of a file that need not be there.
    static let keyed = "metadata-gateway"

    init() throws {
        checkout = try SharedData.checkout()
        let folder = checkout.appending(path: "Sources/Services")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/Main").path) }
        services = Set(names.map(ProcessName.of))
    }

    /// The text of a file of the checkout.
    func text(_ path: String) throws -> String {
        try String(contentsOf: checkout.appending(path: path), encoding: .utf8)
    }

    /// What a service makes of its variables and arguments; nil when it refuses them.
    ///
    /// Most mutations of a file leave them as they are, and parsing takes most of the time, so that each is read once.
    func settings(of service: String, _ variables: [String: String], arguments: [String] = []) -> ServiceSettings? {
        let question = SettingsQuestion(service: service, variables: variables, arguments: arguments)
        if let known = parsed.settings.withLock({ $0[question] }) { return known }
        let settings = parse(service, variables, arguments)
        parsed.settings.withLock { $0[question] = .some(settings) }
        return settings
    }

    private struct SettingsQuestion: Hashable {
        let service: String
        let variables: [String: String]
        let arguments: [String]
    }

    private final class ParsedSettings: Sendable {
        let settings = Mutex<[SettingsQuestion: ServiceSettings?]>([:])
    }

    private let parsed = ParsedSettings()

    private func parse(
        _ service: String, _ variables: [String: String], _ arguments: [String]
    ) -> ServiceSettings? {
        let known = Set((CommonSettings.names).map { "HEARTH_" + $0.uppercased().replacing("-", with: "_") })
        guard variables.keys.allSatisfy({ !$0.hasPrefix("HEARTH_") || known.contains($0) }) else { return nil }
        guard let options = try? ServiceOptions.parse(arguments) else { return nil }
        return try? ServiceSettings(
            options: options, environment: variables.merging(["HOME": "/absent"]) { old, _ in old }, service: service)
    }

    /// How long a service may take to end: what stops it must wait that long.
    static func longestEnd(_ settings: ServiceSettings) -> Int {
        settings.drainSeconds.value + Int(ServiceMain.closingTime.components.seconds)
    }
}
