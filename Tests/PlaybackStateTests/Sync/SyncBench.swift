import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// A household whose profiles sync, with one device that pushes and pulls.
struct SyncBench: Sendable {
    let harness: ServiceHarness
    let client: Client
    let shard: Shard

    static let adult = TestCaller.adult.profile

    /// Runs a test with films `m0` to `m29`, an 18+ film `x1`, a series with episodes and a channel.
    static func with(_ body: (SyncBench) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let cards =
                (0..<30).map { Card.movie("m\($0)") } + [
                    .movie("x1", .nc17), .of(.series, "s"), .episode("e1", of: "s", 1), .of(.channel, "ch"),
                ]
            try await FakeCatalog(cards).play(in: harness)
            let client = try await harness.playback()
            _ = try await client.send(PlaybackState.ListQueue())
            let bench = SyncBench(
                harness: harness, client: client, shard: try #require(harness.shards?.openShards["home"]))
            for person in [TestCaller.adult, .kids, .owner] { try await bench.set(true, of: person.profile) }
            try await body(bench)
        }
    }

    /// Turns a profile's sync on or off, as profiles' event does.
    func set(_ isOn: Bool, of profile: String = adult) async throws {
        let change = SettingChange(.enableCloudSync, .boolean(isOn))
        let event = ProfilesEvent(profileSettingsChanged: ChangedSettings(profile: profile, settings: [change]))
        let now = SystemRuntime.shared.wallTime
        try await shard.write { try ProfilesEvents.apply(event, at: now, $0) }
    }

    /// The household's time.
    func clock() async throws -> Int64 { try await client.send(PlaybackState.GetSyncStatus()).clock }

    /// Pulls all pages.
    func pull(
        _ token: SyncToken? = nil, kinds: [SyncKind]? = nil, as other: Client? = nil
    ) async throws
        -> (changes: [PlaybackChange], token: SyncToken)
    {
        var (changes, token): ([PlaybackChange], SyncToken?) = ([], token)
        while true {
            let page = try await (other ?? client).send(
                PlaybackState.PullChanges(device: "tv", token: token, kinds: kinds, limit: 3))
            changes += page.changes
            token = page.token
            if page.remaining == 0 { return (changes, page.token) }
        }
    }

    /// Pushes operations.
    @discardableResult
    func push(_ operations: PlaybackOperation..., device: String = "tablet") async throws -> [SyncResult] {
        try await client.send(PlaybackState.PushChanges(device: device, operations: operations)).results
    }
}

extension PlaybackOperation {
    /// An operation at a time of the household's clock, of which the device had seen nothing since.
    static func at(_ clock: Int64, _ id: String, number: Int64 = 1, _ fill: (inout PlaybackOperation) -> Void) -> Self {
        var operation = PlaybackOperation(id: id, number: number, clock: clock, elapsedMilliseconds: 0)
        fill(&operation)
        return operation
    }

    static func mark(_ content: ContentID, _ isWatched: Bool, at clock: Int64, _ id: String) -> Self {
        at(clock, id) { $0.mark = OfflineMark(content: content, isWatched: isWatched) }
    }

    static func play(
        _ content: ContentID, to position: Double, at clock: Int64, _ id: String, session: String? = nil,
        seconds: Int64 = 60, hasEnded: Bool? = nil
    ) -> Self {
        let report = ProgressReport(
            session: "", elapsedMilliseconds: seconds * 1_000, position: position, duration: 100)
        return at(clock, id) {
            $0.play = OfflinePlay(
                session: session ?? id, content: content, variant: "v", reports: [report], hasEnded: hasEnded)
        }
    }
}

extension RPCError {
    /// The reason why a device is not kept in step.
    var syncProblem: SyncProblem.Code? { detail(SyncProblem.self)?.code }
}
