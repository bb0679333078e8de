import Logging
import RPC
import ServiceKit
import TestSupport

@testable import ProfilesService

/// A shard of this service on the calling thread, for tests of what touches the store alone.
struct InlineShard {
    let shard: Shard
    private let directory: TemporaryDirectory
    private let runtime: any Runtime

    init(
        runtime: any Runtime = SystemRuntime.shared, migrations: [ShardMigration] = ProfilesService.migrations
    ) throws {
        self = try InlineShard(in: TemporaryDirectory(), runtime: runtime, migrations: migrations)
    }

    private init(in directory: TemporaryDirectory, runtime: any Runtime, migrations: [ShardMigration]) throws {
        (self.directory, self.runtime) = (directory, runtime)
        var options = ShardOptions(face: .inline)
        options.limits.ballastBytes = 0
        shard = try Shard.open(
            directory.path("profiles.sqlite"), migrations: migrations, options: options, runtime: runtime,
            logger: LogCapture().logger, onFatal: { _ in })
    }

    /// The same file, opened again with all migrations.
    func reopened() async throws -> InlineShard {
        await shard.close()
        return try InlineShard(in: directory, runtime: runtime, migrations: ProfilesService.migrations)
    }
}
