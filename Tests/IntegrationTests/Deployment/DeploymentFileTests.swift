import Foundation
import ServiceKit
import Subprocess
import TestSupport
import Testing

/// The files of deploy/ and compose.yaml: no engine and no systemd runs here, so they are read and held against the
/// services' own settings; and so that the rules are worth something, every mutation of every field must be found.
struct DeploymentFileTests {
    private let suite: DeployedSuite
    private let image: ImageFacts

    init() throws {
        suite = try DeployedSuite()
        image = ImageFacts(try suite.text(ImageFacts.path))
    }

    @Test
    func `there is something to deploy, and every service is known to the configuration file`() {
        #expect(suite.services.isSuperset(of: ["catalog", "profiles"]))
        #expect(suite.services.isSubset(of: ServiceSettings.knownServices))
        #expect(DeployedSuite.outward.isSubset(of: ServiceSettings.knownServices))
    }

    // MARK: compose.yaml

    @Test
    func `compose.yaml is right`() throws {
        #expect(ComposeRules(suite: suite, image: image).problems(try ComposeRules.load(suite)) == [])
    }

    @Test
    func `every mutation of compose.yaml is found`() throws {
        let rules = ComposeRules(suite: suite, image: image)
        // What begins with x- is there to be merged into the blocks, where it is looked at.
        var file = try ComposeRules.load(suite).filter { !$0.key.hasPrefix("x-") }
        let blocks = file["services"] as? [String: ComposeRules.Block] ?? [:]
        let volumes = Set((file["volumes"] as? ComposeRules.Block ?? [:]).keys)
        var missed: [String] = []
        for (service, block) in blocks {
            let all = mutations(of: block, at: service)
            #expect(all.count > 100)
            missed += all.filter {
                rules.problems(of: $0.value as? ComposeRules.Block ?? [:], service, volumes: volumes).isEmpty
            }.map(\.place)
        }
        // And the file around the blocks.
        file["services"] = nil
        let around = rules.problems(file)
        #expect(around == ["the blocks are not the services"])
        missed += mutations(of: file).filter { rules.problems($0.value as? ComposeRules.Block ?? [:]) == around }
            .map(\.place)
        #expect(missed == [])
    }

    // MARK: Units

    @Test
    func `the unit of each service is right, also of those without a drop-in`() throws {
        for service in ServiceSettings.knownServices {
            let files = try UnitRules.files(suite, service)
            let unit = files.dropFirst().reduce(files[0]) { $0.adding($1) }
            #expect(UnitRules(suite: suite, service: service).problems(unit) == [], "\(service)")
            #expect((files.count == 2) == DeployedSuite.outward.union([DeployedSuite.web]).contains(service))
        }
    }

    @Test(arguments: ServiceSettings.knownServices.sorted())
    func `every mutation of every line of a unit is found`(service: String) throws {
        let files = try UnitRules.files(suite, service)
        let rules = UnitRules(suite: suite, service: service)
        let unit = files.dropFirst().reduce(files[0]) { $0.adding($1) }
        var missed: [String] = []
        for (index, line) in unit.assignments.enumerated() {
            // What a drop-in overrules does not count.
            let isOverruled = unit.assignments.dropFirst(index + 1).contains {
                $0.section == line.section && $0.key == line.key && (line.key == "PrivateNetwork" || $0.value.isEmpty)
            }
            guard !isOverruled else { continue }
            var without = unit
            without.assignments.remove(at: index)
            if rules.problems(without).isEmpty { missed.append("without \(line.key)") }
            for value in [line.value + "x", "x" + line.value, "-1"] {
                var changed = unit
                changed.assignments[index].value = value
                if rules.problems(changed).isEmpty { missed.append("\(line.key)=\(value)") }
            }
            var misspelt = unit
            misspelt.assignments[index].key += "x"
            if rules.problems(misspelt).isEmpty { missed.append("\(line.key)x") }
        }
        #expect(missed == [])
    }

