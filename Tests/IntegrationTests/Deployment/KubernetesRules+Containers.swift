import Foundation
import ServiceKit

// The containers of a pod.
extension KubernetesRules {
    private struct Mount {
        var name: String
        var path: String
        var isReadOnly = false
    }

    private func container(
        _ path: String, _ name: String, memory: ClosedRange<Int>, mounts: [Mount]
    ) -> [String: Leaves.Rule] {
        var rules: [String: Leaves.Rule] = [
            "name": Leaves.exactly(name), "image": Leaves.exactly("hearth"),
            "securityContext.allowPrivilegeEscalation": Leaves.plain("false"),
            "securityContext.readOnlyRootFilesystem": Leaves.plain("true"),
            "securityContext.capabilities.drop": Leaves.exactly("ALL"),
            "resources.requests.cpu": Leaves.processors(1...1000),
            "resources.requests.memory": Leaves.bytes(8 << 20...memory.upperBound),
            "resources.limits.cpu": Leaves.processors(100...8000), "resources.limits.memory": Leaves.bytes(memory),
        ]
        for mount in mounts {
            rules["volumeMounts[\(mount.name)].name"] = Leaves.exactly(mount.name)
            rules["volumeMounts[\(mount.name)].mountPath"] = Leaves.exactly(mount.path)
            if mount.isReadOnly { rules["volumeMounts[\(mount.name)].readOnly"] = Leaves.plain("true") }
        }
        return Dictionary(uniqueKeysWithValues: rules.map { ("\(path)[\(name)].\($0.key)", $0.value) })
    }

    /// What copies the keys to where the service finds them, readable by it alone.
    func keysContainer(of name: String) -> [String: Leaves.Rule] {
        let secrets = Self.secrets(of: name).map { Mount(name: $0, path: "/secrets/\($0)", isReadOnly: true) }
        var rules = container(
            "initContainers", "keys", memory: 16 << 20...256 << 20,
            mounts: [Mount(name: "data", path: "/var/lib/hearth"), Mount(name: "run", path: "/run/hearth")] + secrets)
        let keys = "/var/lib/hearth/data/keys"
        let household = name == "profiles" ? "" : " /var/lib/hearth/data/home"
        let credentials = "/run/hearth/credentials"
        let isKeyed = name == DeployedSuite.keyed
        var script = """
            umask 077
            mkdir -p \(keys)/curve\(household)\(isKeyed ? " \(credentials)" : "")
            rm -f \(keys)/*.jwk \(keys)/curve/*
            cp -f /secrets/tokens/* \(keys)/
            cp -f /secrets/curve/* \(keys)/curve/

            """
        if isKeyed {
            script += """
                for file in /secrets/credentials/*; do [ ! -f "$file" ] || cp -f "$file" \(credentials)/; done

                """
        }
        rules["initContainers[keys].command"] = Leaves.exactly("sh", "-euc", script)
        return rules
    }

