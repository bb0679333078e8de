import Cluster
import Foundation
import ServiceKit
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct FailureTests {
    @Test(arguments: [
        ("log-levle: debug\n", "log-levle"), ("log-level: loud\n", "log-level"), ("{", "hearth.yaml"),
        ("catalog:\n  drain-seconds: soon\n", "drain-seconds"),
    ])
    func `garbage in the configuration is refused by name with exit code 78`(text: String, name: String) async throws {
        try await RealCluster.with { cluster in
            let path = try cluster.directory.write(text, to: "hearth.yaml")
            let service = try await cluster.execute("catalog", ["--config", path])
            #expect(service.code == 78)
            #expect(service.err.contains(name))
            #expect(service.err.contains(path))
        }
    }

    @Test
    func `the cluster refuses the same, and gives up a service that does`() async throws {
        try await RealCluster.with { cluster in
            let path = try cluster.directory.write("log-levle: debug\n", to: "wrong.yaml")
            #expect(try await cluster.hearth("up", "--detach", "--config", path).code == 78)
            let part = try cluster.directory.write("catalog:\n  log-level: loud\n", to: "part.yaml")
            let up = try await cluster.hearth("up", "--detach", "--config", part)
            #expect(up.code == 0)
            #expect(up.out.contains("Missing: catalog"))
            #expect(up.out.contains("exit code 78"))
            #expect(cluster.log.contains("catalog IS GIVEN UP"))
        }
    }

    @Test(arguments: ["HEARTH_LOG_LEVEL", "HEARTH_DRAIN_SECONDS", "HEARTH_LISTEN"])
    func `wrong variables and flags are refused`(name: String) async throws {
        try await RealCluster.with { cluster in
            let outcome = try await cluster.execute("profiles", [], variables: [name: "garbage"])
            #expect(outcome.code == 78)
            #expect(outcome.err.contains(name))
            #expect(try await cluster.execute("profiles", ["--log-levle", "debug"]).code == 64)
        }
    }

    @Test
    func `a run directory that others may enter is refused`() async throws {
        try await RealCluster.with { cluster in
            try FileManager.default.createDirectory(
                atPath: cluster.run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            let outcome = try await cluster.execute("profiles", [])
            #expect(outcome.code == 77)
            #expect(outcome.err.contains("chmod 700"))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: cluster.run)
        }
    }

    @Test
    func `a service that is down costs only its own features, and is named`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            #expect(try await cluster.hearth("profile", "list").code == 0)
            #expect(try await cluster.hearth("down", "catalog").code == 0)
            let search = try await cluster.hearth("search", "x")
            #expect(search.code == 0)
            #expect(search.err.contains("Missing: movies, series and channels. catalog: "))
            let guide = try await cluster.hearth("guide")
            #expect(guide.code == 69)
            #expect(guide.err.contains("catalog"))
            let status = try await cluster.hearth("status")
            #expect(status.code == 0)
            #expect(status.out.contains("Missing: catalog."))
            #expect(try await cluster.hearth("favourite", "list").code == 0)
            #expect(try await cluster.hearth("restart", "catalog").code == 0)
            #expect(try await cluster.hearth("search", "x").code == 0)
            // The other way round: reads go on with the last token while profiles is down.
            #expect(try await cluster.hearth("down", "profiles").code == 0)
            #expect(try await cluster.hearth("search", "x").code == 0)
            let favourites = try await cluster.hearth("favourite", "list")
            #expect(favourites.code == 69)
            #expect(favourites.err.contains("profiles"))
        }
    }

    @Test
    func `a crash loop is given up, named with its reason, and mended by a restart`() async throws {
        try await RealCluster.with { cluster in
            // Something else is where the socket belongs.
            let socket = cluster.paths.socket(of: "catalog")
            try cluster.directory.directory("run")
            try cluster.directory.directory("run/catalog.sock/inside")
            let up = try await cluster.hearth("up", "--detach")
            #expect(up.code == 0)
            #expect(up.out.contains("Missing: catalog, crash loop: it died 5 times within 60 s"))
            let status = try await cluster.hearth("status", "--json").json()
            #expect(status["missing"] as? [String] == ["catalog"])
            try FileManager.default.removeItem(atPath: socket)
            #expect(try await cluster.hearth("restart", "catalog").code == 0)
            #expect(try await cluster.hearth("status", "catalog").code == 0)
        }
    }

    @Test
    func `an import of a file that is none, or not there, exits as documented`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            #expect(try await cluster.hearth("import", "/nowhere.m3u").code == 66)
            let page = try cluster.directory.write("<!doctype html><html></html>", to: "page.m3u")
            #expect(try await cluster.hearth("import", page).code == 65)
            let empty = try cluster.directory.write("#EXTM3U\n", to: "empty.m3u")
            let outcome = try await cluster.hearth("import", empty, "--json")
            #expect([0, 1].contains(outcome.code), "\(outcome.err)")
        }
    }
}
