import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// The links of one item: their names and order; and items that changed their id.
struct VariantTests {
    private func items(_ text: String) -> [PlaylistItem] {
        var reader = EntryRecognizer(source: "s")
        return Playlist(text).entries.map { reader.item(for: $0) }
    }

    @Test
    func `sorted by quality, then by name; nameless ones are Default, doubles Server 2`() {
        let list = """
            #EXTINF:-1 tvg-id="a.uk",A
            http://h/1
            #EXTINF:-1 tvg-id="a.uk",A HD
            http://h/2
            #EXTINF:-1 tvg-id="a.uk",A 4K
            http://h/3
            #EXTINF:-1 tvg-id="a.uk",A
            http://h/4
            #EXTINF:-1 tvg-id="a.uk",A HD
            http://h/5
            #EXTINF:-1 tvg-id="a.uk",A Backup
            http://h/6
            #EXTINF:-1 tvg-id="a.uk@SD",A
            http://h/7
            """
        let items = items(list)
        #expect(Set(items.map(\.id)).count == 1)
        let named = VariantNaming.named(items.map(\.variant))
        #expect(named.map(\.name) == ["4K", "HD", "HD Server 2", "SD", "Default", "Server 2", "Backup"])
        #expect(
            VariantNaming.named(items.map(\.variant).reversed()).map(\.variant.address) == named.map(\.variant.address))
    }

    @Test
    func `languages and editions name a film's links`() {
        let items = items(
            """
            #EXTINF:0,Dune (2021) 1080p
            http://h/1.mkv
            #EXTINF:0,DE - Dune (2021) (German Dub) 1080p
            http://h/2.mkv
            #EXTINF:0,Dune (2021) [Extended Cut]
            http://h/3.mkv
            """)
        #expect(Set(items.map(\.id)).count == 1)
        #expect(VariantNaming.named(items.map(\.variant)).map(\.name) == ["1080p", "1080p German Dub", "Extended"])
    }

    @Test
    func `what was recorded in a cinema comes behind everything, and is called so`() {
        let items = items(
            """
            #EXTINF:0,Dune (2021) 2160p HDCAM
            http://h/1.mkv
            #EXTINF:0,Dune (2021) [TS]
            http://h/2.mkv
            #EXTINF:0,Dune (2021) 480p Backup
            http://h/3.mkv
            #EXTINF:0,Dune (2021) 1080p Telesync
            http://h/4.mkv
            #EXTINF:0,Dune (2021)
            http://h/5.mkv
            """)
        #expect(Set(items.map(\.id)).count == 1)
        for variants in [items.map(\.variant), items.reversed().map(\.variant)] {
            let named = VariantNaming.named(variants)
            #expect(named.map(\.variant.isFromScreen) == [false, false, true, true, true])
            #expect(named.suffix(3).map(\.name) == ["4K CAM", "1080p CAM", "CAM"])
        }
        // As it comes out of the store.
        for variant in items.map(\.variant) {
            let height = Int64(variant.quality?.height ?? 0)
            let stored = StoredLink(variant).variant(source: "s", address: variant.address, headers: [], height: height)
            #expect(stored.isFromScreen == variant.isFromScreen)
        }
    }

    @Test
    func `links of one size are told apart by codec and language where these differ`() {
        func names(_ titles: [String]) -> [String] {
            let list = titles.enumerated().map { "#EXTINF:0,\($0.element)\nhttp://h/\($0.offset).mkv" }
            return VariantNaming.named(items(list.joined(separator: "\n")).map(\.variant)).map(\.name)
        }
        #expect(names(["Dune (2021) 1080p", "Dune (2021) 1080p HEVC"]) == ["1080p", "1080p HEVC"])
        #expect(names(["Dune (2021) 1080p HEVC", "Dune (2021) 1080p HEVC"]) == ["1080p", "1080p Server 2"])
        #expect(
            names(["Dune (2021)", "Dune (2021) HEVC", "Dune (2021) HEVC"]) == ["Default", "HEVC", "HEVC Server 2"])
        #expect(names(["DE - Dune (2021) 1080p", "EN - Dune (2021) 1080p"]) == ["1080p German", "1080p English"])
        #expect(names(["Dune (2021) 1080p HDR", "Dune (2021) 1080p"]) == ["1080p", "1080p HDR"])
    }

    private func candidates(_ text: String) -> [RenameFinder.Candidate] {
        items(text).map { RenameFinder.Candidate(id: $0.id, rungs: $0.rungs) }
    }

    @Test
    func `a guide id that is added, a name that is corrected, a year that appears: the old id leads to the new item`() {
        let old = candidates(
            """
            #EXTINF:-1,UK: Channel Four
            http://h/live/u/p/1.ts
            #EXTINF:-1 tvg-id="12",Das Erst
            http://h/live/u/p/2.ts
            #EXTINF:0,Heat
            http://h/movie/u/p/3.mkv
            """)
        let new = candidates(
            """
            #EXTINF:-1 tvg-id="Channel4.uk",UK: Channel Four HD
            http://other/live/x/y/91.ts
            #EXTINF:-1 tvg-id="12",Das Erste
            http://h/live/x/y/2.ts
            #EXTINF:0,Heat (1995)
            http://h/movie/x/y/3.mkv
            """)
        let found = RenameFinder.find(gone: old, new: new)
        #expect(found.count == 3)
        for (before, after) in zip(old, new) { #expect(found[before.id]?.id == after.id) }
        #expect(found[old[0].id]?.by == .name)
        #expect(found[old[1].id]?.by == .guide)
    }

    @Test
    func `what could be two things is neither`() {
        let old = candidates("#EXTINF:-1 tvg-id=\"France24.fr\",France 24\nhttp://a/1\n")
        let new = candidates(
            """
            #EXTINF:-1 tvg-id="France24.fr@English",France 24
            http://b/1
            #EXTINF:-1 tvg-id="France24.fr@Arabic",France 24
            http://b/2
            """)
        #expect(RenameFinder.find(gone: old, new: new).isEmpty)
    }

    @Test(arguments: [
        ("Canal 3", "Canal3.gt", "Canal3.bf@SD", "http://b/1", false),
        ("TV5", "TV5.ir", "TV5.mn", "http://b/1", false),
        ("NSTV", "NSTV.gr", "NSTV.co@HD", "http://b/1", false),
        ("Tin TV", "TinTV.ir", "TinTV.us", "http://a/1", true),
        ("Canal 3", "Canal3.gt", "Canal3.gt@Feed", "http://b/1", true),
        ("Canal 3", "", "Canal3.gt", "http://b/1", true),
        ("Canal 3", "canal-3", "Canal3.gt", "http://b/1", true),
        ("Sky News Extra 1", "SkyNewsExtra1.uk", "SkyNewsExtra1.au", "http://b/1", true),
    ])
    func `a short name under another country's guide id is another channel, unless the address is the same`(
        _ name: String, _ guideID: String, _ newGuideID: String, _ address: String, isSame: Bool
    ) {
        let old = candidates("#EXTINF:-1 tvg-id=\"\(guideID)\",\(name)\nhttp://a/1\n")
        let new = candidates("#EXTINF:-1 tvg-id=\"\(newGuideID)\",\(name)\n\(address)\n")
        #expect((RenameFinder.find(gone: old, new: new)[old[0].id]?.id == new[0].id) == isSame)
    }
}
