import ArgumentParser
import ServiceKit
import TestSupport
import Testing

struct ConfigurationFileTests {
    private func error(reading text: String) throws -> String? {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: ConfigurationError.self) { try configurationFile(text, in: directory) }
        return error?.description.replacing(directory.path, with: "")
    }

    @Test
    func `a misspelt key is refused with its line and what was meant`() throws {
        #expect(
            try error(reading: "data: /x\nlog-levle: debug\n")
                == "/hearth.yaml:2:1: there is no setting \"log-levle\"; did you mean \"log-level\"?")
        #expect(
            try error(reading: "catalog:\n  drain-second: 3\n")
                == "/hearth.yaml:2:3: there is no setting \"catalog.drain-second\"; did you mean \"catalog.drain-seconds\"?"
        )
        #expect(
            try error(reading: "catalogue:\n  log-level: debug\n")
                == "/hearth.yaml:1:1: there is no setting \"catalogue\"; did you mean \"catalog\"?")
    }

    @Test
    func `a key that is close to none is refused without a guess`() throws {
        #expect(try error(reading: "colour: red\n") == "/hearth.yaml:1:1: there is no setting \"colour\"")
    }

    @Test
    func `what belongs to the top is refused in a part`() throws {
        #expect(try error(reading: "catalog:\n  services: [catalog]\n")?.contains("catalog.services") == true)
    }

    @Test
    func `a service's own setting stands in its part, and nowhere else`() throws {
        let directory = try TemporaryDirectory()
        func read(_ text: String) throws {
            let path = try directory.write(text, to: "own.yaml")
            _ = try ConfigurationFile(
                path: path, settings: ["data"], parts: ["catalog", "metadata-gateway"],
                ownSettings: ServiceSettings.ownSettings)
        }
        try read("metadata-gateway:\n  tmdb-key: a\n  data: /x\n")
        #expect(throws: ConfigurationError.self) { try read("catalog:\n  tmdb-key: a\n") }
        #expect(throws: ConfigurationError.self) { try read("tmdb-key: a\n") }
        #expect(throws: ConfigurationError.self) { try read("metadata-gateway:\n  tmdb-keys: a\n") }
    }

    @Test(arguments: ["- a\n- b\n", "{", "a: b: c", "\t\u{0}", "data: [\n", "just words", "data: a\ndata: b\n"])
    func `garbage is refused, and says so`(text: String) throws {
        let message = try error(reading: text)
        #expect(message?.hasPrefix("/hearth.yaml") == true)
        #expect(message?.contains("\n") == false)
    }

    @Test
    func `a wrong value is refused with its line and column, also in a service's part`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            "data: /x\ndrain-seconds: soon\ncatalog:\n  log-level: loud\n", to: "hearth.yaml")
        func refusal(_ service: String?) -> String? {
            #expect(throws: ConfigurationError.self) {
                try ServiceSettings(
                    options: try ServiceOptions.parse(["--config", path]), environment: ["HOME": "/home/ada"],
                    service: service)
            }?.description
        }
        #expect(refusal(nil)?.hasPrefix("drain-seconds: \"soon\" (from drain-seconds in \(path):2:16)") == true)
        #expect(refusal("catalog")?.contains("catalog.log-level in \(path):4:14") == true)
        #expect(try error(reading: "a: b: c")?.hasPrefix("/hearth.yaml:1:") == true)
        #expect(try error(reading: "data: [[a]]\n")?.hasPrefix("/hearth.yaml:1:7: data is not a list") == true)
    }

    @Test
    func `a service's part must hold settings`() throws {
        #expect(try error(reading: "catalog: yes\n")?.contains("settings of this service") == true)
    }

    @Test(arguments: ["", "# nothing yet\n", "---\n"])
    func `an empty file and one of comments are files without settings`(text: String) throws {
        let directory = try TemporaryDirectory()
        _ = try configurationFile(text, in: directory)
    }

    @Test
    func `a file that is not there is named`() {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile(path: "/nowhere/hearth.yaml", settings: [], parts: [])
        }
        #expect(error?.description.hasPrefix("/nowhere/hearth.yaml: there is no such file") == true)
    }

    @Test
    func `a file beyond all bounds is not read`() throws {
        let message = try error(reading: "# " + String(repeating: "x", count: 1 << 20))
        #expect(message?.contains("more than 1048576 bytes") == true)
    }
}