    @Test
    func `the health unit asks its service, with the services' directories and as their user`() throws {
        let unit = UnitFile(try suite.text("\(UnitRules.folder)/hearth-health@.service"))
        let service = UnitFile(try suite.text(UnitRules.template))
        #expect(unit.command(instance: "catalog") == ["\(UnitRules.executables)/hearth", "status", "catalog"])
        #expect(unit.values("Service", "Type") == ["oneshot"])
        for (name, value) in unit.variables { #expect(service.variables[name] == value, "\(name)") }
        #expect(Set(unit.variables.keys) == ["HEARTH_DATA", "HEARTH_RUN"])
        for key in ["User", "Group", "UMask"] {
            #expect(unit.values("Service", key) == service.values("Service", key))
        }
        let timer = UnitFile(try suite.text("\(UnitRules.folder)/hearth-health@.timer"))
        #expect(timer.values("Timer", "OnUnitActiveSec") == ["1min"])
        #expect(timer.values("Install", "WantedBy") == ["hearth.target"])
    }

    @Test(arguments: ServiceSettings.knownServices.sorted())
    func `systemd takes the units, and finds them hardened`(service: String) async throws {
        let directory = try TemporaryDirectory()
        let manager = FileManager.default
        let system = try directory.directory("etc/systemd")
        try manager.copyItem(
            at: suite.checkout.appending(path: UnitRules.folder), to: URL(filePath: system).appending(path: "system"))
        // What the units refer to: the machine's own targets, and the executable.
        try directory.directory("lib/systemd")
        try manager.copyItem(atPath: "/lib/systemd/system", toPath: directory.path("lib/systemd/system"))
        let programs = try directory.directory(String(UnitRules.executables.dropFirst()))
        try manager.copyItem(atPath: "/usr/bin/true", toPath: "\(programs)/\(service)")
        let unit = "hearth@\(service).service"
        for arguments in [
            ["verify", "--root=\(directory.path)", unit],
            // The threshold is in tenths.
            ["security", "--offline=true", "--threshold=20", "--root=\(directory.path)", unit],
        ] {
            let result = try await Subprocess.run(
                .name("systemd-analyze"), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
                error: .combinedWithOutput)
            #expect(result.terminationStatus == .exited(0), "\(result.standardOutput)")
        }
    }

    // MARK: Dockerfile

    @Test
    func `the commands for systemd install and enable every service`() throws {
        let lines = try suite.text("docs/operations.md").split(separator: "\n")
        let install = try #require(lines.first { $0.contains("install -D -t /usr/lib/hearth") })
        #expect(Set(install.split(separator: " ").map(String.init)).isSuperset(of: suite.services.union(["hearth"])))
        let enable = try #require(lines.first { $0.contains("hearth@{") })
        let names = enable.split(separator: "{").last?.split(separator: "}").first?.split(separator: ",")
        #expect(Set(try #require(names).map(String.init)) == suite.services.union([DeployedSuite.web]))
    }

    @Test
    func `the Dockerfile is right`() async throws {
        let libraries = try await LinkedLibraries.packages(of: image.executables)
        #expect(try ImageRules(suite: suite, libraries: libraries).problems(image) == [])
    }

    @Test
    func `every mutation of the Dockerfile is found`() async throws {
        let rules = ImageRules(suite: suite, libraries: try await LinkedLibraries.packages(of: image.executables))
        var missed: [String] = []
        for (number, instruction) in image.instructions.enumerated() {
            var without = image
            without.instructions.remove(at: number)
            if try rules.problems(without).isEmpty { missed.append("without \(instruction.name)") }
            for (place, command) in instruction.commands.enumerated() {
                for (index, word) in command.enumerated() {
                    var changed = image
                    changed.instructions[number].commands[place][index] += "x"
                    if try rules.problems(changed).isEmpty { missed.append("\(word)x") }
                    var shorter = image
                    shorter.instructions[number].commands[place].remove(at: index)
                    if try rules.problems(shorter).isEmpty { missed.append("without \(word)") }
                }
            }
        }
        #expect(missed == [])
    }
}
