import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Links without a guide id that are called like a channel of their list that has one.
struct ChannelNameMatchTests {
    private static func read(_ lines: [String]) -> [PlaylistItem] {
        let entries = lines.enumerated().map { "#EXTINF:-1 \($1)\nhttp://h.example/\($0).m3u8\n" }.joined()
        return RecognizedList(Playlist("#EXTM3U\n" + entries).entries).items
    }

    @Test(arguments: [
        (#"tvg-id="BBCOne.uk",BBC One"#, ",BBC One HD"),
        (#"tvg-id="BBCOne.uk" group-title="UK",BBC One"#, #"group-title="United Kingdom",|UK| BBC ONE [1080p]"#),
        (#"tvg-id="BBCOne.uk",BBC One"#, #"tvg-id="n/a" group-title="UK",BBC One"#),
        // The list's own country counts before the ID's.
        (#"tvg-id="DWEnglish.de" group-title="UK",DW English"#, #"group-title="UK",DW English"#),
        (#"tvg-id="BBCOne.uk",BBC One +1"#, ",BBC One +1"),
        (#"tvg-id="oxygen.us" group-title="USA ENTERTAINMENT",Oxygen"#, #"group-title="USA VIP",USA: OXYGEN HD"#),
        (#"tvg-id="Arte.de" tvg-language="German",Arte Concert"#, #"tvg-language="de",Arte Concert"#),
        // A number says which one it is in this list alone, and here are both.
        (#"tvg-id="104",Kitchen Stories"#, ",Kitchen Stories"),
        // Short, and of one country.
        (#"tvg-id="TF1.fr",TF1"#, #"group-title="France",TF1 FHD"#),
        (#"tvg-id="Canal3.gt" tvg-country="GT",Canal 3"#, #"tvg-country="GT",Canal 3"#),
        (#"tvg-id="NRJ.fr" radio="true" tvg-country="FR",NRJ Hits"#, #"radio="true" tvg-country="FR",NRJ Hits"#),
    ])
    func `one channel`(_ known: String, _ other: String) {
        let items = Self.read([known, other])
        #expect(items[0].id == items[1].id)
        #expect(items[1].namesake?.ownID == Self.read([other])[0].id)
        // Neither the order nor the other one makes another id of it.
        #expect(Self.read([other, known]).map(\.id) == items.reversed().map(\.id))
        #expect(Self.read([known])[0].id == items[0].id)
        #expect(items[0].namesake == nil)
    }

    @Test(arguments: [
        // Channels of many countries are called so.
        (#"tvg-id="Canal3.gt",Canal 3"#, ",Canal 3"), (#"tvg-id="TV5.ca",TV5"#, #"group-title="News",TV5"#),
        (#"tvg-id="TF1.fr",TF1"#, #"group-title="Canada",TF1"#),
        (#"tvg-id="Antena3.ro",Antena 3 News"#, #"group-title="Spain",Antena 3 News"#),
        (#"tvg-id="DWEnglish.de" group-title="UK",DW English"#, #"group-title="Germany",DW English"#),
        (#"tvg-id="BBCOne.uk",UK: BBC One"#, ",US: BBC One"),
        (#"tvg-id="NRJHits.fr",NRJ Hits"#, #"radio="true",NRJ Hits"#),
        (#"tvg-id="NRJHits.fr",NRJ Hits"#, #"group-title="Radio",NRJ Hits"#),
        (#"tvg-id="Passion.uk",Passion Night"#, #"group-title="XXX Adults",Passion Night"#),
        (#"tvg-id="Friends.us",Friends Forever"#, #"group-title="24/7",Friends Forever"#),
        (#"tvg-id="BBCOne.uk",BBC One"#, ",BBC One +1"), (#"tvg-id="BBCOne.uk",BBC One"#, ",BBC One London"),
        (#"tvg-id="BBCOne.uk",★★★"#, ",★★★"),
        // Feeds, languages, and parts of a list that are neither.
        (#"tvg-id="BBCDrama.uk@Spain",BBC Drama"#, ",BBC Drama"),
        (#"tvg-id="Trace.uk" tvg-language="en",Trace Urban"#, #"tvg-language="fr",Trace Urban"#),
        (#"tvg-id="bein3.us" group-title="UK SPORTS",beIN Sports 3"#, #"group-title="AR",AR: beIN Sports 3 HD"#),
        (#"tvg-id="Cinemax.us" group-title="USA",Cinemax East"#, #"group-title="LATIN",LA: Cinemax East"#),
        (#"tvg-id="wild",UK: Nat Geo Wild"#, #"group-title="Ex-Yu",EX-YU: Nat Geo Wild"#),
    ])
    func `two channels`(_ known: String, _ other: String) {
        let items = Self.read([known, other])
        #expect(items[0].id != items[1].id)
        #expect(items[1].namesake == nil && items[1].id == Self.read([other])[0].id)
    }

    @Test
    func `a name that several guide ids have is none of them, and an id that stands for anything says nothing`() {
        let several = Self.read([
            #"tvg-id="SportOne.uk",Sport One Plus"#, #"tvg-id="SportOne.ie",Sport One Plus"#, ",Sport One Plus",
        ])
        #expect(Set(several.map(\.id)).count == 3)
        let mixes = ["Alpha Mix", "Bravo Mix", "Charlie Mix", "Delta Mix", "Echo Mix", "Foxtrot Mix"]
        let dummies = Self.read(mixes.map { #"tvg-id="24-7.dummy",\#($0)"# } + [",Alpha Mix"])
        #expect(dummies.last?.namesake == nil)
        // A film that has a guide id is no channel.
        let film = Playlist(
            """
            #EXTINF:-1 tvg-id="gladiator.us",Gladiator
            http://h.example:8080/movie/u/p/5.mkv
            #EXTINF:-1,Gladiator
            http://h.example/1.m3u8
            """)
        #expect(RecognizedList(film.entries).items[1].namesake == nil)
        // A wrong id makes another channel of a name, and that is the one which is called so.
        let stranger = Self.read([
            #"tvg-id="antena3.ro",RO: Antena 3"#, #"tvg-id="antena3.ro",RO: Arena Sport 2"#, ",RO: Arena Sport 2 HD",
        ])
        #expect(stranger[1].id == stranger[2].id && stranger[0].id != stranger[1].id)
    }

    @Test(arguments: [UInt64.random(in: .min ... .max), 3, 4])
    func `lists at random, in any order`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let names = ["BBC One", "Canal 3", "Sky Cinema", "TV5", "Arte Concert"]
        let ids = ["", "BBCOne.uk", "Canal3.gt", "SkyCinema.de", "24-7.dummy", "17"]
        let groups = ["", "UK", "Germany", "Radio", "XXX", "24/7"]
        for _ in 0..<60 {
            let lines = (0..<12).map { _ in
                func any(_ all: [String]) -> String { all.randomElement(using: &generator) ?? "" }
                return #"tvg-id="\#(any(ids))" group-title="\#(any(groups))",\#(any(names))\#(any(["", " HD", " 4K"]))"#
            }
            let items = Self.read(lines)
            let order = lines.indices.shuffled(using: &generator)
            let again = Self.read(order.map { lines[$0] })
            #expect(again.map(\.id) == order.map { items[$0].id }, "seed \(seed)")
            for (item, line) in zip(items, lines) where item.namesake != nil {
                #expect(line.hasPrefix(#"tvg-id="""#), "seed \(seed): \(line)")
                // Exactly one guide id has the name, and one of its links belongs with this.
                let others = zip(items, lines).filter { $0.0.title == item.title && $0.0.id == item.id }
                #expect(others.contains { !$0.1.hasPrefix(#"tvg-id="""#) }, "seed \(seed): \(line)")
            }
        }
    }

    // MARK: Households

    private static let before =
        SampleEntry.channel("Kitchen Stories HD", "1.m3u8") + SampleEntry.channel("Kitchen Stories", "2.m3u8")
        + SampleEntry.channel("Other", "3.m3u8", extra: #"tvg-id="other.uk""#)
    private static let after =
        before + SampleEntry.channel("Kitchen Stories", "4.m3u8", extra: #"tvg-id="kitchenstories.uk""#)

    @Test
    func `an id that a household had leads to the channel at once, and back when the import is undone`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.before))
            let (old, client) = (try await catalog.title("Kitchen Stories"), try await catalog.client())
            let job = try await catalog.playlist(catalog.file("b.m3u", Self.after))
            let report = try #require(job.report)
            report.checkSums()
            #expect([report.added, report.removed, report.stale] == [1, 1, 0])
            let new = try await client.send(Catalog.GetTitle(id: old.card.id))
            #expect(new.card.id != old.card.id && new.variants.count == 3)
            #expect(new.variants.allSatisfy { !$0.isStale })
            #expect(try await catalog.ids().count == 2)
            let why = try await client.send(Catalog.Explain(id: new.card.id)).decisions
            #expect(why.contains { $0.reason == "in its list only kitchenstories.uk is called so" })
            let again = try #require(try await catalog.playlist(catalog.file("c.m3u", Self.after)).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])

            let undo = try await client.send(Catalog.UndoImport(source: "list", job: job.id))
            #expect(try await catalog.end(of: undo, client).state == .done)
            let back = try await client.send(Catalog.GetTitle(id: old.card.id))
            #expect(back.card.id == old.card.id && back.variants.count == 2)
            // The list has the channel with the id no more: what it was leads to the links that are left.
            try await catalog.playlist(catalog.file("d.m3u", Self.after), allowsShrinking: true)
            try await catalog.playlist(catalog.file("e.m3u", Self.before), allowsShrinking: true)
            #expect(try await client.send(Catalog.GetTitle(id: new.card.id)).card.id == old.card.id)
        }
    }

    @Test
    func `a person's word comes first`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.before))
            let old = try await catalog.title("Kitchen Stories")
            let said = catalog.changes { $0.rating = .pg }
            try await catalog.correct(Catalog.CorrectTitle(id: old.card.id, changes: said))
            try await catalog.playlist(catalog.file("c.m3u", Self.after))
            let kept = try await catalog.client().send(Catalog.GetTitle(id: old.card.id))
            #expect(kept.card.id == old.card.id && kept.card.rating == .pg && kept.variants.count == 2)
        }
    }

    @Test
    func `links that a person has taken out of the channel stay out`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.after))
            let title = try await catalog.title("Kitchen Stories")
            let link = try #require(title.variants.first { $0.quality == "HD" })
            // By the name and without an id, as the link's title would be by itself.
            let made = try await catalog.correct(
                Catalog.SplitTitle(id: title.card.id, variants: [link.id], title: "Kitchen Stories"))
            func check(_ note: Comment) async throws {
                let client = try await catalog.client()
                let taken = try await client.send(Catalog.GetTitle(id: made.title))
                #expect(taken.card.id == made.title && taken.variants.contains { $0.quality == "HD" }, note)
                let rest = try await client.send(Catalog.GetTitle(id: title.card.id))
                #expect(rest.card.id == title.card.id && !rest.variants.contains { $0.quality == "HD" }, note)
            }
            try await check("at once")
            try await catalog.playlist(catalog.file("b.m3u", Self.after.replacing("1.m3u8", with: "1.m3u8?token=2")))
            try await check("after a refresh")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            try await catalog.playlist(catalog.file("c.m3u", Self.after))
            #expect(try await catalog.title("Kitchen Stories").variants.count == 3)
        }
    }
}
