import Foundation
import ServiceKit

/// The unit of one service, held against the service's own settings. Every key that may be there is named here.
struct UnitRules {
    let suite: DeployedSuite
    let service: String

    static let folder = "deploy/systemd"
    static let template = "\(folder)/hearth@.service"
    static let executables = "/usr/lib/hearth"

    /// The template and the drop-ins of one service.
    static func files(_ suite: DeployedSuite, _ service: String) throws -> [UnitFile] {
        let folder = "\(folder)/hearth@\(service).service.d"
        let path = suite.checkout.appending(path: folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
        return try ([template] + names.map { "\(folder)/\($0)" }).map { UnitFile(try suite.text($0)) }
    }

    /// What only root may do, and what a service does not do: `yes` in `[Service]`.
    private static let forbidden: Set<String> = [
        "PrivateTmp", "PrivateDevices", "PrivateUsers", "PrivateIPC", "ProtectHome", "ProtectClock", "ProtectHostname",
        "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables", "ProtectControlGroups",
        "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "RemoveIPC", "LockPersonality",
        "MemoryDenyWriteExecute", "NoNewPrivileges",
    ]

    /// What has to be there word by word, beside the amounts and the command.
    private static let fixed: [String: String] = [
        "Type": "notify", "Restart": "on-failure", "User": "hearth", "Group": "hearth", "UMask": "0077",
        "StateDirectoryMode": "0700", "RuntimeDirectoryMode": "0700", "RuntimeDirectoryPreserve": "yes",
        "ProtectSystem": "strict", "ProtectProc": "invisible", "ProcSubset": "pid", "DevicePolicy": "closed",
        "KeyringMode": "private", "SystemCallArchitectures": "native", "SystemCallErrorNumber": "EPERM",
        "LimitCORE": "0",
    ]

    /// What is wrong with the unit; nothing when it is right.
    func problems(_ unit: UnitFile) -> [String] {
        let rules = unitRules.merging(serviceRules(unit)) { rule, _ in rule }
        let keys = Set(unit.assignments.map { "\($0.section).\($0.key)" })
        return keys.filter { rules[$0] == nil }.map { "nothing is called \($0)" }
            + rules.compactMap { key, isRight in
                let parts = key.split(separator: ".").map(String.init)
                guard keys.contains(key) else { return "\(key) is missing" }
                let values = unit.values(parts[0], parts[1])
                return isRight(values) ? nil : "\(key): \(values)"
            }
    }

    private typealias Rule = ([String]) -> Bool

    private func amount(_ range: ClosedRange<Int>, _ read: @escaping (Any?) -> Int? = Amount.seconds) -> Rule {
        { values in values.count == 1 && read(values[0]).map(range.contains) == true }
    }

    private var unitRules: [String: Rule] {
        [
            "Unit.Description": { $0 == ["Hearth %i"] },
            "Unit.Documentation": { $0 == ["file:/usr/share/doc/hearth/operations.md"] },
            "Unit.PartOf": { $0 == ["hearth.target"] },
            "Unit.StartLimitIntervalSec": amount(10...600),
            "Unit.StartLimitBurst": amount(2...20),
            "Install.WantedBy": { $0 == ["hearth.target"] },
        ]
    }

    private func serviceRules(_ unit: UnitFile) -> [String: Rule] {
        let command = unit.command(instance: service)
        let variables = unit.variables
        let settings = suite.settings(of: service, variables, arguments: Array(command.dropFirst()))
        let isOutward = DeployedSuite.outward.union([DeployedSuite.web]).contains(service)
        let sockets = ["AF_UNIX"] + (isOutward ? ["AF_INET AF_INET6"] : [])
        var rules: [String: Rule] = [
            "Service.ExecStart": {
                $0.count == 1 && command.first == "\(Self.executables)/\(service)" && settings != nil
            },
            "Service.Environment": { _ in
                // What systemd makes is what the service is told to use.
                settings?.data.value == "/var/lib/\(unit.values("Service", "StateDirectory").first ?? "")"
                    && settings?.run.value == "/run/\(unit.values("Service", "RuntimeDirectory").first ?? "")"
                    && settings?.logFormat.value == .json && settings?.drainSeconds.source != .standard
                    && variables.count == 4
            },
            "Service.EnvironmentFile": { $0 == ["-/etc/hearth/%i.env"] },
            "Service.StateDirectory": { $0 == ["hearth"] },
            "Service.RuntimeDirectory": { $0 == ["hearth"] },
            "Service.RestartSec": amount(1...60),
            "Service.TimeoutStartSec": amount(10...600),
            "Service.TimeoutStopSec": amount((settings.map(DeployedSuite.longestEnd) ?? 120)...120),
            "Service.WatchdogSec": amount(10...60),
            "Service.RestartPreventExitStatus": { values in
                let codes: [ExitStatus] = [.usage, .notPermitted, .configuration]
                return values == [codes.map { "\($0.rawValue)" }.joined(separator: " ")]
            },
            "Service.MemoryMax": amount(256 << 20...4 << 30, Amount.bytes),
            "Service.TasksMax": amount(32...1024),
            "Service.LimitNOFILE": amount(1024...65536),
            "Service.PrivateNetwork": { $0.last == (isOutward ? "no" : "yes") },
            "Service.IPAddressDeny": { $0 == (isOutward ? [] : ["any"]) },
            "Service.RestrictAddressFamilies": { $0 == sockets },
            "Service.CapabilityBoundingSet": { $0.isEmpty },
            "Service.AmbientCapabilities": { $0.isEmpty },
            "Service.SystemCallFilter": {
                $0 == ["@system-service", "~@privileged @resources", "sched_setscheduler setpriority"]
            },
        ]
        if service == DeployedSuite.keyed {
            // Loaded where they are there, and empty where they are not: then the unit starts without them.
            let secrets = ServiceSettings.ownSecrets[service, default: []].sorted()
            rules["Service.LoadCredential"] = { $0 == secrets.map { "\($0):/etc/hearth/\($0)" } }
            rules["Service.SetCredential"] = { $0 == secrets.map { "\($0):\\n" } }
        }
        for key in Self.forbidden { rules["Service.\(key)"] = { $0 == ["yes"] } }
        for (key, value) in Self.fixed { rules["Service.\(key)"] = { $0 == [value] } }
        return rules
    }
}
