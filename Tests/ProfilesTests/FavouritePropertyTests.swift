import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// Favourites are a set, whatever is done to them in whatever order, and whatever the power does.
struct FavouritePropertyTests {
    /// A change that was asked for, with its key.
    private struct Change {
        var profile: Int
        var content: ContentID
        var adds: Bool
        var key: IdempotencyKey
    }

    @Test(arguments: seeds)
    func `a random history of adding, removing and repeating is a set's`(seed: UInt64) async throws {
        print("seed \(seed)")
        try await ServiceHarness.with(ProfilesService.self) { harness in
            var source = SplitMix64(seed: seed)
            let clients = [try await harness.profiles(), try await harness.profiles(as: "Kids")]
            var model: [Set<ContentID>] = [[], []]
            var responses: [IdempotencyKey: FavouriteChange] = [:]
            var history: [Change] = []
            for _ in 0..<150 {
                var change = Change(
                    profile: Int.random(in: 0...1, using: &source),
                    content: ContentID(rawValue: "m\(Int.random(in: 0..<12, using: &source))"),
                    adds: Bool.random(using: &source), key: IdempotencyKey(runtime: harness.runtime))
                // Every fourth is one of before, with its key: as when its answer was lost.
                let isRepeat = !history.isEmpty && Int.random(in: 0..<4, using: &source) == 0
                if isRepeat { change = try #require(history.randomElement(using: &source)) }
                let response = try await Self.make(change, clients[change.profile])
                if isRepeat {
                    #expect(response == responses[change.key])
                } else {
                    let hasChanged =
                        change.adds
                        ? model[change.profile].insert(change.content).inserted
                        : model[change.profile].remove(change.content) != nil
                    #expect(response.hasChanged == hasChanged)
                    responses[change.key] = response
                    history.append(change)
                }
            }
            let listed = try await clients[0].send(Profiles.ListFavourites(page: PageRequest(size: 200)))
            #expect(Set(listed.favourites.map(\.content)) == model[0])
            #expect(listed.favourites.count == model[0].count)
            // The cards come, and what was the kids' own becomes visible to them: all of it and nothing else.
            try await FakeCatalog((0..<12).map { .movie("m\($0)", "Title \($0)") }).play(in: harness)
            for number in 0..<12 {
                let content = ContentID(rawValue: "m\(number)")
                let change = Change(
                    profile: 0, content: content, adds: true, key: IdempotencyKey(runtime: harness.runtime))
                _ = try await Self.make(change, clients[0])
            }
            let kids = try await clients[1].send(Profiles.ListFavourites(page: PageRequest(size: 200)))
            #expect(Set(kids.favourites.map(\.content)) == model[1])
            #expect(kids.total == Int64(model[1].count))
        }
    }

    @Test(arguments: seeds)
    func `what was acknowledged is there after a power cut, and once`(seed: UInt64) async throws {
        print("seed \(seed)")
        try await ServiceHarness.with(ProfilesService.self, faults: true) { harness in
            var source = SplitMix64(seed: seed)
            var model: Set<ContentID> = []
            for _ in 0..<6 {
                let profiles = try await harness.profiles()
                for _ in 0..<Int.random(in: 1...20, using: &source) {
                    let change = Change(
                        profile: 0, content: ContentID(rawValue: "m\(Int.random(in: 0..<20, using: &source))"),
                        adds: Bool.random(using: &source), key: IdempotencyKey(runtime: harness.runtime))
                    _ = try await Self.make(change, profiles)
                    if change.adds { model.insert(change.content) } else { model.remove(change.content) }
                }
                try await harness.cutPower(tearingBy: source.next())
                try await harness.start()
                let listed = try await harness.profiles()
                    .send(Profiles.ListFavourites(page: PageRequest(size: 200))).favourites.map(\.content)
                #expect(Set(listed) == model)
                #expect(listed.count == model.count)
            }
        }
    }

    private static func make(_ change: Change, _ client: RPCClient<Profiles>) async throws -> FavouriteChange {
        var options = client.defaults
        options.idempotencyKey = change.key
        return change.adds
            ? try await client.send(Profiles.AddFavourite(content: change.content), options: options)
            : try await client.send(Profiles.RemoveFavourite(content: change.content), options: options)
    }

    /// Three seeds of every run's own, or the one that `HEARTH_TEST_SEED` names.
    private static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["HEARTH_TEST_SEED"].flatMap(UInt64.init) { return [seed] }
        return (0..<3).map { _ in SystemRuntime.shared.random() }
    }()
}
