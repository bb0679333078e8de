import Foundation
import RPC
import TestSupport
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

    @Test func `one that is allowed is warned of in the log, once for all households`() async throws {
        try await ShardFixture.with { fixture in
            let logs = LogCapture()
            var options = ShardOptions()
            options.allowsNetworkFileSystems = true
            options.networkFileSystem = { _ in "nfs4" }
            let directory = try ShardDirectory(
                root: "\(fixture.directory)/data", service: "test", migrations: UpgradeFixture.migrations(1),
                createsHouseholds: true, options: options, runtime: SystemRuntime.shared, logger: logs.logger
            ) { _ in }
            for household in ["home", "away"] { _ = try await directory.shard(for: household) }
            await directory.close()
            let warnings = logs.entries.filter { $0.level == "warning" && $0.message.contains("network file system") }
            #expect(warnings.map(\.metadata["kind"]) == ["nfs4"])
        }
    }

    @Test func `this machine's disks are none`() throws {
        #expect(NetworkFileSystem.isNetwork("nfs4") && NetworkFileSystem.isNetwork("fuse.sshfs"))
        #expect(!NetworkFileSystem.isNetwork("fuseblk") && !NetworkFileSystem.isNetwork("ext4"))
        #expect(NetworkFileSystem.kind(of: "/proc") == nil)
    }

    @Test(arguments: [
        ("/mnt/nas", "nfs4"), ("/mnt/nas/hearth", "nfs4"), ("/mnt/nas2", "ext4"), ("/mnt", "ext4"),
        ("/mnt/nas/disk/x", "xfs"), ("/mnt/my nas/x", "cifs"),
    ])
    func `a path is on the file system of its longest mount point`(_ path: String, _ kind: String) {
        let table = MountTable(
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            40 22 0:50 / /mnt/nas rw - nfs4 nas:/hearth rw
            41 40 8:2 / /mnt/nas/disk rw - xfs /dev/sdb1 rw
            42 22 0:51 / /mnt/my\\040nas rw - cifs //nas/hearth rw
            no line of a table
            """)
        #expect(table.kind(of: path) == kind)
    }
}
