internal import Foundation
internal import ServiceKit

/// The default profile of commands, for each household: in `cli.json` in the data directory.
struct RememberedProfile {
    private let path: String
    private let household: String

    init(_ gateway: Gateway) {
        path = "\(gateway.settings.data.value)/cli.json"
        household = gateway.settings.household.value
    }

    /// The profile's id; nil for the owner's own.
    var name: String? { read()[household] }

    /// Remembers a profile, or the owner's own again.
    ///
    /// - Throws: `CocoaError` when the file cannot be written.
    func set(_ profile: String?) throws {
        var all = read()
        all[household] = profile
        try AtomicFile.write(all, to: path)
    }

    private func read() -> [String: String] {
        FileManager.default.contents(atPath: path).flatMap {
            try? JSONDecoder().decode([String: String].self, from: $0)
        } ?? [:]
    }
}
