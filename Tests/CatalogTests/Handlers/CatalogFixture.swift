import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The catalog alone, with helpers to take files in and ask for what came of it.
struct CatalogFixture {
    let service: ServiceHarness
    let clock: TestClock

    /// Runs `body` with a started catalog.
    ///
    /// - Parameters:
    ///   - at: civil time in it, in seconds since 1970.
    ///   - hosts: servers of the test's own that sources may be fetched from.
    static func with(
        _ transport: TestTransport = .inProcess, households: [String] = ["home"], at seconds: Double = 1_787_421_600,
        faults: Bool = false, hosts: [String] = [], _ body: (CatalogFixture) async throws -> Void
    ) async throws {
        let clock = TestClock(at: seconds)
        let layers = ConfigurationLayers(
            flags: hosts.isEmpty ? [:] : ["source-hosts": hosts.joined(separator: ",")], environment: [:])
        try await ServiceHarness.with(
            CatalogService.self, transport, households: households, faults: faults, runtime: clock
        ) {
            $0.configuration = layers
        } _: { harness in
            try await body(CatalogFixture(service: harness, clock: clock))
        }
    }

    /// A client that calls as one person; its token is of this moment.
    func client(_ person: TestCaller = .owner) async throws -> RPCClient<Catalog> {
        try await service.client(Catalog.self, as: person)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String { try service.directory.write(text, to: name) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = service.directory.path(name)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// Takes in a playlist and waits for its end.
    @discardableResult
    func playlist(
        _ path: String, source: String = "list", allowsShrinking: Bool? = nil, as person: TestCaller = .owner
    ) async throws -> ImportJob {
        let catalog = try await client(person)
        let request = Catalog.ImportPlaylist(source: source, file: path, allowsShrinking: allowsShrinking)
        return try await end(of: try await catalog.upload(request, from: path), catalog)
    }

    /// Takes in a guide and waits for its end.
    @discardableResult
    func guide(_ path: String, source: String = "guide", allowsShrinking: Bool? = nil) async throws -> ImportJob {
        let catalog = try await client()
        let request = Catalog.ImportGuide(source: source, file: path, allowsShrinking: allowsShrinking)
        return try await end(of: try await catalog.upload(request, from: path), catalog)
    }

    /// Waits for a job's end by asking after it: each answer is a turn of the service.
    func end(of started: ImportStarted, _ catalog: RPCClient<Catalog>) async throws -> ImportJob {
        var ended: ImportJob?
        _ = try await comes {
            let job = try await catalog.send(Catalog.GetImport(job: started.job))
            if job.state.isEnd { ended = job }
            return ended != nil
        }
        return try #require(ended)
    }

    /// Everything that a search finds, page by page.
    func all(_ request: Catalog.Search, pageSize: Int32 = 200, as person: TestCaller = .owner) async throws -> [Card] {
        let catalog = try await client(person)
        var request = request
        var found: [Card] = []
        var cursor: String?
        repeat {
            request.page = PageRequest(size: pageSize, cursor: cursor)
            let page = try await catalog.send(request)
            found += page.hits
            cursor = page.cursor
        } while cursor != nil
        return found
    }

    /// The ids of all titles of all kinds.
    func ids(as person: TestCaller = .owner) async throws -> Set<ContentID> {
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        return Set(try await all(Catalog.Search(text: "", kinds: kinds), as: person).map(\.id))
    }
}

/// The real runtime with a civil time of the test's own.
final class TestClock: Runtime {
    private let base = SystemRuntime.shared
    private let seconds: Mutex<Double>
    private let begun: MonotonicInstant

    init(at seconds: Double) {
        self.seconds = Mutex(seconds)
        begun = SystemRuntime.shared.now
    }

    /// Lets days go by.
    func advance(days: Double) { seconds.withLock { $0 += days * 86_400 } }

    /// Civil time in seconds since 1970.
    var now1970: Double { wallTime.secondsSince1970 }

    var now: MonotonicInstant { base.now }
    var wallTime: WallTime {
        WallTime(secondsSince1970: seconds.withLock { $0 }).advanced(by: begun.duration(to: base.now))
    }
    var clockDomain: ClockDomain { base.clockDomain }
    func random() -> UInt64 { base.random() }
    @discardableResult
    func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> { base.spawn(body) }
    func sleep(until instant: MonotonicInstant) async throws { try await base.sleep(until: instant) }
    func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        base.schedule(at: instant, body)
    }
}

extension ImportReport {
    /// What must hold of every report of a playlist.
    func checkSums(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(read == added + updated + unchanged + grouped, sourceLocation: sourceLocation)
        for count in [read, added, updated, unchanged, grouped, removed, stale, refused] {
            #expect(count >= 0, sourceLocation: sourceLocation)
        }
        #expect(stale <= removed, sourceLocation: sourceLocation)
    }
}

/// Lists that tests write themselves.
enum SampleList {
    /// Channels, films and episodes with ratings and groups of all kinds.
    static let mixed = """
        #EXTM3U
        #EXTINF:-1 tvg-id="kids.tv" tvg-chno="1" group-title="Kids" rating="TV-Y",Kids TV
        http://a.example/kids.m3u8
        #EXTINF:-1 tvg-id="news.tv" tvg-chno="2.1" group-title="News",News 24 HD
        http://a.example/news.m3u8
        #EXTINF:-1 tvg-id="news.tv" group-title="News",News 24 SD
        http://b.example/news.m3u8
        #EXTINF:-1 tvg-id="late.tv" tvg-chno="3" group-title="Movies" rating="R",Late Cinema
        http://a.example/late.m3u8
        #EXTINF:-1 group-title="XXX Adult",Hot Nights TV
        http://a.example/hot.m3u8
        #EXTINF:6000 type="movie" group-title="Horror" rating="R",Alien (1979)
        http://a.example/movie/u/p/1.mkv
        #EXTINF:6000 type="movie" group-title="Animation" rating="G",Toy Story (1995)
        http://a.example/movie/u/p/2.mkv
        #EXTINF:6000 type="movie" group-title="Animation" rating="G",Toy Story 2 (1999)
        http://a.example/movie/u/p/3.mkv
        #EXTINF:6000 type="movie" group-title="Drama",Amélie (2001)
        http://a.example/movie/u/p/4.mkv
        #EXTINF:2400 type="series" group-title="Comedy" rating="TV-14",The Office S01E01
        http://a.example/series/u/p/5.mkv
        #EXTINF:2400 type="series" group-title="Comedy" rating="TV-14",The Office S01E02
        http://a.example/series/u/p/6.mkv
        #EXTINF:2400 type="series" group-title="Comedy" rating="TV-MA",The Office S02E01
        http://a.example/series/u/p/7.mkv

        """
}
