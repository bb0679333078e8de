import ArgumentParser
import HearthModel
import Logging
import RPC
import ServiceKit
import TestSupport
import Testing
import TraceExport

struct ServiceSettingsTests {
    @Test
    func `everything has a default, in the user's own directories`() throws {
        let settings = try ServiceSettings(
            options: try ServiceOptions.parse([]),
            environment: ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/7"],
            service: "catalog")
        #expect(settings.data.value == "/home/ada/.local/share/hearth")
        #expect(settings.run.value == "/run/user/7/hearth")
        #expect(settings.household.value == "home")
        #expect(settings.logLevel.value == .info)
        #expect(settings.logFormat.value == .text)
        #expect(settings.listen.value == nil)
        #expect(settings.drainSeconds.value == 10)
        #expect(settings.openCalls.value == 8_192)
        #expect(settings.callsPerSecond.value == 10_000)
        #expect(settings.file == nil)
        #expect(settings.table.allSatisfy { $0.source == .standard })
    }

    @Test
    func `without XDG directories the run directory is the user's own in the one for temporary files`() {
        let plain = DefaultDirectories(environment: ["HOME": "/home/ada"])
        #expect(plain.run.hasPrefix("/tmp/hearth-"))
        let elsewhere = DefaultDirectories(environment: ["HOME": "/home/ada", "TMPDIR": "/scratch/"])
        #expect(elsewhere.run.hasPrefix("/scratch/hearth-"))
        let data = DefaultDirectories(environment: ["HOME": "/home/ada", "XDG_DATA_HOME": "/data"])
        #expect(data.data == "/data/hearth")
        // A relative path is not set (XDG Base Directory Specification).
        #expect(
            DefaultDirectories(environment: ["HOME": "/home/ada", "XDG_DATA_HOME": "data"]).data
                == "/home/ada/.local/share/hearth")
    }

    @Test
    func `the table says where each value came from`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("drain-seconds: 3\ncatalog:\n  log-format: json\n", to: "hearth.yaml")
        let settings = try ServiceSettings(
            options: try ServiceOptions.parse(["--run", "/run/h", "--config", path]),
            environment: ["HOME": "/home/ada", "HEARTH_DATA": "/data"], service: "catalog")
        let sources = Dictionary(uniqueKeysWithValues: settings.table.map { ($0.name, $0.source) })
        #expect(sources["run"] == .flag("run"))
        #expect(sources["data"] == .environment("HEARTH_DATA"))
        #expect(sources["drain-seconds"] == .file(path, key: "drain-seconds"))
        #expect(sources["log-format"] == .file(path, key: "catalog.log-format"))
        #expect(sources["household"] == .standard)
    }

    @Test
    func `the user's own file is read without being named, and HEARTH_CONFIG names another`() throws {
        let directory = try TemporaryDirectory()
        try directory.directory("hearth")
        let own = try directory.write("drain-seconds: 3\n", to: "hearth/hearth.yaml")
        let other = try directory.write("drain-seconds: 4\n", to: "other.yaml")
        var environment = ["HOME": "/home/ada", "XDG_CONFIG_HOME": directory.path]
        let first = try ServiceSettings(options: try ServiceOptions.parse([]), environment: environment, service: nil)
        #expect(first.file == own)
        #expect(first.drainSeconds.value == 3)
        environment["HEARTH_CONFIG"] = other
        let second = try ServiceSettings(options: try ServiceOptions.parse([]), environment: environment, service: nil)
        #expect(second.drainSeconds.value == 4)
    }

    /// The contract of catalog, as far as this test needs one.
    private enum CalledService: ServiceContract {
        static let serviceName = "catalog"
        static let name = "test.v1.Shelf"
        static let requests: [any RPCMethod.Type] = [Search.self]

        struct Search: RPCRequest {
            typealias Service = CalledService
            typealias Response = Empty
            static let method = "Search"
            static let safety = CallSafety.readOnly
        }
    }

    /// A service whose calls no entry configures.
    private enum UnconfiguredService: ServiceContract {
        static let serviceName = "scheduler"
        static let name = CalledService.name
        static let requests = CalledService.requests
    }

    private func callSettings(_ text: String) throws -> ServiceSettings {
        try ServiceSettings(
            options: try ServiceOptions.parse([]), environment: ["HOME": "/home/ada", "HEARTH_CALLS": text],
            service: "profiles")
    }

    @Test
    func `how services are called is read by name, and told to those who ask them`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            "calls:\n  - catalog timeout=2s attempts=1\n  - catalog/Search wait-for-ready=yes\n", to: "hearth.yaml")
        let settings = try ServiceSettings(
            options: try ServiceOptions.parse(["--config", file]), environment: ["HOME": "/home/ada"],
            service: "profiles")
        let expected = CallPolicyOverrides([
            "test.v1.Shelf": CallPolicyOverride(timeout: .seconds(2), attempts: 1),
            "test.v1.Shelf/Search": CallPolicyOverride(waitForReady: true),
        ])
        #expect(try settings.overrides(calling: [CalledService.self]) == expected)
        #expect(try settings.overrides(calling: [UnconfiguredService.self]) == .none)
        #expect(
            settings.table.contains { $0.value == "catalog timeout=2s attempts=1, catalog/Search wait-for-ready=yes" })
        let variable = try callSettings("catalog timeout=50ms, catalog/Search attempts=10 wait-for-ready=no")
        let said = try variable.overrides(calling: [CalledService.self]).override(of: .of(CalledService.Search.self))
        #expect(said == CallPolicyOverride(timeout: .milliseconds(50), attempts: 10, waitForReady: false))
    }

    @Test(arguments: [
        "catlog timeout=2s", "catalog", "catalog timeout=2", "catalog timeout=0s", "catalog timeout=601s",
        "catalog attempts=0", "catalog attempts=11", "catalog wait-for-ready=maybe", "catalog tries=2",
        "catalog/ attempts=1", "catalog/Search/x attempts=1", "catalog timeout",
    ])
    func `what is not right about calls is refused`(text: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try callSettings(text) }
        #expect(error.description.contains("calls: \"\(text)\" (from HEARTH_CALLS)"))
        #expect(error.description.contains("metadata-gateway"))
    }

    @Test
    func `a method that the service does not have is refused, with the one that may be meant`() throws {
        let settings = try callSettings("catalog/Serch attempts=1")
        let error = try #require(throws: ConfigurationError.self) {
            try settings.overrides(calling: [CalledService.self])
        }
        #expect(error.description.contains("catalog/Serch"))
        #expect(error.description.contains("Search"))
    }

    @Test(arguments: ["0", "-1", "many", "1000001"])
    func `calls at a time are a number, and some`(wrong: String) throws {
        func settings(_ value: String) throws -> ServiceSettings {
            let options = try ServiceOptions.parse(["--open-calls=\(value)"])
            return try ServiceSettings(options: options, environment: ["HOME": "/home/ada"], service: "catalog")
        }
        #expect(try settings("100").openCalls.value == 100)
        #expect(throws: ConfigurationError.self) { try settings(wrong) }
    }

    @Test(arguments: ["99", "-1", "many", "10000001"])
    func `calls a second are a number, and some`(wrong: String) throws {
        func settings(_ value: String) throws -> ServiceSettings {
            let options = try ServiceOptions.parse(["--calls-per-second=\(value)"])
            return try ServiceSettings(options: options, environment: ["HOME": "/home/ada"], service: "catalog")
        }
        #expect(try settings("100").callsPerSecond.value == 100)
        #expect(throws: ConfigurationError.self) { try settings(wrong) }
    }

    @Test
    func `traces are sent nowhere unless a collector is named, and a sample is a percentage`() throws {
        func settings(_ variables: [String: String]) throws -> ServiceSettings {
            let all = variables.merging(["HOME": "/home/ada"]) { first, _ in first }
            return try ServiceSettings(options: .parse([]), environment: all, service: "catalog")
        }
        let standard = try settings([:])
        #expect(standard.traceCollector.value == nil && standard.tracePercent.value == .all)
        let some = try settings(["HEARTH_TRACE_COLLECTOR": "http://127.0.0.1:4318", "HEARTH_TRACE_PERCENT": "5"])
        #expect(some.traceCollector.value?.description == "http://127.0.0.1:4318/v1/traces")
        #expect(some.tracePercent.value.percent == 5)
        for wrong in ["101", "-1", "0.5", "all"] {
            #expect(throws: ConfigurationError.self) { try settings(["HEARTH_TRACE_PERCENT": wrong]) }
        }
        for wrong in ["127.0.0.1:4318", "http://ada:word@collector"] {
            #expect(throws: ConfigurationError.self) { try settings(["HEARTH_TRACE_COLLECTOR": wrong]) }
        }
    }

    @Test
    func `a file that is named must be there`() throws {
        let options = try ServiceOptions.parse(["--config", "/nowhere/hearth.yaml"])
        #expect(throws: ConfigurationError.self) {
            try ServiceSettings(options: options, environment: ["HOME": "/home/ada"], service: nil)
        }
    }

    @Test
    func `one file serves the cluster and all services`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("services: [profiles]\nscheduler:\n  log-level: debug\n", to: "hearth.yaml")
        let options = try ServiceOptions.parse(["--config", path])
        let settings = try ServiceSettings(options: options, environment: ["HOME": "/home/ada"], service: "catalog")
        #expect(settings.logLevel.value == .info)
    }

    @Test(arguments: ["../x", "Home", "", "a b"])
    func `a household's name never becomes part of a path unchecked`(name: String) throws {
        let options = try ServiceOptions.parse(["--household", name])
        #expect(throws: ConfigurationError.self) {
            try ServiceSettings(options: options, environment: ["HOME": "/home/ada"], service: nil)
        }
    }
}
