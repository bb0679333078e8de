import ArgumentParser
import Foundation
import Glibc
import RPC
import TestSupport
import Testing

@testable import ServiceKit

struct SecretTests {
    private let setting = Setting<String>("tmdb-key", help: "", allowed: "a key", isSecret: true) { $0 }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test
    func `each service's are in files of its own, for this user alone, and go again`() throws {
        let directory = try TemporaryDirectory()
        let paths = ServicePaths(runDirectory: try directory.directory("run"))
        var secrets = ServiceSecrets()
        secrets["metadata-gateway", "tmdb-key"] = "canary"
        let variables = try secrets.write(to: paths, runtime: SystemRuntime.shared)
        let place = paths.secrets(of: "metadata-gateway")
        #expect(variables == ["metadata-gateway": ["CREDENTIALS_DIRECTORY": place]])
        #expect(try String(contentsOfFile: "\(place)/tmdb-key", encoding: .utf8) == "canary")
        #expect(mode("\(place)/tmdb-key") == 0o600 && mode(place) == 0o700 && mode(paths.secretsDirectory) == 0o700)
        // The next cluster has others, or none.
        #expect(try ServiceSecrets().write(to: paths, runtime: SystemRuntime.shared) == [:])
        #expect(mode(paths.secretsDirectory) == nil)
    }

    @Test
    func `they come through a pipe as they are, and print as nothing`() throws {
        var secrets = ServiceSecrets()
        secrets["metadata-gateway", "tvdb-pin"] = "with \"quotes\"\nand a line"
        let read = try #require(ServiceSecrets(encoded: secrets.encoded))
        #expect(read["metadata-gateway", "tvdb-pin"] == "with \"quotes\"\nand a line")
        #expect("\(secrets)" == "<secrets>")
        #expect(ServiceSecrets(encoded: [1, 2, 3]).map { _ in true } == nil)
    }

    @Test
    func `a service refuses one in its environment, by name and without its value`() throws {
        for name in ["HEARTH_TMDB_KEY", "HEARTH_TVDB_KEY", "HEARTH_TVDB_PIN"] {
            let error = #expect(throws: SecretInEnvironment.self) {
                try SecretVariables.refuse(in: [name: "canary", "HOME": "/"])
            }
            #expect(error?.description.contains(name) == true && error?.description.contains("canary") == false)
        }
        try SecretVariables.refuse(in: ["HEARTH_TMDB_KEY": "", "HEARTH_TMDB_KEY_FILE": "/x"])
    }

    @Test
    func `all secrets are taken out of the services' environments`() {
        #expect(
            SecretVariables.names == ["HEARTH_TMDB_KEY", "HEARTH_TVDB_KEY", "HEARTH_TVDB_PIN", "HEARTH_TOKEN"])
    }

    private func layers(_ directory: TemporaryDirectory, file: String? = nil) throws -> ConfigurationLayers {
        let options = try ServiceOptions.parse(file.map { ["--config", $0] } ?? [])
        return try ServiceSettings(
            options: options, environment: ["CREDENTIALS_DIRECTORY": directory.path, "HOME": "/absent"],
            service: "metadata-gateway"
        ).layers
    }

    @Test
    func `the directory of credentials goes before the file that all services read`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("metadata-gateway:\n  tmdb-key: of-the-file\n", to: "hearth.yaml")
        #expect(try layers(directory, file: file).configured(setting)?.value == "of-the-file")
        let secret = try directory.write("  of-the-directory\n", to: "tmdb-key")
        chmod(secret, 0o440)
        #expect(try layers(directory, file: file).configured(setting)?.value == "of-the-directory")
        #expect(try layers(directory).configured(setting)?.source == .credential(secret))
        // Empty, as systemd makes it where there is none.
        chmod(secret, 0o600)
        try directory.write("\n", to: "tmdb-key")
        #expect(try layers(directory).configured(setting)?.value == nil)
    }

    @Test
    func `a credential that others can read is refused by its path`() throws {
        let directory = try TemporaryDirectory()
        let secret = try directory.write("canary", to: "tmdb-key")
        for bits: mode_t in [0o604, 0o660, 0o622] {
            chmod(secret, bits)
            let error = #expect(throws: ConfigurationError.self) { try layers(directory).configured(setting) }
            #expect(error?.description.contains(secret) == true && error?.description.contains("canary") == false)
        }
    }
}
