internal import Foundation

extension ChaosPlan {
    /// A plan included in the program.
    public struct Shipped: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its text.
        public var yaml: String
    }

    /// The included plans, by name. They are part of the executable, so that they are always available.
    public static var shipped: [Shipped] {
        files.map { name, bytes in Shipped(name: name, yaml: String(decoding: bytes, as: UTF8.self)) }
            .sorted { $0.name < $1.name }
    }

    /// Reads a plan: a file, or an included plan by its name.
    ///
    /// - Throws: ``PlanError`` when it does not exist or is invalid.
    public static func named(_ name: String) throws(PlanError) -> ChaosPlan {
        if let plan = shipped.first(where: { $0.name == name }) { return try ChaosPlan(yaml: plan.yaml, name: name) }
        let stem = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
        guard let handle = FileHandle(forReadingAtPath: name) else {
            let names = shipped.map(\.name).joined(separator: ", ")
            throw PlanError(plan: name, "there is no such file, and no plan of this name. Plans are \(names)")
        }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: maximumBytes + 1), data.count <= maximumBytes else {
            throw PlanError(plan: name, "a plan is a file of at most \(maximumBytes) bytes")
        }
        guard let text = String(bytes: data, encoding: .utf8) else { throw PlanError(plan: name, "it is not UTF-8") }
        do throws(PlanError) {
            return try ChaosPlan(yaml: text, name: stem)
        } catch {
            throw PlanError(plan: name, line: error.line, error.reason)
        }
    }

    private static let files: [(String, [UInt8])] = [
        ("catalog", PackageResources.catalog_yaml), ("clock", PackageResources.clock_yaml),
        ("control", PackageResources.control_yaml),
        ("crash", PackageResources.crash_yaml), ("damage", PackageResources.damage_yaml),
        ("disk-full", PackageResources.disk_full_yaml),
        ("downloads", PackageResources.downloads_yaml), ("household", PackageResources.household_yaml),
        ("kill", PackageResources.kill_yaml), ("lost", PackageResources.lost_yaml),
        ("memory", PackageResources.memory_yaml),
        ("metadata-gateway", PackageResources.metadata_gateway_yaml), ("network", PackageResources.network_yaml),
        ("playback-state", PackageResources.playback_state_yaml), ("profiles", PackageResources.profiles_yaml),
        ("reading-list", PackageResources.reading_list_yaml), ("restore", PackageResources.restore_yaml),
        ("scheduler", PackageResources.scheduler_yaml), ("stop", PackageResources.stop_yaml),
        ("storm", PackageResources.storm_yaml),
    ]
}
