import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import RPC
import Synchronization
import TestSupport
import Testing

/// kill -9 of the real downloads process at random moments, as often as HEARTH_KILLS says (five times when it says nothing).
@Suite(.tags(.integration), .serialized)
struct DownloadKillTests {
    private static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 5

    @Test
    func `what is fetched is byte for byte the same, and no kill costs more than a segment or 4 MiB of what was taken`()
        async throws
    {
        let seed = Seeds.make(1)[0]
        var random = SplitMix64(seed: seed)
        let origin = try DownloadOrigin()
        defer { origin.stop() }
        try await RealCluster.with { cluster in
            try await cluster.up(
                "--restart-limit", "0", "--restart-wait", "0.1", "--config",
                try cluster.directory.write(origin.configuration, to: "downloads.yaml"))
            try await HouseholdClients.with(of: cluster) { clients in
                let fixture = try await DownloadKillFixture(cluster, clients, origin)
                let undisturbed = try await fixture.fetchAll()
                #expect(undisturbed.count == 2)
                var worst = Costs()
                for kill in 1...Self.kills {
                    try await clients.signIn()
                    let moment = Int.random(in: 0..<origin.allBytes, using: &random)
                    origin.begin(after: moment, delay: .microseconds(Int64.random(in: 0..<30_000, using: &random))) {
                        guard let process = try? cluster.process(of: "downloads") else { return }
                        // It takes nothing more while it is looked at what it has taken.
                        _ = Glibc.kill(process, SIGSTOP)
                        origin.noteTaken()
                        _ = Glibc.kill(process, SIGKILL)
                    }
                    let files = try await fixture.fetchAll()
                    #expect(files == undisturbed, "kill \(kill) of seed \(seed): other bytes")
                    let costs = origin.costs
                    #expect(costs.segments <= 1, "kill \(kill) of seed \(seed)")
                    #expect(costs.bytes <= DownloadOrigin.allowedBytes, "kill \(kill) of seed \(seed)")
                    worst = Costs(segments: max(worst.segments, costs.segments), bytes: max(worst.bytes, costs.bytes))
                }
                print("\(Self.kills) kills of downloads (seed \(seed)): at worst \(worst) were fetched twice")
            }
        }
    }
}

/// What was fetched more than once.
private struct Costs: CustomStringConvertible {
    var segments = 0
    var bytes = 0

    var description: String { "\(segments) segments, \(bytes) bytes of a file" }
}

/// Where the downloads come from: a stream of encrypted segments and a plain file, both slow enough to be interrupted.
private final class DownloadOrigin: Sendable {
    private struct Watch {
        var sent = 0
        var killAfter = Int.max
        var delay = Duration.zero
        var kill: @Sendable () -> Void = {}
        var segments: [String: Int] = [:]
        /// How far the film was sent, how far it had been taken at the kill, and where it went on then.
        var place = 0
        var taken = 0
        var next: Int?
        var isKilled = false

        mutating func noteRequest(_ target: String, at start: Int) {
            if target.hasSuffix(".ts") { segments[target, default: 0] += 1 }
            guard target == DownloadOrigin.filmTarget else { return }
            place = start
            // A look at the link asks for its beginning, too.
            if isKilled { next = max(next ?? 0, start) }
        }
    }

    private let server: ScriptedServer
    private let watch: Reference

    private final class Reference: Sendable {
        let state = Mutex(Watch())
    }

