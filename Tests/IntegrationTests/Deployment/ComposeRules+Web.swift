/// The block of the web server: it has no shard, and a port for browsers.
extension ComposeRules {
    /// Where it listens when nothing else is said.
    private static let webPort = 8787

    /// What differs from a service's block.
    var webRules: [String: (Any) -> Bool] {
        let (data, run) = (image.variables["HEARTH_DATA"] ?? "", image.variables["HEARTH_RUN"] ?? "")
        let port = Self.webPort
        return [
            "command": { command in
                command as? [String] == [DeployedSuite.web, "--listen", "0.0.0.0:\(port)"]
                    && image.executables.contains(DeployedSuite.web)
            },
            "network_mode": { $0 as? String == "bridge" },
            // On the host's own address alone, unless it says otherwise.
            "ports": { $0 as? [String] == ["${HEARTH_WEB_ADDRESS:-127.0.0.1}:\(port):\(port)"] },
            // It reads the keys of callers, and writes nothing.
            "volumes": { $0 as? [String] == ["household:\(data):ro", "run:\(run)"] },
        ]
    }
}
