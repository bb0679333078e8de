import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension CatalogFixture {
    /// Puts something right and waits until it is to be seen.
    @discardableResult
    func correct<Request: RPCRequest>(
        _ request: Request, as person: TestCaller = .owner
    ) async throws -> CorrectionMade where Request.Service == Catalog, Request.Response == CorrectionMade {
        let client = try await client(person)
        let made = try await client.send(request)
        if let job = made.job {
            let ended = try await end(of: ImportStarted(job: job), client)
            #expect(ended.state == .done, "\(ended.problem ?? ""): \(service.logs.text)")
        }
        return made
    }

    /// The only title of this name.
    func title(_ name: String, kinds: [ContentKind] = [.movie, .series, .episode, .channel]) async throws -> Title {
        let found = try await all(Catalog.Search(text: "", kinds: kinds)).filter { $0.title == name }
        let all = try await everything().keys.sorted()
        try #require(found.count == 1, "\(name): \(found.map(\.id)) of \(all)")
        return try await client().send(Catalog.GetTitle(id: found[0].id))
    }

    /// Every title with its links, as an owner sees it.
    func everything() async throws -> [String: [String]] {
        let client = try await client()
        var found: [String: [String]] = [:]
        for card in try await all(Catalog.Search(text: "", kinds: [.movie, .series, .episode, .channel])) {
            let title = try await client.send(Catalog.GetTitle(id: card.id))
            found["\(card.id) \(card.title) \(card.year ?? 0) \(card.rating) \(card.isAdult)"] = title.variants.map {
                "\($0.id) \($0.name) \($0.isStale)"
            }
        }
        return found
    }

    func changes(_ fill: @Sendable (inout TitleChanges) -> Void) -> TitleChanges {
        var changes = TitleChanges()
        fill(&changes)
        return changes
    }
}

/// Entries of lists.
enum SampleEntry {
    static func film(_ title: String, _ number: Int, token: String = "t", extra: String = "") -> String {
        "#EXTINF:6000 type=\"movie\" \(extra),\(title)\nhttp://a.example/movie/user/\(token)/\(number).mkv\n"
    }

    static func channel(_ title: String, _ path: String, extra: String = "") -> String {
        "#EXTINF:-1 \(extra),\(title)\nhttp://a.example/\(path)\n"
    }

    static func episode(_ title: String, _ number: Int, token: String = "t", extra: String = "") -> String {
        "#EXTINF:2400 type=\"series\" \(extra),\(title)\nhttp://a.example/series/user/\(token)/\(number).mkv\n"
    }
}