    static let film = Array((0..<32_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
    /// 4 MiB, and the pieces that are in flight when it is looked how much the system holds.
    static let allowedBytes = (4 << 20) + 16 * pieceBytes
    private static let filmTarget = "/film.mkv"
    private static let pieceBytes = 32 << 10
    private static let folder = "hls/aes128-native-health"

    init() throws {
        var files: [String: [UInt8]] = [
            "/enc.key": try SharedData.bytes("\(Self.folder)/enc.key"), Self.filmTarget: Self.film,
        ]
        for index in 0..<3 {
            files["/720p_00\(index).ts"] = try SharedData.bytes("\(Self.folder)/media/summit/720p_00\(index).ts")
        }
        let text = String(decoding: try SharedData.bytes("\(Self.folder)/media/summit/720p.m3u8"), as: UTF8.self)
        files["/stream.m3u8"] = Array(text.replacing("http://localhost:3474", with: "").utf8)
        let watch = Reference()
        self.watch = watch
        server = try ScriptedServer(sendBufferBytes: Int32(Self.pieceBytes)) { [files] request, connection in
            guard let file = files[request.target] else { return try connection.respond(404, [:], "") }
            let part = request["range"].map { Self.part($0, of: file.count) }
            let (status, bytes) = (part == nil ? "200 OK" : "206 Part", part ?? 0..<file.count)
            let range =
                part.map { "Content-Range: bytes \($0.lowerBound)-\($0.upperBound - 1)/\(file.count)\r\n" } ?? ""
            try connection.send(
                "HTTP/1.1 \(status)\r\nContent-Length: \(bytes.count)\r\nETag: \"1\"\r\n\(range)\r\n")
            watch.state.withLock { $0.noteRequest(request.target, at: bytes.lowerBound) }
            for start in stride(from: bytes.lowerBound, to: bytes.upperBound, by: Self.pieceBytes) {
                let piece = Array(file[start..<min(start + Self.pieceBytes, bytes.upperBound)])
                try connection.send(piece)
                Self.note(piece.count, request.target, watch)
            }
        }
    }

    private static func part(_ text: String, of count: Int) -> Range<Int> {
        let bounds = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false).map {
            Int($0)
        }
        return (bounds.first.flatMap(\.self) ?? 0)..<min(count, (bounds.last.flatMap(\.self) ?? count - 1) + 1)
    }

    private static func note(_ count: Int, _ target: String, _ watch: Reference) {
        let due = watch.state.withLock { watch -> (Duration, @Sendable () -> Void)? in
            watch.sent += count
            if target == DownloadOrigin.filmTarget { watch.place += count }
            guard watch.sent >= watch.killAfter else { return nil }
            watch.killAfter = .max
            return (watch.delay, watch.kill)
        }
        guard let (delay, kill) = due else { return }
        let runtime = SystemRuntime.shared
        runtime.schedule(at: runtime.now.advanced(by: delay), kill)
    }

    var configuration: String {
        "downloads:\n  download-hosts: \"127.0.0.1:\(server.port)\"\n  download-floor-mb: 0\n"
    }

    var playlist: String {
        """
        #EXTM3U
        #EXTINF:60 type="movie" rating="PG",Summit (2001)
        http://127.0.0.1:\(server.port)/stream.m3u8
        #EXTINF:60 type="movie" rating="PG",Harbour (1999)
        http://127.0.0.1:\(server.port)/film.mkv

        """
    }

    /// What both have together.
    var allBytes: Int { Self.film.count + 2_447_600 }

    /// Counts from zero, and has something done once so many bytes were sent.
    func begin(after bytes: Int, delay: Duration, _ kill: @escaping @Sendable () -> Void) {
        watch.state.withLock { $0 = Watch(killAfter: bytes, delay: delay, kill: kill) }
    }

    /// Notes how far the process that is about to be killed has taken the film: what was sent, without what the system holds.
    ///
    /// The server goes on sending meanwhile, and bytes wander from its end to the client's: what was sent is read first, so that
    /// nothing counts as taken that is not, and it is looked again until neither has changed.
    func noteTaken() {
        var last: (sent: Int, held: Int)?
        for _ in 0..<Self.maximumLooks {
            let sent = watch.state.withLock { $0.place }
            let held = TCPQueues.heldBytes(ofServer: server.port)
            watch.state.withLock { watch in
                watch.taken = max(0, sent - held)
                watch.isKilled = true
            }
            if let last, last == (sent, held) { break }
            last = (sent, held)
        }
    }

    private static let maximumLooks = 1_000

    /// What was fetched more than once since.
    var costs: Costs {
        watch.state.withLock { watch in
            Costs(
                segments: watch.segments.values.reduce(0) { $0 + $1 - 1 },
                bytes: watch.next.map { max(0, watch.taken - $0) } ?? 0)
        }
    }

    func stop() { server.stop() }
}

/// A household that downloads both, again and again.
private struct DownloadKillFixture {
    private let clients: HouseholdClients
    private let contents: [ContentID]

    init(_ cluster: RealCluster, _ clients: HouseholdClients, _ origin: DownloadOrigin) async throws {
        self.clients = clients
        let path = try cluster.directory.write(origin.playlist, to: "list.m3u")
        let job = try await clients.catalog.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path).job
        for try await state in clients.catalog.follow(Catalog.FollowImport(job: job)) where state.item.state.isEnd {
            break
        }
        contents = try await clients.catalog.send(Catalog.Search(text: "", kinds: [.movie], sort: .title)).hits.map(
            \.id)
    }

    /// Downloads both from nothing, and returns the bytes of all files by their names; then they are deleted.
    func fetchAll() async throws -> [String: [String: Data]] {
        var files: [String: [String: Data]] = [:]
        var ids: [String] = []
        for content in contents {
            ids.append(try await clients.downloads.send(Downloads.Start(content: content)).downloads[0].download.id)
        }
        var paths: [String: String] = [:]
        for try await element in clients.downloads.follow(Downloads.Follow(), options: { clients.options() }) {
            for download in (element.item.snapshot ?? []) + [element.item.changed].compactMap(\.self) {
                if download.status == .failed { throw RPCError(.internal, download.trouble?.message ?? "failed") }
                paths[download.id] = download.status == .completed ? download.path : nil
            }
            if ids.allSatisfy({ paths[$0] != nil }) { break }
        }
        for (id, content) in zip(ids, contents) {
            let folder = URL(filePath: try #require(paths[id])).deletingLastPathComponent()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                files[content.rawValue, default: [:]][name] = try Data(contentsOf: folder.appending(path: name))
            }
            _ = try await clients.downloads.send(Downloads.Delete(download: id))
        }
        return files
    }
}

/// What the system holds of TCP connections over IPv4: proc(5), /proc/net/tcp.
private enum TCPQueues {
    /// Bytes that a server on this machine has sent and no client has read.
    static func heldBytes(ofServer port: Int) -> Int {
        let table = String(decoding: FileManager.default.contents(atPath: "/proc/net/tcp") ?? Data(), as: UTF8.self)
        return table.split(separator: "\n").dropFirst().reduce(0) { held, line in
            let fields = line.split(separator: " ")
            guard fields.count > 4 else { return held }
            let ports = fields[1...2].map { Int($0.split(separator: ":").last ?? "", radix: 16) }
            let queues = fields[4].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
            guard queues.count == 2 else { return held }
            // Sent and not received at the server's end; received and not read at the client's.
            return held + (ports[0] == port ? queues[0] : 0) + (ports[1] == port ? queues[1] : 0)
        }
    }
}