    /// The service itself.
    func serviceContainer(of name: String) -> [String: Leaves.Rule] {
        var rules = container(
            "containers", name, memory: 256 << 20...4 << 30,
            mounts: [
                Mount(name: "data", path: "/var/lib/hearth"), Mount(name: "run", path: "/run/hearth"),
                Mount(name: "tmp", path: "/tmp"),
            ])
        var fields: [String: Leaves.Rule] = [
            "ports[rpc].name": Leaves.exactly("rpc"), "ports[rpc].containerPort": Leaves.plain("\(Self.port)"),
            "ports[rpc].protocol": Leaves.exactly("TCP"),
        ]
        for (probe, seconds) in [("startupProbe", 1...10), ("readinessProbe", 5...30), ("livenessProbe", 10...60)] {
            // 1: degraded, and yet it serves.
            fields["\(probe).exec.command"] = Leaves.exactly("sh", "-c", "hearth status \(name) || [ $? -eq 1 ]")
            fields["\(probe).periodSeconds"] = Leaves.number(seconds)
            fields["\(probe).timeoutSeconds"] = Leaves.number(2...30)
            fields["\(probe).failureThreshold"] = Leaves.number(2...100)
        }
        var variables = commonVariables(besides: name)
        variables["HEARTH_LOG_FORMAT"] = "json"
        variables["HEARTH_DRAIN_SECONDS"] = Self.drainSeconds
        variables["HEARTH_LISTEN"] = "tcp://0.0.0.0:\(Self.port)"
        if name == DeployedSuite.web {
            fields["ports[http].name"] = Leaves.exactly("http")
            fields["ports[http].protocol"] = Leaves.exactly("TCP")
            fields["ports[http].containerPort"] = Leaves.plain("\(Self.webPort)")
        }
        // The service takes all of it.
        let isTaken = suite.settings(of: name, variables) != nil
        if name == DeployedSuite.keyed { variables["CREDENTIALS_DIRECTORY"] = "/run/hearth/credentials" }
        if name == DeployedSuite.web { variables.merge(Self.webVariables) { $1 } }
        fields.merge(Self.environment(variables)) { $1 }
        fields["command"] = { $0 == "\"\(name)\"" && image.executables.contains(name) && isTaken }
        for (field, rule) in fields { rules["containers[\(name)].\(field)"] = rule }
        return rules
    }

    /// `hearth metrics`, in the pod of profiles.
    func exporterContainer() -> [String: Leaves.Rule] {
        let name = DeployedSuite.exporter
        var rules = container(
            "containers", name, memory: 64 << 20...1 << 30,
            mounts: [
                Mount(name: "data", path: "/var/lib/hearth", isReadOnly: true), Mount(name: "run", path: "/run/hearth"),
                Mount(name: "tmp", path: "/tmp"),
            ])
        var fields: [String: Leaves.Rule] = [
            "command": Leaves.exactly("hearth", name, "--listen", "0.0.0.0:\(Self.exporterPort)", "--host", "profiles"),
            "ports[\(name)].name": Leaves.exactly(name), "ports[\(name)].protocol": Leaves.exactly("TCP"),
            "ports[\(name)].containerPort": Leaves.plain("\(Self.exporterPort)"),
        ]
        for (probe, seconds) in [("startupProbe", 1...10), ("readinessProbe", 5...30), ("livenessProbe", 10...60)] {
            fields["\(probe).httpGet.path"] = Leaves.exactly("/healthz")
            fields["\(probe).httpGet.port"] = Leaves.exactly(name)
            fields["\(probe).periodSeconds"] = Leaves.number(seconds)
            fields["\(probe).failureThreshold"] = Leaves.number(2...100)
        }
        fields.merge(Self.environment(commonVariables(besides: "profiles"))) { $1 }
        for (field, rule) in fields { rules["containers[\(name)].\(field)"] = rule }
        return rules
    }

    /// Where browsers reach it, by which names, and through which proxies.
    private static let webVariables = [
        "HEARTH_WEB_LISTEN": "0.0.0.0:\(webPort)", "HEARTH_WEB_HOSTS": "hearth.example.org",
        "HEARTH_WEB_PROXIES": "10.0.0.0/8",
    ]

    /// Where the data is, and where the other services are. Only the pod of profiles, where `hearth` runs, asks for the web server's
    /// health.
    private func commonVariables(besides name: String) -> [String: String] {
        let asked = name == "profiles" ? Self.pods(of: suite) : suite.services
        let others = asked.subtracting([name]).sorted().map { "\($0)=tcp://\($0):\(Self.port)" }
        return [
            "HEARTH_DATA": "/var/lib/hearth/data", "HEARTH_RUN": "/run/hearth/sockets", "TMPDIR": "/tmp",
            "HEARTH_ENDPOINTS": others.joined(separator: ","),
        ]
    }

    private static func environment(_ variables: [String: String]) -> [String: Leaves.Rule] {
        variables.reduce(into: [:]) { rules, variable in
            rules["env[\(variable.key)].name"] = Leaves.exactly(variable.key)
            rules["env[\(variable.key)].value"] = Leaves.exactly(variable.value)
        }
    }
}
