import Foundation
import RPC
import Testing

@testable import ServiceKit

/// Shards on file systems over a network.
struct NetworkFileSystemTests {
    @Test func `a directory on a network file system is refused by name`() async throws {
        try await ShardFixture.with { fixture in
            let bench = UpgradeFixture(fixture: fixture)
            let error = #expect(throws: ShardError.self) {
                try bench.directory(UpgradeFixture.migrations(1)) { $0.networkFileSystem = { _ in "nfs4" } }
            }
            #expect(error == .networkFileSystem(path: bench.root, kind: "nfs4"))
            #expect(error?.description.contains("(nfs4)") == true)
            #expect(error?.description.contains("HEARTH_NETWORK_FILE_SYSTEM=allow") == true)
            try await bench.with(
                UpgradeFixture.migrations(1),
                options: {
                    $0.networkFileSystem = { _ in "nfs4" }
                    $0.allowsNetworkFileSystems = true
                }
            ) { try await $0.insert(1) }
            #expect(try UpgradeFixture.ids(bench.path) == [1])
        }
    }

    /// One household's directory is a mount of its own.
    @Test func `a household on a network file system is refused, others are not`() async throws {
        try await ShardFixture.with { fixture in
            let directory = try UpgradeFixture(fixture: fixture).directory(UpgradeFixture.migrations(1)) {
                $0.networkFileSystem = { $0.hasSuffix("/away") ? "cifs" : nil }
            }
            await #expect(throws: ShardError.self) { _ = try await directory.shard(for: "away") }
            #expect(directory.problems["away"]?.contains("network file system (cifs)") == true)
            #expect(!FileManager.default.fileExists(atPath: "\(fixture.directory)/data/away/test.sqlite"))
            _ = try await directory.shard(for: "home")
            await directory.close()
        }
    }

    @Test func `this machine's disks are none`() throws {
        #expect(NetworkFileSystem.isNetwork("nfs4") && NetworkFileSystem.isNetwork("fuse.sshfs"))
        #expect(!NetworkFileSystem.isNetwork("fuseblk") && !NetworkFileSystem.isNetwork("ext4"))
        #expect(NetworkFileSystem.kind(of: "/proc") == nil)
    }
}
