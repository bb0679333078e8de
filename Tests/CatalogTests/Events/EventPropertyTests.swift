import CatalogAPI
import Foundation
import GRDB
import HearthModel
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Whatever happens to lists, the catalog and those who follow it: in the end what they refer to is what there is.
struct EventPropertyTests {
    /// A household's lists, changed at random.
    private struct Lists {
        /// How many films there may be.
        private static let films = 40
        private var names: [Int: Int] = [:]
        private var ratings: [Int: String] = [:]
        /// Links that the list calls by another film's name.
        private var called: [Int: Int] = [:]
        private var numbers: SeededGenerator

        init(seed: UInt64) {
            numbers = SeededGenerator(seed: seed)
            for film in 0..<Self.films where film % 3 != 0 { names[film] = 0 }
        }

        mutating func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

        /// Lets some films go, come, be renamed, be rated otherwise, or have their links called as others.
        mutating func change() {
            for _ in 0..<random(1..<12) {
                let film = random(0..<Self.films)
                switch random(0..<5) {
                case 0: names[film] = nil
                case 1: names[film] = random(0..<3)
                case 2: if let name = names[film] { names[film] = (name + 1) % 3 }
                case 3: called[film] = called[film] == nil ? random(0..<Self.films) : nil
                default: ratings[film] = ["G", "R", "NC-17"][random(0..<3)]
                }
            }
        }

        var text: String {
            "#EXTM3U\n"
                + names.sorted { $0.key < $1.key }.map { film, name in
                    let title = ["Film", "Movie", "Picture"][name]
                    return """
                        #EXTINF:6000 type="movie" rating="\(ratings[film] ?? "PG")",\(title) Number \(called[film] ?? film) (1999)
                        http://a.example/movie/u/p/\(film).mkv

                        """
                }.joined()
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `late or early, broken off or not: references are what a fresh snapshot makes of them`() async throws {
        let first = try #require(Seeds.make(1).first)
        var seen = Seen()
        // In the first one a title comes back to an id that was replaced, and then goes.
        for seed in [682_027] + (0..<12).map({ first &+ $0 }) {
            seen.add(try await Simulation.runOnDedicatedThread { try Self.simulate(seed: seed) })
        }
        // What the test is about has happened.
        #expect(seen.merged > 0 && seen.gone > 0 && seen.changed > 0, "\(seen), seed \(first)")
    }

    /// What has become of references.
    private struct Seen: Sendable {
        var (merged, gone, changed) = (0, 0, 0)

        mutating func add(_ other: Seen) {
            merged += other.merged
            gone += other.gone
            changed += other.changed
        }
    }

    private static func simulate(seed: UInt64) throws -> Seen {
        let simulation = Simulation(seed: seed)
        let following = try EventHarness(simulation, face: .inline)
        let outcome = Mutex<Result<Seen, any Error>?>(nil)
        let hasEnded = simulation.run {
            do {
                let seen = try await play(following, seed: seed)
                outcome.withLock { $0 = .success(seen) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            await following.stopAll()
        }
        #expect(hasEnded, "seed \(seed)")
        #expect(simulation.foreignJobs == 0, "seed \(seed)")
        return try outcome.withLock { $0 }?.get() ?? Seen()
    }

    private static func play(_ following: EventHarness, seed: UInt64) async throws -> Seen {
        var lists = Lists(seed: seed)
        try following.startCatalog()
        try await following.begin(lists.text, source: "list")
        await following.queue?.idle()
        let cards = try await following.cards()
        for name in ["early", "late"] {
            try await following.start(name)
            #expect(try await following.hasAll(name), "seed \(seed)")
            try await following.shard(name)?.write { db in
                for card in cards { try ReferencedTitles(db: db).refer(to: card) }
            }
        }
        for _ in 0..<14 { try await step(&lists, following) }
        await following.stopCatalog()
        try following.startCatalog()
        await following.queue?.idle()
        if try await following.shard("late") == nil { try await following.start("late") }
        return try await check(following, labels: cards, seed: seed)
    }

    private static func step(_ lists: inout Lists, _ following: EventHarness) async throws {
        let runtime = following.runtime
        switch lists.random(0..<10) {
        case 0:
            try await following.begin(nil, source: "list")
            await following.queue?.idle()
        case 1:
            try await following.expire()
        case 2:
            // Killed in the middle of an import.
            lists.change()
            try await following.begin(lists.text, source: "list")
            try await runtime.sleep(for: .milliseconds(lists.random(0..<30)))
            await following.stopCatalog()
            try following.startCatalog()
            await following.queue?.idle()
        case 3, 4:
            if try await following.shard("late") == nil {
                try await following.start("late")
                // Not always long enough to have everything.
                try await runtime.sleep(for: .milliseconds(lists.random(0..<60)))
            } else {
                await following.stop("late")
            }
        default:
            lists.change()
            try await following.begin(lists.text, source: "list")
            await following.queue?.idle()
        }
    }

    private static func check(_ following: EventHarness, labels: [Card], seed: UInt64) async throws -> Seen {
        for name in ["early", "late"] { #expect(try await following.hasAll(name), "\(name), seed \(seed)") }
        let early = try await following.shard("early")?.read { try ReferencedTitles(db: $0).all() } ?? [:]
        let late = try await following.shard("late")?.read { try ReferencedTitles(db: $0).all() } ?? [:]
        #expect(early.count == labels.count, "seed \(seed)")
        let live = Dictionary(uniqueKeysWithValues: try await following.cards().map { ($0.id.rawValue, $0) })
        var seen = Seen()
        for (label, kept) in early.sorted(by: { $0.key < $1.key }) {
            let card = live[kept.content]
            #expect(kept.isGone == (card == nil), "\(label): \(kept), seed \(seed)")
            if let card {
                #expect([kept.name, kept.rating] == [card.title, card.rating.rawValue], "\(label), seed \(seed)")
            }
            // Of what is gone the late one may have kept an older card.
            let other = late[label]
            #expect(other?.content == kept.content && other?.isGone == kept.isGone, "\(label), seed \(seed)")
            if card != nil { #expect(other == kept, "\(label), seed \(seed)") }
            if kept.content != label { seen.merged += 1 }
            if kept.isGone { seen.gone += 1 }
            if labels.first(where: { $0.id.rawValue == label })?.rating.rawValue != kept.rating { seen.changed += 1 }
        }
        // All that there is, told again, changes nothing.
        let page = try await following.read { try SnapshotReader.piece(after: nil, limit: .max, $0) }
        try await following.shard("late")?.write { db in
            try CatalogEvent(snapshot: page).apply(to: ReferencedTitles(db: db))
        }
        let again = try await following.shard("late")?.read { try ReferencedTitles(db: $0).all() } ?? [:]
        for (label, kept) in late.sorted(by: { $0.key < $1.key }) {
            #expect(again[label] == kept, "\(label), seed \(seed)")
        }
        return seen
    }
}
