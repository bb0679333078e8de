import HearthModel
import RPC
import ServiceKit
import TestSupport

@testable import PlaybackStateService

/// A shard of this service on the calling thread, for tests of what touches the store alone.
struct InlineShard {
    let shard: Shard
    private let directory: TemporaryDirectory

    static let profile = "p"

    init(runtime: any Runtime = SystemRuntime.shared) throws {
        directory = try TemporaryDirectory()
        var options = ShardOptions(face: .inline)
        options.limits.ballastBytes = 0
        shard = try Shard.open(
            directory.path("playback-state.sqlite"), migrations: PlaybackStateService.migrations, options: options,
            runtime: runtime, logger: LogCapture().logger, onFatal: { _ in })
    }

    /// Opens a session of a profile with a title.
    func open(
        session number: Int, content: ContentID = "m", profiles: [String] = [profile], isTimed: Bool = false
    ) async throws -> SessionID {
        try await shard.write { db in
            let content = try ContentTable.make(content, card: nil, db)
            let new = SessionTable.New(
                content: content, variant: "v", device: "tv",
                opened: HybridTimestamp(milliseconds: Int64(number + 1) * 1_000),
                started: Int64(number), nonce: Int64(number) + 77, isTimed: isTimed,
                profiles: try profiles.map { try ProfileTable.make($0, db) })
            return try SessionTable.open(new, db)
        }
    }

    func report(_ id: SessionID, _ report: SessionProgress.Report) async throws -> Bool {
        try await shard.write { db in
            try ReportTable(profile: Self.profile, db).take(.init(session: id, report: report))
        }
    }

    func progress(of id: SessionID) async throws -> SessionProgress? {
        try await shard.read { try SessionTable.progress(of: id.row, $0) }
    }
}
