import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a list tells players besides address and headers comes with the stream, and with nothing else.
struct StreamOptionTests {
    private static let key = "9eb4050de44b4802932e27d75083e266:166634c675823c235a4a9446fad52e4d"

    @Test(arguments: TestTransport.allCases)
    func `a stream's key reaches its player and no other answer`(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let list = """
                #EXTM3U
                #EXTINF:-1,Protected
                #KODIPROP:inputstream.adaptive.license_type=clearkey
                #KODIPROP:inputstream.adaptive.license_key=\(Self.key)
                #EXTVLCOPT:program=2
                http://a.example/protected.mpd
                #EXTINF:-1,Plain
                http://a.example/plain.m3u8
                #EXTINF:-1,Much
                #KODIPROP:a=\(String(repeating: "x", count: 9_000))
                #KODIPROP:b=c
                http://a.example/much.m3u8

                """
            try await catalog.playlist(catalog.file("a.m3u", list))
            let client = try await catalog.client()
            let found = try await catalog.title("Protected", kinds: [.channel])
            let stream = try await client.send(Catalog.ResolveStream(id: found.card.id))
            let options = try #require(stream.options)
            #expect(options.map(\.player) == [.kodi, .kodi, .vlc])
            #expect(
                options.map { "\($0.name)=\($0.value)" } == [
                    "inputstream.adaptive.license_type=clearkey", "inputstream.adaptive.license_key=\(Self.key)",
                    "program=2",
                ])
            #expect(!"\(found)".contains(Self.key))
            let explained = try await client.send(Catalog.Explain(id: found.card.id))
            #expect(!"\(explained)".contains(Self.key) && !catalog.service.logs.text.contains(Self.key))
            let plain = try await catalog.title("Plain", kinds: [.channel]).card.id
            #expect(try await client.send(Catalog.ResolveStream(id: plain)).options == nil)
            let much = try await catalog.title("Much", kinds: [.channel]).card.id
            #expect(try await client.send(Catalog.ResolveStream(id: much)).options == nil, "more than is kept")
        }
    }
}
