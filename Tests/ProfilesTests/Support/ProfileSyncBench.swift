import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport

/// A household whose adult profile syncs, with the films `m0` to `m7` and `x`, which is for adults.
enum ProfileSyncBench {
    typealias Client = RPCClient<Profiles>

    static func with(_ body: (ServiceHarness, Client) async throws -> Void) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let cards: [Card] = (0..<8).map { .movie("m\($0)", "Film \($0)", .pg) } + [.movie("x", "X", .nc17)]
            try await FakeCatalog(cards).play(in: harness)
            let client = try await harness.profiles()
            _ = try await client.send(
                Profiles.ChangeSettings([SettingChange(.enableCloudSync, .boolean(true))]))
            try await body(harness, client)
        }
    }

    static func pull(
        _ client: Client, _ token: SyncToken? = nil
    ) async throws -> (changes: [ProfileChange], token: SyncToken) {
        var (changes, token): ([ProfileChange], SyncToken?) = ([], token)
        while true {
            let page = try await client.send(Profiles.PullChanges(device: "tv", token: token, limit: 2))
            changes += page.changes
            token = page.token
            if page.remaining == 0 { return (changes, page.token) }
        }
    }

    static func clock(_ client: Client) async throws -> Int64 {
        try await client.send(Profiles.GetSyncStatus()).clock
    }

    static func push(
        _ client: Client, _ operations: [ProfileOperation], device: String = "tablet"
    ) async throws -> [SyncResult] {
        try await client.send(Profiles.PushChanges(device: device, operations: operations)).results
    }

    static func favourites(_ client: Client) async throws -> Set<ContentID> {
        Set(try await client.send(Profiles.ListFavourites()).favourites.map(\.content))
    }
}

extension ProfileOperation {
    static func favourite(
        _ content: ContentID, _ isFavourite: Bool, at clock: Int64, _ id: String, number: Int64 = 1
    ) -> Self {
        var operation = ProfileOperation(id: id, number: number, clock: clock, elapsedMilliseconds: 0)
        operation.favourite = OfflineFavourite(content: content, isFavourite: isFavourite)
        return operation
    }

    static func setting(
        _ name: SettingName, _ value: SettingValue, at clock: Int64, _ id: String
    ) -> Self {
        var operation = ProfileOperation(id: id, number: 1, clock: clock, elapsedMilliseconds: 0)
        operation.setting = SettingChange(name, value)
        return operation
    }
}
