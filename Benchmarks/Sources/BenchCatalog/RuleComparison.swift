import BenchKit
import CatalogAPI
import EchoControl
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import RPCInProcess
import ServiceKit

/// What a kids profile's rules cost in a large library: until a change of them applies, in searches and home rows, and
/// for an adult who looks at what each of them lets through.
struct RuleComparison {
    let files: BenchFiles
    let queries: [String]
    let words: Vocabulary
    /// Whether the catalog is kept, and reused when it exists.
    let keeps: Bool

    private static let count = 50
    private static let pages = 200
    private static let previews = 20
    private static let changes = 10
    private static let sections: [DiscoverySectionName] = [.new, .popular, .top, .genres]

    /// Measures and prints the figures.
    func run() async throws {
        let folder = "\(files.directory)/reads-\(files.entries)"
        let profiles = RuleProfiles()
        let isThere = keeps && FileManager.default.fileExists(atPath: "\(folder)/data")
        let catalog = try await CatalogFixture(
            directory: isThere ? folder : files.folder("reads-\(files.entries)"), clients: profiles)
        defer { if !keeps { try? FileManager.default.removeItem(atPath: folder) } }
        if !isThere { _ = try await catalog.importPlaylist(files.playlist) }
        catalog.fixture.startBackground()
        print("| | p50 ms | p99 ms | highest |\n| --- | --- | --- | --- |")
        try await measureChanges(catalog, profiles)
        let kid = try await catalog.fixture.client(Catalog.self, policy: .kids(ruleSet: RuleProfiles.number))
        for (name, client) in [("a child's with \(Self.count) rules", kid), ("an adult's", catalog.catalog)] {
            show("search with all facets, \(name) (aim 25)", try await searches(client))
            show(
                "home rows, \(name)",
                try await repeated(Self.pages) { _ in
                    _ = try await client.send(Catalog.ListDiscovery(sections: Self.sections))
                })
        }
        let rules = rules(seed: files.seed)
        show(
            "preview of \(Self.count) rules",
            try await repeated(Self.previews) { _ in
                _ = try await catalog.catalog.send(Catalog.PreviewViewingRules(rules: rules))
            })
        await catalog.fixture.end()
    }

    /// From the event of profiles to the first search that follows the new rules, which show another title each time.
    private func measureChanges(_ catalog: CatalogFixture, _ profiles: RuleProfiles) async throws {
        let kid = try await catalog.fixture.client(Catalog.self, policy: .kids(ruleSet: RuleProfiles.number))
        let titles = try await catalog.catalog.send(
            Catalog.Search(text: "", kinds: [.movie], page: PageRequest(size: Int32(Self.changes)))
        ).hits.map(\.id)
        let times = try await repeated(Self.changes) { number in
            var rules = rules(seed: UInt64(number))
            // The last one decides nothing else.
            rules.rules[Self.count - 1] = ViewingRule(.allow)
            rules.rules[Self.count - 1].title = titles[number]
            rules.rules.swapAt(0, Self.count - 1)
            await profiles.change(rules, version: Int64(number + 1))
            while try await kid.send(Catalog.GetCards(ids: [titles[number]])).cards.isEmpty {
                try await SystemRuntime.shared.sleep(for: .milliseconds(1))
            }
        }
        show("a change of the rules, until it applies (aim 1,000)", times)
        await profiles.change(rules(seed: files.seed), version: Int64(Self.changes + 1))
        try await SystemRuntime.shared.sleep(for: .seconds(5))
    }

    /// Rules by words of titles, groups, genres, ratings and certificates, as a careful parent would set them.
    private func rules(seed: UInt64) -> ViewingRules {
        var random = SeededRandom(seed: seed)
        let rules = (0..<Self.count).map { number -> ViewingRule in
            var rule = ViewingRule(number.isMultiple(of: 3) ? .allow : .block)
            switch number % 5 {
            case 0, 1: rule.words = words.film.draw(&random)
            case 2: rule.group = PlaylistGenerator.genres.randomElement(using: &random)
            case 3: rule.genre = ["Family", "Animation", "Comedy", "Horror", "Crime"].randomElement(using: &random)
            default: rule.certificate = ["12", "16", "18", "TV-MA", "R"].randomElement(using: &random)
            }
            return rule
        }
        return ViewingRules(rules, otherwise: .allowUnrated)
    }

    private func searches(_ catalog: RPCClient<Catalog>) async throws -> [Double] {
        try await repeated(queries.count) { number in
            var request = Catalog.Search(text: queries[number])
            request.facets = SearchFacet.all
            _ = try await catalog.send(request)
        }
    }

    private func repeated(_ count: Int, _ body: (Int) async throws -> Void) async throws -> [Double] {
        var times: [Double] = []
        for number in 0..<count { times.append(try await Figures.seconds { try await body(number) }) }
        return times
    }

    private func show(_ name: String, _ seconds: [Double]) {
        let values = [50, 99, 100].map { Figures.percentile($0, of: seconds) * 1_000 }
        print("| \(name) | " + values.map { String(format: "%.2f", $0) }.joined(separator: " | ") + " |")
    }
}

/// Profiles, which says nothing but the rules of one kids profile.
private final class RuleProfiles: ServiceClients {
    static let number: Int32 = 1

    private let profiles: InProcessClient
    private let others: InProcessClient
    private let changes: AsyncStream<ProfilesEvent>.Continuation

    init() {
        let (events, changes) = AsyncStream.makeStream(of: ProfilesEvent.self)
        self.changes = changes
        var handlers = RPCHandlers<Profiles>()
        for request in Profiles.requests where request.fullMethod != Profiles.FollowEvents.fullMethod {
            handlers.decline(request)
        }
        handlers.on(Profiles.FollowEvents.self) { _, writer, _ in
            var sequence: UInt64 = 0
            for await event in events {
                sequence += 1
                try await writer.write(event, at: StreamPosition(generation: 1, sequence: sequence))
            }
        }
        let host = InProcessHost(name: Profiles.serviceName, runtime: SystemRuntime.shared)
        var server = RPCServer(name: Profiles.serviceName, version: "1", runtime: SystemRuntime.shared)
        do { try server.add(handlers) } catch { preconditionFailure("\(error)") }
        host.start(server)
        profiles = InProcessClient(host)
        others = InProcessClient(InProcessHost(name: "others", runtime: SystemRuntime.shared))
    }

    func channel(to service: String) -> any RPCChannel {
        service == Profiles.serviceName ? profiles.channel : others.channel
    }

    /// Tells followers of new rules.
    func change(_ rules: ViewingRules, version: Int64) async {
        let set = ViewingRuleSet(
            profile: "kid", number: Self.number, version: version, rules: rules, allowsUnrated: true,
            allowsUnratedChannels: true)
        changes.yield(ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: [set], version: version)))
    }
}
