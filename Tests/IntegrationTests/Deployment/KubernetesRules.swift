import ServiceKit
import Yams

/// The manifests of deploy/kubernetes, held against the services' own settings, the image and each other. Every field that may
/// be there is named here, so that a misspelt one is found as well as a wrong value.
struct KubernetesRules {
    let suite: DeployedSuite
    let image: ImageFacts

    static let folder = "deploy/kubernetes/base"
    static let port = 7001
    static let exporterPort = 9464
    static let drainSeconds = "10"
    static let webPort = 8787

    /// The services and the web server: each has a file, a pod and keys.
    static func pods(of suite: DeployedSuite) -> Set<String> { suite.services.union([DeployedSuite.web]) }

    /// The resources of a file.
    static func load(_ suite: DeployedSuite, _ name: String) throws -> [[String: Any]] {
        try Yams.load_all(yaml: try suite.text("\(folder)/\(name).yaml")).map { $0 as? [String: Any] ?? [:] }
    }

    /// What is wrong with the file of one service; nothing when it is right.
    func problems(_ resources: [[String: Any]], of name: String) -> [String] {
        guard resources.count == 2 else { return ["\(resources.count) resources"] }
        return Leaves(resources[0]).problems(address(of: name)) + Leaves(resources[1]).problems(pods(of: name))
    }

    private typealias Rules = [String: Leaves.Rule]

    private func labels(of name: String, at path: String) -> Rules {
        [
            "\(path).app.kubernetes.io/name": Leaves.exactly(name),
            "\(path).app.kubernetes.io/part-of": Leaves.exactly("hearth"),
        ]
    }

    /// The `Service`.
    private func address(of name: String) -> Rules {
        var rules: Rules = [
            "apiVersion": Leaves.exactly("v1"), "kind": Leaves.exactly("Service"),
            "metadata.name": Leaves.exactly(name),
        ]
        rules.merge(labels(of: name, at: "metadata.labels")) { $1 }
        rules.merge(labels(of: name, at: "spec.selector")) { $1 }
        let more = ["profiles": (DeployedSuite.exporter, Self.exporterPort), DeployedSuite.web: ("http", Self.webPort)]
        let ports = [("rpc", Self.port)] + (more[name].map { [$0] } ?? [])
        for (port, number) in ports {
            rules["spec.ports[\(port)].name"] = Leaves.exactly(port)
            rules["spec.ports[\(port)].targetPort"] = Leaves.exactly(port)
            rules["spec.ports[\(port)].protocol"] = Leaves.exactly("TCP")
            rules["spec.ports[\(port)].port"] = Leaves.plain("\(number)")
        }
        return rules
    }

    /// The `StatefulSet`, or the `Deployment` of the web server, which has nothing to keep.
    private func pods(of name: String) -> Rules {
        let keepsData = name != DeployedSuite.web
        var rules: Rules = [
            "apiVersion": Leaves.exactly("apps/v1"), "kind": Leaves.exactly(keepsData ? "StatefulSet" : "Deployment"),
            "metadata.name": Leaves.exactly(name), "spec.replicas": Leaves.plain("1"),
        ]
        if keepsData {
            rules["spec.serviceName"] = Leaves.exactly(name)
            let claim = "spec.volumeClaimTemplates[0]"
            rules["\(claim).metadata.name"] = Leaves.exactly("data")
            rules["\(claim).spec.accessModes"] = Leaves.exactly("ReadWriteOncePod")
            rules["\(claim).spec.resources.requests.storage"] = Leaves.bytes(1 << 30...1 << 40)
        }
        for path in ["metadata.labels", "spec.selector.matchLabels", "spec.template.metadata.labels"] {
            rules.merge(labels(of: name, at: path)) { $1 }
        }
        let pod = podFields(of: name).merging(volumes(of: name)) { $1 }
            .merging(keysContainer(of: name)) { $1 }.merging(serviceContainer(of: name)) { $1 }
            .merging(name == "profiles" ? exporterContainer() : [:]) { $1 }
        for (path, rule) in pod { rules["spec.template.spec.\(path)"] = rule }
        return rules
    }

    private func podFields(of name: String) -> Rules {
        let id = image.user.split(separator: ":").map(String.init)
        let settings = suite.settings(of: name, ["HEARTH_DRAIN_SECONDS": Self.drainSeconds])
        return [
            "automountServiceAccountToken": Leaves.plain("false"), "enableServiceLinks": Leaves.plain("false"),
            "terminationGracePeriodSeconds": Leaves.number((settings.map(DeployedSuite.longestEnd) ?? 120)...120),
            "securityContext.runAsNonRoot": Leaves.plain("true"),
            "securityContext.runAsUser": Leaves.plain(id.first ?? ""),
            "securityContext.runAsGroup": Leaves.plain(id.last ?? ""),
            "securityContext.fsGroup": Leaves.plain(id.last ?? ""),
            "securityContext.fsGroupChangePolicy": Leaves.exactly("OnRootMismatch"),
            "securityContext.seccompProfile.type": Leaves.exactly("RuntimeDefault"),
        ]
    }

    private func volumes(of name: String) -> Rules {
        var rules: Rules = [
            "volumes[run].name": Leaves.exactly("run"), "volumes[tmp].name": Leaves.exactly("tmp"),
            "volumes[run].emptyDir.medium": Leaves.exactly("Memory"),
            "volumes[run].emptyDir.sizeLimit": Leaves.bytes(8 << 20...1 << 30),
            "volumes[tmp].emptyDir.sizeLimit": Leaves.bytes(64 << 20...4 << 30),
        ]
        for secret in Self.secrets(of: name) {
            rules["volumes[\(secret)].name"] = Leaves.exactly(secret)
            rules["volumes[\(secret)].secret.secretName"] = Leaves.exactly("\(name)-\(secret)")
            // 0440: the file's group is the pod's.
            rules["volumes[\(secret)].secret.defaultMode"] = Leaves.plain("\(0o440)")
        }
        if name == DeployedSuite.web {
            rules["volumes[data].name"] = Leaves.exactly("data")
            rules["volumes[data].emptyDir.medium"] = Leaves.exactly("Memory")
            rules["volumes[data].emptyDir.sizeLimit"] = Leaves.bytes(8 << 20...1 << 30)
        }
        if name == DeployedSuite.keyed {
            rules["volumes[credentials].secret.optional"] = Leaves.plain("true")
        }
        return rules
    }

    /// The secrets that a pod has: the keys for tokens and calls, and what the service's own are.
    static func secrets(of name: String) -> [String] {
        ["tokens", "curve"] + (name == DeployedSuite.keyed ? ["credentials"] : [])
    }
}
