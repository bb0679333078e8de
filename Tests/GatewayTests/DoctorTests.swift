import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct DoctorTests {
    private func findings(_ outcome: GatewayHarness.Outcome) throws -> [[String: Any]] {
        try outcome.json()["findings"] as? [[String: Any]] ?? []
    }

    private func states(_ findings: [[String: Any]], of check: String) -> [String] {
        findings.filter { $0["check"] as? String == check }.compactMap { $0["state"] as? String }
    }

    @Test
    func `what is well is said with what was looked at, and what is not with how to mend it`() async throws {
        let bench = try GatewayHarness()
        try bench.directory.directory("data/home")
        let outcome = await bench.run("doctor", "--json")
        let findings = try findings(outcome)
        #expect(states(findings, of: "settings") == ["ok"])
        #expect(states(findings, of: "sockets") == ["ok", "ok", "ok"])
        #expect(states(findings, of: "clock") == ["ok"])
        #expect(states(findings, of: "library").contains("ok"))
        for finding in findings where finding["state"] as? String != "ok" {
            let check = finding["check"] as? String ?? ""
            #expect(finding["advice"] != nil || ["data", "quarantine", "disk"].contains(check), "\(finding)")
        }
    }

    /// As a full disk leaves it: an empty file where a first opening failed.
    @Test
    func `a shard that was never filled is not to be restored, and one that was is`() async throws {
        let bench = try GatewayHarness()
        try bench.directory.directory("data/home")
        try bench.directory.write("", to: "data/home/scheduler.sqlite")
        let unfilled = try await bench.examine(ShardFilesCheck())
        #expect(unfilled.map(\.state) == [.unknown] && unfilled[0].advice?.hasPrefix("Nothing is lost.") == true)
        try bench.directory.write("", to: "data/home/scheduler.shard")
        let lost = try await bench.examine(ShardFilesCheck())
        #expect(lost.map(\.state) == [.wrong] && lost[0].advice?.contains("begin-empty scheduler") == true)
    }

    @Test
    func `a full disk and a network file system are named for shards`() async throws {
        let mounts = """
            22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw
            23 22 0:40 / /srv rw - nfs4 box:/srv rw
            24 22 0:41 / /mnt/a\\040disk rw master:2 - xfs /dev/sdb1 rw
            """
        let table = MountTable(mounts)
        #expect(table.kind(of: "/srv/hearth") == "nfs4" && table.kind(of: "/srvx") == "ext4")
        #expect(table.kind(of: "/mnt/a disk/x") == "xfs" && table.kind(of: "/") == "ext4")
        #expect(MountTable("nonsense\n").kind(of: "/") == nil)
        let bench = try GatewayHarness()
        func examine(_ bytes: Int64, _ files: Int64? = nil, _ text: String = mounts) async throws -> [DoctorFinding] {
            let check = DiskCheck(room: { _ in .init(bytes: bytes, files: files) }, mounts: { text })
            return try await bench.examine(check)
        }
        let full = try await examine(0)
        #expect(full.first?.state == .wrong && full.first?.text.hasSuffix("is full.") == true)
        #expect(full.first?.advice?.contains("Free space") == true)
        #expect(try await examine(DiskCheck.leastBytes - 1).first?.state == .wrong)
        #expect(try await examine(DiskCheck.leastBytes).map(\.state) == [.ok, .ok])
        #expect(try await examine(.max, 10).first?.text.contains("only 10 further files") == true)
        let network = try await examine(.max, nil, "22 1 0:9 / / rw - cifs //box/share rw")
        #expect(network.map(\.state) == [.wrong, .ok] && network.first?.text.contains("(cifs)") == true)
        #expect(DiskCheck.room(bench.directory.path) != nil)
    }

    @Test
    func `keys and secrets that others can read are named`() async throws {
        let bench = try GatewayHarness()
        try bench.directory.directory("data/keys")
        let key = try bench.directory.write("x", to: "key")
        chmod(key, 0o644)
        let file = try bench.directory.write("metadata-gateway:\n  tmdb-key-file: \(key)\n", to: "hearth.yaml")
        let open = try findings(await bench.run("doctor", "--json", "--config", file))
        let wrong = open.first { $0["subject"] as? String == "metadata-gateway tmdb-key-file" }
        #expect(wrong?["state"] as? String == "wrong" && wrong?["advice"] as? String == "chmod 600 \(key)")
        chmod(key, 0o600)
        let closed = try findings(await bench.run("doctor", "--json", "--config", file))
        #expect(states(closed, of: "keys") == ["ok", "ok", "ok"])
        chmod(bench.directory.path("data/keys"), 0o755)
        #expect(states(try findings(await bench.run("doctor", "--json")), of: "keys").first == "wrong")
    }

    @Test
    func `a configuration that cannot be read is a finding, with its place`() async throws {
        let bench = try GatewayHarness()
        let file = try bench.directory.write("catalog:\n  source-host: [a]\n", to: "hearth.yaml")
        let outcome = await bench.run("doctor", "--json", "--config", file)
        #expect(outcome.status == .failure)
        let finding = try #require(try findings(outcome).first)
        #expect(finding["check"] as? String == "settings" && finding["state"] as? String == "wrong")
        #expect((finding["text"] as? String)?.contains("\(file):2:3: there is no setting") == true)
        let value = try bench.directory.write("scheduler:\n  log-level: loud\n", to: "value.yaml")
        let second = try findings(await bench.run("doctor", "--json", "--config", value))
        #expect(second.contains { ($0["text"] as? String)?.contains("\(value):2:14") == true })
        let own = try bench.directory.write("downloads:\n  download-quota-mb: lots\n", to: "own.yaml")
        let third = try findings(await bench.run("doctor", "--json", "--config", own))
        #expect(
            third.contains { ($0["text"] as? String)?.contains("\(own):2:22) is not right; it takes a whole") == true })
        let variable = try findings(await bench.run("doctor", "--json", variables: ["HEARTH_DATTA": "/x"]))
        #expect(variable.contains { ($0["text"] as? String)?.contains("HEARTH_DATTA") == true })
    }

    @Test
    func `a port of another process is named`() async throws {
        let bench = try GatewayHarness(up: [])
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 1) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        try #require(isBound)
        let port = UInt16(bigEndian: place.sin_port)
        let file = try bench.directory.write("catalog:\n  listen: tcp://127.0.0.1:\(port)\n", to: "hearth.yaml")
        let found = try findings(await bench.run("doctor", "--json", "--config", file))
        let finding = found.first { $0["check"] as? String == "port" }
        #expect(finding?["state"] as? String == "wrong" && finding?["subject"] as? String == "catalog")
        #expect((finding?["text"] as? String)?.contains("Another process listens") == true)
    }

    @Test
    func `a library that is missing is named with its package`() async throws {
        let bench = try GatewayHarness()
        let check = LibrariesCheck([.init("libhearth-none.so.9", "libnone9"), .init("libc.so.6", "libc6")])
        let found = try await bench.examine(check)
        #expect(found.map(\.state) == [.wrong, .ok, .unknown])
        #expect(found.first?.advice == "Install it: apt-get install libnone9")
    }
}
