import Foundation

// The block of `hearth metrics`, which is no service: it has no settings of its own and no shards.
extension ComposeRules {
    /// What differs from a service's block.
    var exporterRules: [String: (Any) -> Bool] {
        let (data, run) = (image.variables["HEARTH_DATA"] ?? "", image.variables["HEARTH_RUN"] ?? "")
        let port = KubernetesRules.exporterPort
        return [
            "command": { command in
                command as? [String] == ["hearth", "metrics", "--listen", "0.0.0.0:\(port)", "--host", "localhost"]
                    && image.executables.contains("hearth")
            },
            "network_mode": { $0 as? String == "bridge" },
            // On the host's own address alone, unless it says otherwise.
            "ports": { $0 as? [String] == ["${HEARTH_METRICS_ADDRESS:-127.0.0.1}:\(port):\(port)"] },
            "stop_grace_period": { grace in Amount.seconds(grace).map((5...120).contains) == true },
            "environment": { $0 as? [String: String] == ["HEARTH_DATA": data, "HEARTH_RUN": run, "TMPDIR": "/tmp"] },
            // It reads the keys of callers; the owner key is in the run directory.
            "volumes": { $0 as? [String] == ["household:\(data):ro", "run:\(run)"] },
            "healthcheck": { isRight(health: $0 as? Block ?? [:], test: Self.probe(port: port)) },
        ]
    }

    /// The image's shell asks for `/healthz`.
    static func probe(port: Int) -> [String] {
        let request = #"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"#
        return [
            "CMD", "bash", "-c",
            "exec 3<>/dev/tcp/127.0.0.1/\(port) && printf '\(request)' >&3 && grep -q '^HTTP/1.1 200' <&3",
        ]
    }
}
