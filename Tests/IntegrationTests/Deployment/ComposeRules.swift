import Foundation
import ServiceKit
import Yams

/// compose.yaml, held against the services' own settings and the image. Every key that may be there is named here, so
/// that a misspelt one is found as well as a wrong value.
struct ComposeRules {
    let suite: DeployedSuite
    let image: ImageFacts

    typealias Block = [String: Any]
    private static let stateLimits = (memory: 256 << 20...4 << 30, processes: 32...1024, files: 1024...65536)

    static func load(_ suite: DeployedSuite) throws -> Block {
        try Yams.load(yaml: try suite.text("compose.yaml")) as? Block ?? [:]
    }

    /// What is wrong with the file; nothing when it is right.
    func problems(_ file: Block) -> [String] {
        var found: [String] = []
        let unknown = file.keys.filter { !["services", "volumes"].contains($0) && !$0.hasPrefix("x-") }
        found += unknown.map { "nothing is called \($0)" }
        let blocks = file["services"] as? [String: Any] ?? [:]
        let volumes = file["volumes"] as? [String: Any] ?? [:]
        if Set(blocks.keys) != suite.services.union([DeployedSuite.exporter, DeployedSuite.web]) {
            found.append("the blocks are not the services")
        }
        for (name, block) in blocks {
            found += problems(of: block as? Block ?? [:], name, volumes: Set(volumes.keys)).map { "\(name): \($0)" }
        }
        if Set(volumes.keys) != suite.services.union(["household", "run"]) { found.append("volumes") }
        for (name, volume) in volumes where !isRight(volume: volume, name) { found.append("volume \(name)") }
        return found
    }

    /// The directory of sockets is memory of the services' user; shards are on the disk.
    private func isRight(volume: Any, _ name: String) -> Bool {
        guard name == "run" else { return volume is NSNull }
        guard let run = volume as? Block, Set(run.keys) == ["driver_opts"] else { return false }
        guard let options = run["driver_opts"] as? [String: String], Set(options.keys) == ["type", "device", "o"],
            options["type"] == "tmpfs", options["device"] == "tmpfs"
        else { return false }
        let pairs = (options["o"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard pairs.allSatisfy({ $0.count == 2 }) else { return false }
        let values = Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
        return Set(values.keys) == ["size", "mode", "uid", "gid"] && values["mode"] == "0700"
            && "\(values["uid"] ?? ""):\(values["gid"] ?? "")" == image.user
            && Amount.bytes(values["size"]).map { (8 << 20...1 << 30).contains($0) } == true
    }

    /// Where a service finds its secrets; nil for one that has none.
    private static func secrets(of name: String) -> String? { name == DeployedSuite.keyed ? "/run/secrets" : nil }

    /// What is wrong with one service's block.
    func problems(of block: Block, _ name: String, volumes: Set<String>) -> [String] {
        let command = block["command"] as? [String] ?? []
        let variables = block["environment"] as? [String: String] ?? [:]
        let arguments = name == DeployedSuite.web ? [] : Array(command.dropFirst())
        let settings = suite.settings(of: name, variables, arguments: arguments)
        var rules: [String: (Any) -> Bool] = [
            "image": { ($0 as? String)?.wholeMatch(of: /\$\{HEARTH_IMAGE:-hearth:latest\}/) != nil },
            "build": { $0 as? [String: String] == ["context": ".", "dockerfile": ImageFacts.path] },
            "command": { ($0 as? [String])?.first == name && image.executables.contains(name) && settings != nil },
            "user": { $0 as? String == image.user && image.user.wholeMatch(of: /[1-9]\d*:[1-9]\d*/) != nil },
            "read_only": { $0 as? Bool == true },
            "restart": { $0 as? String == "unless-stopped" },
            "stop_grace_period": { grace in
                guard let settings, let seconds = Amount.seconds(grace) else { return false }
                return (DeployedSuite.longestEnd(settings)...120).contains(seconds)
            },
            "network_mode": { $0 as? String == (DeployedSuite.outward.contains(name) ? "bridge" : "none") },
            "cap_drop": { $0 as? [String] == ["ALL"] },
            "security_opt": { $0 as? [String] == ["no-new-privileges:true"] },
            "tmpfs": { list in
                guard let entry = (list as? [String])?.first, (list as? [String])?.count == 1 else { return false }
                return entry.wholeMatch(of: /\/tmp:mode=1777,size=(\d+m)/).flatMap { Amount.bytes(String($0.1)) }
                    .map { (16 << 20...1 << 30).contains($0) } ?? false
            },
            "mem_limit": { Amount.bytes($0).map(Self.stateLimits.memory.contains) ?? false },
            "cpus": { ($0 as? Int).map((1...8).contains) ?? false },
            "pids_limit": { ($0 as? Int).map(Self.stateLimits.processes.contains) ?? false },
            "ulimits": { limits in
                guard let limits = limits as? [String: Int] else { return false }
                return Set(limits.keys) == ["nofile", "core"] && limits["core"] == 0
                    && Self.stateLimits.files.contains(limits["nofile"] ?? 0)
            },
            "environment": { _ in
                guard let settings, Set(variables.keys).isSuperset(of: image.variables.keys) else { return false }
                return settings.data.value == image.variables["HEARTH_DATA"]
                    && settings.shards.value == image.variables["HEARTH_SHARDS"]
                    && settings.run.value == image.variables["HEARTH_RUN"]
                    && settings.logFormat.value == .json && settings.drainSeconds.source != .standard
                    && variables["TMPDIR"] == "/tmp" && variables["CREDENTIALS_DIRECTORY"] == Self.secrets(of: name)
                    && variables.count == image.variables.count + (Self.secrets(of: name) == nil ? 3 : 4)
            },
            "volumes": { isRight(mounts: $0 as? [String] ?? [], of: name, volumes: volumes) },
            "healthcheck": { isRight(health: $0 as? Block ?? [:], of: name) },
        ]
        if name == DeployedSuite.exporter { rules.merge(exporterRules) { $1 } }
        if name == DeployedSuite.web { rules.merge(webRules) { $1 } }
        return block.keys.filter { rules[$0] == nil }.map { "nothing is called \($0)" }
            + rules.compactMap { key, isRight in
                guard let value = block[key] else { return "\(key) is missing" }
                return isRight(value) ? nil : "\(key): \(value)"
            }
    }

    private func isRight(mounts: [String], of name: String, volumes: Set<String>) -> Bool {
        let required = [
            "household:\(image.variables["HEARTH_DATA"] ?? "")", "\(name):\(image.variables["HEARTH_SHARDS"] ?? "")",
            "run:\(image.variables["HEARTH_RUN"] ?? "")",
        ]
        // Only one service has secrets.
        let own = Self.secrets(of: name).map { ["./secrets:\($0):ro"] } ?? []
        return Set(mounts) == Set(required + own)
            && mounts.count == Set(mounts).count && volumes.contains(name)
    }

    func isRight(health: Block, of name: String) -> Bool {
        isRight(health: health, test: ["CMD", "hearth", "status", name])
    }

    func isRight(health: Block, test: [String]) -> Bool {
        guard Set(health.keys) == ["test", "interval", "timeout", "retries", "start_period"],
            let interval = Amount.seconds(health["interval"]), let timeout = Amount.seconds(health["timeout"]),
            let retries = health["retries"] as? Int, let start = Amount.seconds(health["start_period"])
        else { return false }
        return health["test"] as? [String] == test && image.executables.contains("hearth")
            && (1...60).contains(interval) && (1...interval).contains(timeout) && (1...10).contains(retries)
            && (5...300).contains(start)
    }
}
