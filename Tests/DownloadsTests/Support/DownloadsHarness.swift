import Access
import DownloadsAPI
import DownloadsService
import Foundation
import GRDB
import Glibc
import HearthModel
import RPC
import ServiceKit
import TestSupport

typealias Client = RPCClient<Downloads>

/// The service with a catalog and a server of media behind it.
struct DownloadsHarness {
    let harness: ServiceHarness
    let catalog: FakeCatalog
    let profiles: FakeProfiles
    let server: MediaServer
    /// Another one, that the service may fetch from as well.
    let elsewhere: MediaServer
    /// The service's, by which tokens are signed as well.
    let runtime: any Runtime

    static func with(
        _ transport: TestTransport = .inProcess, quotaMB: Int = 100, floorMB: Int = 0,
        runtime: (any Runtime)? = nil, _ body: (DownloadsHarness, Client) async throws -> Void
    ) async throws {
        let (server, elsewhere) = (try MediaServer(), try MediaServer())
        defer { for each in [server, elsewhere] { each.stop() } }
        let layers = ConfigurationLayers(
            flags: [
                "download-hosts": "\(server.host),\(elsewhere.host)",
                "download-quota-mb": "\(quotaMB)", "download-floor-mb": "\(floorMB)",
            ],
            environment: [:])
        try await ServiceHarness.with(DownloadsService.self, transport) { parts in
            parts.configuration = layers
            guard let runtime else { return }
            parts.runtime = runtime
            let keys = KeyStore(directory: "\(parts.dataDirectory)/keys", runtime: runtime)
            parts.verifier = TokenVerifier(store: keys, runtime: runtime)
        } _: { harness in
            let (catalog, profiles) = (FakeCatalog(), FakeProfiles())
            try await catalog.play(in: harness)
            try profiles.play(in: harness)
            let downloads = DownloadsHarness(
                harness: harness, catalog: catalog, profiles: profiles, server: server, elsewhere: elsewhere,
                runtime: runtime ?? harness.runtime)
            try await body(downloads, try await downloads.client())
        }
    }

    func client(_ person: TestCaller = .adult) async throws -> Client {
        let token = try await harness.signer.sign(person.claims(runtime: runtime))
        return try await harness.client(Downloads.self, as: nil, options: CallOptions(token: token))
    }

    /// Gives the catalog a film whose link leads to a file of the server's.
    func film(_ id: String, _ bytes: [UInt8], etag: String? = "\"1\"", type: String = "video/mp4") {
        server.serve("/\(id).mp4", .init(bytes: bytes, etag: etag, type: type))
        catalog.add(id, server.url("/\(id).mp4"))
    }

    /// Gives the catalog a stream of three encrypted segments from the shared data; its key is where its server is now.
    func serveSummit() throws {
        let folder = "hls/aes128-native-health"
        try server.serve(try SharedData.url("\(folder)/media/summit"), under: "/summit")
        server.serve("/enc.key", .init(bytes: try SharedData.bytes("\(folder)/enc.key")))
        for name in ["360p", "480p", "720p"] {
            let text = String(decoding: try SharedData.bytes("\(folder)/media/summit/\(name).m3u8"), as: UTF8.self)
            let local = text.replacing("http://localhost:3474", with: "http://\(server.host)")
            server.serve("/summit/\(name).m3u8", .init(bytes: Array(local.utf8)))
        }
        catalog.add("summit", server.url("/summit/playlist.m3u8"))
    }

    /// Has what is known of the household's files behave otherwise.
    func change(_ statements: String) async throws {
        try await harness.shards?.shard(for: "home").write { try $0.execute(sql: statements) }
    }

    /// Has the disk be full for changes of a column of the household's files, for as long as the ballast takes up room.
    func fillDisk(forChangesOf column: String) async throws {
        let ballast = "\(harness.dataDirectory)/home/downloads.sqlite.ballast"
        try await harness.shards?.shard(for: "home").write { db in
            db.add(
                function: DatabaseFunction("fits", argumentCount: 0) { _ in
                    if access(ballast, F_OK) == 0 { throw DatabaseError(resultCode: .SQLITE_FULL) }
                    return true
                })
            try db.execute(
                sql: "CREATE TEMP TRIGGER fits BEFORE UPDATE OF \(column) ON file BEGIN SELECT fits(); END")
        }
    }

    /// How many folders are to be removed.
    func trash() async throws -> Int? {
        try await harness.shards?.shard(for: "home").read { try Int.fetchOne($0, sql: "SELECT count(*) FROM trash") }
    }

    /// What is kept of the answers to keyed calls.
    func storedResponses() async throws -> [Data]? {
        try await harness.shards?.shard(for: "home").read { db in
            try Data.fetchAll(db, sql: "SELECT answer FROM idempotency")
        }
    }

    /// Where a household's files are.
    var folder: String { "\(harness.dataDirectory)/home/downloads" }

    /// What is in that folder, everything below it included.
    var names: [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    }

    /// The bytes of a download's file on the disk.
    static func bytes(_ download: Download, _ name: String? = nil) -> [UInt8]? {
        guard let path = download.path else { return nil }
        let url = URL(filePath: path)
        let file = name.map { url.deletingLastPathComponent().appending(path: $0) } ?? url
        return (try? Data(contentsOf: file)).map { [UInt8]($0) }
    }
}

/// Bytes that differ from place to place.
func someBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
}

extension RPCClient<Downloads> {
    /// Starts one download.
    @discardableResult
    func start(_ content: ContentID, quality: DownloadQuality? = nil) async throws -> StartedDownload {
        try await send(Downloads.Start(content: content, quality: quality)).downloads[0]
    }

    /// The download as it is when it is as asked for: that is waited for.
    @discardableResult
    func wait(_ id: String, until isDone: (Download) -> Bool) async throws -> Download {
        for try await element in follow(Downloads.Follow(), after: nil) {
            let all = (element.item.snapshot ?? []) + [element.item.changed].compactMap(\.self)
            if let found = all.first(where: { $0.id == id && isDone($0) }) { return found }
        }
        throw RPCError(.internal, "the stream has ended")
    }

    /// The download when it has come to an end.
    func ended(_ id: String) async throws -> Download {
        try await wait(id) { [.completed, .failed].contains($0.status) }
    }

    /// Starts one and returns it when it has come to an end.
    func fetched(_ content: ContentID, quality: DownloadQuality? = nil) async throws -> Download {
        try await ended(try await start(content, quality: quality).download.id)
    }

    func list(_ filter: DownloadFilter? = nil) async throws -> [Download] {
        try await send(Downloads.List(filter: filter)).downloads
    }

    /// All bytes of a file.
    func read(_ request: Downloads.ReadFile) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in try await stream(request) { bytes += piece.data }
        return bytes
    }

    /// The error that a call fails with; nil when it succeeds.
    func failure<Request: RPCRequest>(of request: Request) async -> RPCError? where Request.Service == Service {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}

extension RPCError {
    /// What was in the way.
    var problem: DownloadsProblem? { detail(DownloadsProblem.self) }
}
