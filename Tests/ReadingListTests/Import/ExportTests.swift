import ReadingListAPI
import Testing

@testable import ReadingListService

/// What exports of particular programs say, in the way in which these say it.
struct ExportTests {
    private static func links(_ text: String) throws -> [FileLink] {
        let read = try LinkReaderTests.read(Array(text.utf8))
        #expect(read.problem == nil)
        return read.links
    }

    @Test func `Linkding's notes and its mark for archived links are no text and no tag`() throws {
        let links = try Self.links(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p>
            <DT><A HREF="https://ld.example/1" TOREAD="1" TAGS="one,two">Linkding title</A>
            <DD>Some description[linkding-notes]My notes with &lt;b&gt;markdown&lt;/b&gt;[/linkding-notes]
            <DT><A HREF="https://ld.example/2" TOREAD="0" TAGS="linkding:bookmarks.archived,x">Archived title</A>
            <DT><A HREF="https://ld.example/3" TOREAD="1" TAGS="linkding:bookmarks.archived">Archived</A>
            <DD>[linkding-notes]only
            notes[/linkding-notes]
            <DT><A HREF="https://ld.example/4">Cut</A>
            <DD>text[linkding-notes]no end
            </DL><p>
            """)
        #expect(
            links.map { LinkText.note($0.note) } == ["My notes with <b>markdown</b>", nil, "only\nnotes", "no end"])
        #expect(links.map { LinkText.typedDescription($0.description) } == ["Some description", nil, nil, "text"])
        #expect(links.map(\.tags) == [["one", "two"], ["x"], [], []])
        #expect(links.map(\.isRead) == [false, true, true, nil])
    }

    @Test func `Pocket's tags have spaces and commas between them`() throws {
        let links = try Self.links(
            """
            <!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
            <li><a href="https://one.example/1" time_added="1490829750" tags="richard feynman">How magnets work</a></li>
            <li><a href="https://one.example/2" time_added="1490829751" tags="open source software,x y">x</a></li>
            <li><a href="https://one.example/3" time_added="1490829751" tags="">y</a></li>
            </ul><h1>Read Archive</h1><ul>
            <li><a href="https://one.example/4" time_added="1490829751" tags="z">z</a></li></ul></body></html>
            """)
        #expect(links.map(\.tags) == [["richard feynman"], ["open source software", "x y"], [], ["z"]])
        #expect(links.map(\.isRead) == [false, false, false, true])
        // Delicious and Shaarli put spaces between them.
        let others = try Self.links("<DL><DT><A HREF=\"https://o.example/\" ADD_DATE=\"1\" TAGS=\"a b\">x</A></DL>")
        #expect(others[0].tags == ["a", "b"])
    }

    @Test func `Readwise's columns bring tags, dates and places`() throws {
        let links = try Self.links(
            """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            A nice article,https://rw.example/1,01h,"['tag', 'second tag']",2024-12-05 08:30:12+00:00,0.5,archive,True
            B,https://rw.example/2,02h,[],2024-12-06 08:30:12+00:00,0,new,False
            C,https://rw.example/3,03h,"[""it's, so"", 'x']",,1,later,False
            """)
        #expect(links.map(\.tags) == [["tag", "second tag"], [], ["it's, so", "x"]])
        #expect(links.map(\.added) == [1_733_387_412_000, 1_733_473_812_000, nil])
        #expect(links.map(\.isRead) == [true, false, false])
    }

    @Test(arguments: [
        ("[]", []), ("[\"a\",\"b\"]", ["a", "b"]), ("['a']", ["a"]), ("['a, b']", ["a, b"]), ("[a, b]", ["a", " b"]),
        ("['it\\'s']", ["it's"]), ("a|b c", ["a", "b c"]), ("a,b", ["a", "b"]), ("a;b", ["a", "b"]), ("[", ["["]),
        ("['unclosed", ["['unclosed"]),
    ])
    func `tags of a cell are taken apart`(cell: String, tags: [String]) {
        #expect(FileTags.cell(cell) == tags)
    }

    @Test func `folders of browsers' JSON are tags, and the browsers' own folders are not`() throws {
        let chromium = try Self.links(
            #"""
            {"checksum": "x", "roots": {"bookmark_bar": {"children": [
              {"children": [{"date_added": "13245678901234567", "name": "In folder", "type": "url", "url": "https://chr.example/1"},
                {"children": [{"name": "Deep", "type": "url", "url": "https://chr.example/2"}], "name": "Inner", "type": "folder"}],
               "name": "My Folder", "type": "folder"},
              {"name": "Beside", "type": "url", "url": "https://chr.example/3"}], "name": "Bookmarks bar", "type": "folder"},
              "other": {"children": [{"name": "O", "type": "url", "url": "https://chr.example/4"}], "name": "Other bookmarks", "type": "folder"}},
             "version": 1}
            """#)
        #expect(chromium.map(\.url) == (1...4).map { "https://chr.example/\($0)" })
        #expect(chromium.map(\.tags) == [["My Folder"], ["Inner", "My Folder"], [], []])
        #expect(chromium.map(\.title) == ["In folder", "Deep", "Beside", "O"])
        let firefox = try Self.links(
            #"""
            {"title":"","root":"placesRoot","children":[{"title":"menu","root":"bookmarksMenuFolder","children":[
              {"title":"Recipes","children":[{"title":"Soup","uri":"https://ff.example/1","tags":"a,b c"}]},
              {"title":"Bread","uri":"https://ff.example/2"}]}]}
            """#)
        #expect(firefox.map(\.tags) == [["a", "b c", "Recipes"], []])
    }

    @Test func `XML of delicious and outlines has links`() throws {
        let posts = try Self.links(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <posts update="2014" user="x">
            <post href="http://scuttle.example/leechblock.html" description="LeechBlock" extended="block &quot;x&quot;" hash="32" tag="firefox addons" time="2014-10-08T07:19:56Z"/>
            </posts>
            """)
        #expect(posts.map(\.url) == ["http://scuttle.example/leechblock.html"])
        #expect(posts.map(\.title) == ["LeechBlock"] && posts.map(\.description) == ["block \"x\""])
        #expect(posts.map(\.tags) == [["firefox", "addons"]] && posts.map(\.added) == [1_412_752_796_000])
        let outline = try Self.links(
            """
            <?xml version="1.0"?><opml version="2.0"><body><outline text="News">
            <outline text="A" htmlUrl="https://op.example/1" xmlUrl="https://op.example/1.rss"/>
            <outline text="B" type="link" url="https://op.example/2"/></outline></body></opml>
            """)
        #expect(outline.map(\.url) == ["https://op.example/1", "https://op.example/2"])
        #expect(try Self.links("<?xml version=\"1.0\"?><posts user=\"x\"></posts>").isEmpty)
    }

    @Test func `lists of Markdown and with titles before the addresses are read`() throws {
        let links = try Self.links(
            """
            - [A (b)](https://m.example/1) and more
            * https://m.example/2
            - [x] [Done](https://m.example/3 "hint")
            A title - https://m.example/4
            [Bare](https://m.example/5)
            https://m.example/6\tB
            """)
        #expect(links.map(\.url) == (1...6).map { "https://m.example/\($0)" })
        #expect(links.map(\.title) == ["A (b)", nil, "Done", "A title", "Bare", "B"])
    }
}
