import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Files that callers send are imported; paths are opened by nothing.
struct UploadTests {
    private static func uploads(_ catalog: CatalogFixture) -> [String] {
        let path = "\(catalog.service.dataDirectory)/home/catalog.uploads"
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    @Test(arguments: [TestTransport.inProcess, .ipc])
    func `a list of many pieces comes in whole, and its file goes with the job`(transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let list = (0..<20_000).map { "#EXTINF:-1,Station \($0)\nhttp://a.example/\($0)" }.joined(separator: "\n")
            #expect(list.utf8.count > UploadPiece.maximumBytes)
            let client = try await catalog.client()
            let request = Catalog.ImportPlaylist(
                source: "list", file: "/home/ada/list.m3u", bytes: Int64(list.utf8.count))
            let job = try await catalog.end(of: client.upload(request, text: Data(list.utf8)), client)
            #expect(job.report?.added == 20_000)
            #expect(try await comes { Self.uploads(catalog).isEmpty })
            let source = try #require(try await client.send(Catalog.ListSources()).sources.first)
            #expect(source.path == "/home/ada/list.m3u")
        }
    }

    @Test func `no path leads to a file of the service's machine`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let real = try catalog.file("secret.m3u", SampleList.mixed)
            for path in [real, "/etc/passwd", "file://\(real)", "../secret.m3u", "FILE:\(real)", "/proc/self/environ"] {
                let added = await #expect(throws: RPCError.self) {
                    _ = try await client.send(Catalog.AddSource(source: "x", kind: .playlist, address: path))
                }
                #expect(added?.code == .invalidArgument, "\(path)")
                let panel = await #expect(throws: RPCError.self) {
                    var request = Catalog.AddSource(source: "x", kind: .xtream, address: path)
                    (request.username, request.password) = ("u", "p")
                    _ = try await client.send(request)
                }
                #expect(panel?.code == .invalidArgument, "\(path)")
                // What a file is called is only shown.
                let sent = Data("#EXTINF:-1,Sent\nhttp://a.example/sent\n".utf8)
                let request = Catalog.ImportPlaylist(source: "sent", file: path, allowsShrinking: true)
                let job = try await catalog.end(of: client.upload(request, text: sent), client)
                #expect(job.report?.read == 1, "\(path)")
            }
            #expect(try await catalog.ids().count == 1)
        }
    }

    @Test func `the old question, a path in one request, is refused by name`() async throws {
        struct Old: RPCRequest {
            typealias Service = Catalog
            typealias Response = ImportStarted
            static let method = "ImportPlaylist"
            static let safety = CallSafety.idempotent
            var path = "/etc/passwd"
            var source = "x"
        }
        try await CatalogFixture.with(.ipc) { catalog in
            let client = try await catalog.client()
            let error = await #expect(throws: RPCError.self) { _ = try await client.send(Old()) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.executed == .no)
            #expect(error?.message.contains("ImportPlaylist") == true, "\(error?.message ?? "")")
        }
    }

    @Test func `what is wrong with a request is said before the file is sent`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let list = Data(SampleList.mixed.utf8)
            for (source, file) in [
                ("", "a"), ("   ", "a"), ("a\nb", "a"), (String(repeating: "x", count: 101), "a"), ("a", ""),
            ] {
                let error = await #expect(throws: RPCError.self) {
                    _ = try await client.upload(Catalog.ImportPlaylist(source: source, file: file), text: list)
                }
                #expect(error?.code == .invalidArgument)
            }
            let large = await #expect(throws: RPCError.self) {
                _ = try await client.upload(
                    Catalog.ImportPlaylist(source: "a", file: "a", bytes: ImportLimits().playlistBytes + 1), text: list)
            }
            #expect(large?.code == .resourceExhausted)
            #expect(large?.message.contains("playlist may have 1073741824") == true)
            #expect(try await comes { Self.uploads(catalog).isEmpty })
        }
    }

    @Test func `a name is shown without what is invisible`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let request = Catalog.ImportPlaylist(source: "a", file: "a\u{202e}\u{7}\n.m3u")
            _ = try await catalog.end(of: client.upload(request, text: Data(SampleList.mixed.utf8)), client)
            let shown = try await client.send(Catalog.ListSources()).sources.first?.path
            #expect(shown == "a\\u{202e}\\u{7}\\u{a}.m3u")
        }
    }

    @Test func `a kill in the middle of an upload leaves no file, and one after its end costs nothing`() async throws {
        try await CatalogFixture.with(faults: true) { catalog in
            let client = try await catalog.client()
            let list = Data((0..<20_000).map { "#EXTINF:-1,S \($0)\nhttp://a.example/\($0)\n" }.joined().utf8)
            let request = Catalog.ImportPlaylist(source: "list", file: "list.m3u")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = try? await client.send(request) { writer in
                        try await writer.write(UploadPiece(list.prefix(1_000)))
                        await hang()
                    }
                }
                try #require(try await comes { !Self.uploads(catalog).isEmpty })
                await catalog.service.kill()
                group.cancelAll()
            }
            try await catalog.service.start()
            try #require(try await comes { Self.uploads(catalog).isEmpty })
            // A file whose job was put in line stays until that has ended.
            let again = try await catalog.client()
            let started = try await again.upload(request, text: list)
            await catalog.service.kill()
            try await catalog.service.start()
            #expect(try await catalog.end(of: started, catalog.client()).state == .done)
            try #require(try await comes { Self.uploads(catalog).isEmpty })
        }
    }
}
