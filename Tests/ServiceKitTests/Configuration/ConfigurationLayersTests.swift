import Logging
import ServiceKit
import TestSupport
import Testing

struct ConfigurationLayersTests {
    private func layers(
        flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil, part: String? = nil
    ) throws -> ConfigurationLayers {
        let directory = try TemporaryDirectory()
        let read = try file.map { try configurationFile($0, in: directory) }
        return ConfigurationLayers(flags: flags, environment: environment, file: read, part: part)
    }

    @Test
    func `a flag goes before a variable, a variable before the file, the file before the default`() throws {
        let file = "log-level: error"
        let variable = ["HEARTH_LOG_LEVEL": "warning"]
        let all = try layers(flags: ["log-level": "debug"], environment: variable, file: file)
        #expect(try all.value(of: CommonSettings.logLevel, default: .info).value == .debug)
        let two = try layers(environment: variable, file: file)
        #expect(try two.value(of: CommonSettings.logLevel, default: .info).value == .warning)
        let one = try layers(file: file)
        #expect(try one.value(of: CommonSettings.logLevel, default: .info).value == .error)
        let none = try layers()
        let standard = try none.value(of: CommonSettings.logLevel, default: .info)
        #expect(standard.value == .info)
        #expect(standard.source == .standard)
    }

    @Test
    func `a service's part of the file goes before its top`() throws {
        let file = "log-level: error\ncatalog:\n  log-level: trace\n"
        let catalog = try layers(file: file, part: "catalog")
        #expect(try catalog.value(of: CommonSettings.logLevel, default: .info).value == .trace)
        let profiles = try layers(file: file, part: "profiles")
        #expect(try profiles.value(of: CommonSettings.logLevel, default: .info).value == .error)
    }

    @Test
    func `a wrong value is refused where it stands, and nothing weaker stands in for it`() throws {
        let layers = try layers(environment: ["HEARTH_DRAIN_SECONDS": "soon"], file: "drain-seconds: 7")
        let error = #expect(throws: ConfigurationError.self) {
            try layers.value(of: CommonSettings.drainSeconds, default: 10)
        }
        #expect(
            error?.description
                == "drain-seconds: \"soon\" (from HEARTH_DRAIN_SECONDS) is not right; it takes a whole number from 0 to 600"
        )
    }

    @Test(arguments: ["-1", "601", "7.5", "", " 7", "0x7", "99999999999999999999"])
    func `values out of range are refused`(value: String) throws {
        let layers = try layers(flags: ["drain-seconds": value])
        #expect(throws: ConfigurationError.self) {
            try layers.value(of: CommonSettings.drainSeconds, default: 10)
        }
    }

    @Test
    func `numbers in YAML are numbers, and a list where one value belongs is refused`() throws {
        let right = try layers(file: "drain-seconds: 7")
        #expect(try right.value(of: CommonSettings.drainSeconds, default: 10).value == 7)
        let wrong = try layers(file: "drain-seconds: [7]")
        let error = #expect(throws: ConfigurationError.self) {
            try wrong.value(of: CommonSettings.drainSeconds, default: 10)
        }
        #expect(error?.description.contains("drain-seconds: \"a list\"") == true)
    }

    @Test
    func `a list is a YAML list in the file, and words between commas elsewhere`() throws {
        let names = Setting<[String]>(list: "services", help: "", allowed: "names") { $0 }
        #expect(
            try layers(file: "services: [profiles, catalog]").configured(names)?.value == ["profiles", "catalog"])
        #expect(try layers(file: "services: profiles").configured(names)?.value == ["profiles"])
        #expect(
            try layers(environment: ["HEARTH_SERVICES": "profiles, catalog"]).configured(names)?.value == [
                "profiles", "catalog",
            ])
    }

    @Test
    func `an empty variable counts as not set`() throws {
        let layers = try layers(environment: ["HEARTH_LOG_LEVEL": ""], file: "log-level: error")
        #expect(try layers.value(of: CommonSettings.logLevel, default: .info).value == .error)
    }

    @Test
    func `a secret's value is in no error`() throws {
        let password = Setting<String>("password", help: "", allowed: "at least 8 letters", isSecret: true) { _ in nil }
        let layers = try layers(environment: ["HEARTH_PASSWORD": "hunter2"])
        let error = #expect(throws: ConfigurationError.self) { try layers.configured(password) }
        #expect(error?.description.contains("hunter2") == false)
        #expect(error?.description.contains("HEARTH_PASSWORD") == true)
    }

    @Test
    func `what has no default must be said`() throws {
        let layers = try layers()
        let error = #expect(throws: ConfigurationError.self) { try layers.required(CommonSettings.listen) }
        #expect(error?.description.contains("--listen") == true)
        #expect(error?.description.contains("HEARTH_LISTEN") == true)
    }

    @Test(arguments: [
        "tcp://box:80", "tcp://127.0.0.1", "tcp://127.0.0.1:0", "tcp://127.0.0.1:70000", "127.0.0.1:80",
        "tcp://10.0.0:80", "tcp://10.0.0.256:80", "tcp://*:80", "tcp://eth0:80", "ipc:///x", "tcp://10.0.0.+1:80",
    ])
    func `only an IPv4 address and a port can be listened on`(address: String) throws {
        let layers = try layers(flags: ["listen": address])
        #expect(throws: ConfigurationError.self) { try layers.required(CommonSettings.listen) }
    }

    @Test(arguments: ["tcp://10.0.0.5:80", "tcp://010.0.0.05:0080"])
    func `what is listened on is written in full`(address: String) throws {
        let layers = try layers(flags: ["listen": address])
        #expect(try layers.required(CommonSettings.listen).value == "tcp://10.0.0.5:80")
    }
}

/// Writes a configuration file and reads it with the standard settings.
func configurationFile(_ text: String, in directory: TemporaryDirectory) throws -> ConfigurationFile {
    try ConfigurationFile(
        path: try directory.write(text, to: "hearth.yaml"), settings: CommonSettings.names,
        topSettings: ["services"], parts: ["catalog", "profiles"])
}
