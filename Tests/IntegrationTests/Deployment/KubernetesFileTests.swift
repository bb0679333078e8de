import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing
import Yams

/// The files of deploy/kubernetes: no cluster runs here, so they are read, held against the services' own settings, and validated
/// with Kubernetes' schemas; and so that the rules are worth something, every mutation of every field must be found.
struct KubernetesFileTests {
    private let suite: DeployedSuite
    private let rules: KubernetesRules

    init() throws {
        suite = try DeployedSuite()
        rules = KubernetesRules(suite: suite, image: ImageFacts(try suite.text(ImageFacts.path)))
    }

    @Test
    func `the manifests of each service are right`() throws {
        for name in KubernetesRules.pods(of: suite).sorted() {
            #expect(rules.problems(try KubernetesRules.load(suite, name), of: name) == [], "\(name)")
        }
    }

    @Test
    func `every mutation of the manifests is found`() throws {
        for name in KubernetesRules.pods(of: suite).sorted() {
            let resources = try KubernetesRules.load(suite, name)
            let all = mutations(of: resources, at: name)
            #expect(all.count > 300)
            let missed = all.filter { mutation in
                guard let changed = mutation.value as? [[String: Any]] else { return false }
                return rules.problems(changed, of: name).isEmpty
            }
            #expect(missed.map(\.place) == [])
        }
    }

    /// What must be found by name, so that the general mutations are known to contain it.
    @Test
    func `a missing probe, a privileged container and a wrong port are found`() throws {
        func problems(_ change: (inout [String: Any]) -> Void) throws -> [String] {
            var resources = try KubernetesRules.load(suite, "catalog")
            var spec = resources[1]["spec"] as? [String: Any] ?? [:]
            var template = spec["template"] as? [String: Any] ?? [:]
            var pod = template["spec"] as? [String: Any] ?? [:]
            var containers = pod["containers"] as? [[String: Any]] ?? []
            try #require(containers.count == 1)
            change(&containers[0])
            pod["containers"] = containers
            template["spec"] = pod
            spec["template"] = template
            resources[1]["spec"] = spec
            return rules.problems(resources, of: "catalog")
        }
        let path = "spec.template.spec.containers[catalog]"
        let unchanged = try problems { _ in }
        #expect(unchanged == [])
        let withoutProbe = try problems { $0["livenessProbe"] = nil }
        #expect(withoutProbe.count == 4)
        let privileged = try problems { container in
            let context = container["securityContext"] as? [String: Any] ?? [:]
            container["securityContext"] = context.merging(["privileged": true]) { $1 }
        }
        #expect(privileged == ["nothing is called \(path).securityContext.privileged"])
        let wrongPort = try problems { container in
            container["ports"] = [["name": "rpc", "containerPort": 7002, "protocol": "TCP"] as [String: Any]]
        }
        #expect(wrongPort == ["\(path).ports[rpc].containerPort: 7002"])
    }

    @Test
    func `kustomize is given every file, and pods of the restricted kind alone are let in`() throws {
        let folder = suite.checkout.appending(path: KubernetesRules.folder).path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "kustomization.yaml" }
        let kustomization =
            try Yams.load(yaml: try suite.text("\(KubernetesRules.folder)/kustomization.yaml")) as? [String: Any] ?? [:]
        #expect(Set(kustomization["resources"] as? [String] ?? []) == Set(files))
        #expect(
            Set(files) == Set(KubernetesRules.pods(of: suite).union(["namespace", "network"]).map { "\($0).yaml" }))
        let namespace = Leaves(try KubernetesRules.load(suite, "namespace")[0]).values
        #expect(namespace["metadata.name"] == "\"\(kustomization["namespace"] as? String ?? "")\"")
        #expect(namespace["metadata.labels.pod-security.kubernetes.io/enforce"] == "\"restricted\"")
    }

    @Test
    func `the network policies deny what no policy allows, and let out those that ask servers`() throws {
        let policies = try KubernetesRules.load(suite, "network").map { Leaves($0).values }
        let byName = Dictionary(uniqueKeysWithValues: policies.map { ($0["metadata.name"] ?? "", $0) })
        #expect(byName.keys.sorted() == ["\"browsers\"", "\"calls\"", "\"deny\"", "\"internet\"", "\"metrics\""])
        #expect(
            byName["\"deny\""]?.filter { $0.key.hasPrefix("spec.") } == [
                "spec.podSelector": "{}", "spec.policyTypes": "\"Ingress\" \"Egress\"",
            ])
        let internet = try #require(byName["\"internet\""])
        let outward = DeployedSuite.outward.union([DeployedSuite.web]).sorted().map { "\"\($0)\"" }.joined(
            separator: " ")
        #expect(internet["spec.podSelector.matchExpressions[0].values"] == outward)
        let browsers = try #require(byName["\"browsers\""])
        #expect(browsers["spec.podSelector.matchLabels.app.kubernetes.io/name"] == "\"\(DeployedSuite.web)\"")
        let ports = policies.flatMap { policy in policy.filter { $0.key.hasSuffix(".port") }.map(\.value) }
        #expect(
            Set(ports) == [
                "\(KubernetesRules.port)", "\(KubernetesRules.exporterPort)", "\(KubernetesRules.webPort)", "53",
            ])
    }

    @Test
    func `keys are made for every service, and every service's package says what it is`() throws {
        let script = try suite.text("deploy/kubernetes/make-secrets")
        let names = try #require(script.firstMatch(of: /services=\(([^)]*)\)/)).1.split(separator: " ").map(String.init)
        #expect(Set(names) == KubernetesRules.pods(of: suite))
        let package = try suite.text("deploy/debian/build-package")
        for name in KubernetesRules.pods(of: suite) {
            #expect(package.contains("        \(name)) echo \"household media backend: "))
        }
    }

    @Test
    func `the schemas of Kubernetes accept every manifest`() async throws {
        let validator = suite.checkout.appending(path: ".venv-test/bin/kubernetes-validate").path
        try #require(FileManager.default.isExecutableFile(atPath: validator), "run scripts/setup --tests")
        let folder = suite.checkout.appending(path: KubernetesRules.folder).path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "kustomization.yaml" }
        let result = try await Subprocess.run(
            .path(FilePath(validator)),
            arguments: Arguments(["--strict", "--quiet"] + files.map { "\(folder)/\($0)" }),
            output: .string(limit: 1 << 20), error: .combinedWithOutput)
        #expect(result.terminationStatus == .exited(0), "\(result.standardOutput)")
    }
}
