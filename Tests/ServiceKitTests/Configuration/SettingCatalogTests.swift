import Foundation
import ServiceKit
import TestSupport
import Testing

struct SettingCatalogTests {
    @Test
    func `every setting is described, and nothing else`() {
        #expect(Set(SettingCatalog.common.map(\.name)) == CommonSettings.names)
        #expect(Set(SettingCatalog.cluster.map(\.name)) == ServiceSettings.clusterSettings)
        let own = SettingCatalog.own.mapValues { Set($0.map(\.name)) }
        #expect(own == ServiceSettings.ownSettings)
        let secrets = SettingCatalog.own.mapValues { Set($0.filter(\.isSecret).map(\.name)) }.filter { !$1.isEmpty }
        #expect(secrets == ServiceSettings.ownSecrets)
        for setting in SettingCatalog.common + SettingCatalog.cluster + SettingCatalog.own.values.joined() {
            #expect(!setting.help.isEmpty && (setting.isSecret || !setting.example.isEmpty), "\(setting.name)")
        }
    }

    @Test
    func `the effective settings are those of the file's section, with secrets, as text`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            "drain-seconds: 3\nmetadata-gateway:\n  drain-seconds: 4\n  tmdb-key: abc\ndownloads:\n  download-hosts: [a, b]\n",
            to: "hearth.yaml")
        func effective(_ service: String) throws -> [String: String] {
            let all = try ServiceSettings.effective(
                arguments: ["--config", file, "--die-with-parent"], environment: ["HOME": "/"], service: service)
            return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) })
        }
        let metadata = try effective("metadata-gateway")
        #expect(metadata["drain-seconds"] == "4" && metadata["tmdb-key"] == "abc")
        let downloads = try effective("downloads")
        #expect(downloads["drain-seconds"] == "3" && downloads["download-hosts"] == "a, b")
        #expect(downloads["tmdb-key"] == nil)
    }

    @Test(arguments: [
        ("downloads", "download-quota-mb", "lots"), ("downloads", "download-quota-mb", "0"),
        ("downloads", "download-floor-mb", "-1"), ("profiles", "plan", "gold"), ("profiles", "store-markers", "yes"),
        ("profiles", "key-rotation-days", "4000"),
    ])
    func `a service's own setting of a wrong form is refused before the service reads it`(
        service: String, name: String, value: String
    ) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("\(service):\n  \(name): \(value)\n", to: "hearth.yaml")
        #expect(throws: ConfigurationError.self) {
            try ServiceSettings.effective(
                arguments: ["--config", file], environment: ["HOME": "/"], service: service)
        }
        let example = try #require(SettingCatalog.own[service]?.first { $0.name == name }?.example)
        let right = try directory.write("\(service):\n  \(name): \(example)\n", to: "right.yaml")
        let all = try ServiceSettings.effective(
            arguments: ["--config", right], environment: ["HOME": "/"], service: service)
        #expect(all.contains { $0.name == name && $0.value == example })
    }
}
