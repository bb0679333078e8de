import Logging
import RPC
import ServiceKit
import TestSupport

@testable import ProfilesService

/// A shard of this service on the calling thread, for tests of what touches the store alone.
struct InlineShard {
    let shard: Shard
    private let directory: TemporaryDirectory

    init(runtime: any Runtime = SystemRuntime.shared) throws {
        directory = try TemporaryDirectory()
        var options = ShardOptions(face: .inline)
        options.limits.ballastBytes = 0
        shard = try Shard.open(
            directory.path("profiles.sqlite"), migrations: ProfilesService.migrations, options: options,
            runtime: runtime,
            logger: LogCapture().logger, onFatal: { _ in })
    }
}
