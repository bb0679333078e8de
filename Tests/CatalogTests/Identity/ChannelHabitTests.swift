import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// How authors of public lists write channels and headings: what stands before and behind a name, and what leads nowhere.
struct ChannelHabitTests {
    private static func item(
        _ title: String, group: String = "", _ address: String = "https://h.example/low/index.m3u8"
    ) -> PlaylistItem? {
        let attributes = group.isEmpty ? "" : " group-title=\"\(group)\""
        return RecognizedList(Playlist("#EXTM3U\n#EXTINF:-1\(attributes),\(title)\n\(address)\n").entries).items.first
    }

    @Test
    func `a country and a number before a name are the channel's`() {
        let item = Self.item("PT073:Low Tide HD")
        #expect(item?.title == "Low Tide")
        #expect(item?.number == "73")
        #expect(item?.country == "PT")
        for title in ["PT073 Low Tide", "QX073:Low Tide", "PT7:Low Tide", "Pt073:Low Tide"] {
            #expect(Self.item(title)?.title == title, "\(title)")
        }
    }

    @Test(arguments: [
        ("ENT| Low Tide", "ENTRETENIMIENTO", "Low Tide"), ("DEP ES | Low 5", "DEPORTES ESPAÑA", "Low 5"),
        ("URU | Low Tide HD", "→ URUGUAY ←", "Low Tide"),
        // A name, other groups, and what is no section.
        ("SKY | Low", "SKY SPORTS", "SKY | Low"), ("Ent | Low", "ENTRETENIMIENTO", "Ent | Low"),
        ("ENT: Low", "ENTRETENIMIENTO", "ENT: Low"), ("ENT| Low", "DEPORTES", "ENT| Low"),
        ("24/7 | Low", "24/7 SERIES", "24/7 | Low"), ("ENT| 24", "ENTRETENIMIENTO", "ENT| 24"),
        ("EN | Low", "ENTRETENIMIENTO", "Low"),
    ])
    func `a shortened group before a bar is no part of the name`(_ title: String, _ group: String, _ name: String) {
        #expect(Self.item(title, group: group)?.title == name)
    }

    @Test
    func `a country behind a size is the link's`() {
        #expect(Self.item("Low Tide FHD HR")?.title == "Low Tide")
        #expect(Self.item("Low Tide FHD HR")?.country == "HR")
        #expect(Self.item("Low Tide HD ESPAÑA")?.title == "Low Tide")
        for title in ["Low Tide HR", "Low Tide HD Ebb"] {
            #expect(Self.item(title)?.title == title, "\(title)")
        }
    }

    @Test
    func `headings: a rule behind a country, and an address that leads nowhere`() {
        #expect(Self.item("PT:-----|GENERAL|--------")?.isHeading == true)
        #expect(Self.item("[B]--- Low ---[/B]")?.isHeading == true)
        #expect(Self.item("Low", "http://0.0.0.0:1234")?.isHeading == true)
        #expect(Self.item("•●★★--LOW--★★●•")?.isHeading == true)
        for title in ["PT:--|GENERAL|--------", "Low ---", "PT: Low - Tide", "★--LOW--★★●•"] {
            #expect(Self.item(title)?.isHeading == false, "\(title)")
        }
        #expect(Self.item("Low", "http://10.0.0.0:1234/a")?.isHeading == false)
    }

    @Test
    func `stars before a name in colour are none of its letters`() {
        #expect(Self.item("[COLOR lime]**[/COLOR]Low Tide")?.title == "Low Tide")
        #expect(Self.item("[B][COLOR red]Low Tide[/COLOR][/B]")?.title == "Low Tide")
        #expect(Self.item("*Low Tide")?.title == "*Low Tide")
    }
}
