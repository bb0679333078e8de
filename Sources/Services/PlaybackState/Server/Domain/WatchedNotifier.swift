internal import Access
internal import DownloadsAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Tells downloads which titles were watched, so that it deletes those that profiles want deleted then. What could not be
/// told is kept and told later.
struct WatchedNotifier: Service {
    private let shards: ShardDirectory
    let rounds: HouseholdRetryQueue

    init(
        shards: ShardDirectory, channel: any RPCChannel, tokens: ServiceTokenSource, runtime: any Runtime,
        logger: Logger
    ) {
        self.shards = shards
        let sender = Sender(shards: shards, downloads: RPCClient(channel), tokens: tokens)
        rounds = HouseholdRetryQueue(
            every: PlaybackLimits.watchedNoticeInterval, runtime: runtime, logger: logger
        ) { try await sender.send($0) }
    }

    /// Queues a household for the next round: a title may have been watched.
    func note(_ household: String) { rounds.note(household) }

    func run() async throws { await rounds.run(queueingOpened: shards) }
}

/// Sends a household's notices.
private struct Sender {
    let shards: ShardDirectory
    let downloads: RPCClient<Downloads>
    let tokens: ServiceTokenSource

    /// - Throws: `RPCError` when downloads does not respond; the shard's errors.
    func send(_ household: String) async throws {
        // A shard that was closed in the meantime is not opened for this; it is read when it opens again.
        guard let shard = shards.openShards[household] else { return }
        while true {
            let notices = try await shard.read { try WatchedNoticeTable.first(PlaybackLimits.watchedNotices, $0) }
            guard !notices.isEmpty else { return }
            let options = CallOptions(token: try await tokens.token(for: household), criticality: .sheddable)
            for notice in notices {
                let watched = Date(timeIntervalSince1970: Double(notice.watched) / 1_000)
                _ = try await downloads.send(
                    Downloads.NoteWatched(profile: notice.profile, contents: [notice.content], watched: watched),
                    options: options)
            }
            try await shard.write { db in for notice in notices { try WatchedNoticeTable.remove(notice, db) } }
        }
    }
}
