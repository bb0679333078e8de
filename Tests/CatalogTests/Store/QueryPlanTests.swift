import CatalogAPI
import Foundation
import GRDB
import Household
import ServiceKit
import Testing

@testable import CatalogService

/// How SQLite goes about the queries of the reads: by which index, and without a walk over a whole table where that counts.
struct QueryPlanTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            for migration in CatalogMigrations.all { try migration.apply(db) }
        }
    }

    private func plan(_ sql: String) throws -> String {
        try queue.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            // What the parameters are makes no difference to the plan.
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] as String }.joined(separator: "\n")
        }
    }

    private func filter(genres: Int64 = 0, groups: [Int64]? = nil) throws -> SearchFilter {
        try queue.read { db in
            SearchFilter(
                lens: try Lens(db, policy: .everything), kinds: KindBit.searched, genres: genres, groups: groups)
        }
    }

    private func page(
        _ text: String?, _ order: SearchOrder, groups: [Int64]? = nil, isFirst: Bool = true
    ) throws -> String {
        let cursor = SearchCursor(question: 0, order: order.rawValue, rank: 0, title: "", id: "")
        return SearchPage(
            text: text.map { SearchText($0) }, filter: try filter(groups: groups), order: order, size: 10,
            after: isFirst ? nil : cursor
        ).sql
    }

    @Test("a title is found by the index on ids")
    func byID() throws {
        let plan = try plan(
            "SELECT \(CardReader.columns) FROM item i JOIN itemText t ON t.row = i.row WHERE i.id = 'x' AND \(Lens.sees("i"))"
        )
        #expect(plan.contains("SEARCH i USING INDEX item_by_id"))
        #expect(plan.contains("SEARCH t USING INTEGER PRIMARY KEY"))
    }

    @Test("counting what a text finds walks the full-text index and looks rows up by number")
    func countText() throws {
        let plan = try plan(SearchCount.sql(hasText: true, try filter()))
        #expect(plan.contains("SCAN itemSearch VIRTUAL TABLE INDEX"))
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY"))
    }

    @Test("counting everything reads an index alone, never the table")
    func countAll() throws {
        #expect(
            try plan(SearchCount.sql(hasText: false, try filter())).contains(
                "SCAN i USING COVERING INDEX item_by_title"))
        #expect(
            try plan(SearchCount.sql(hasText: false, try filter(genres: 3))).contains(
                "USING COVERING INDEX item_by_title"))
        let grouped = try plan(SearchCount.sql(hasText: false, try filter(groups: [1])))
        #expect(grouped.contains("SEARCH i USING INTEGER PRIMARY KEY"))
        #expect(grouped.contains("SEARCH membership USING"))
    }

    @Test(
        "a page of everything comes out of the index in order, without sorting it all",
        arguments: [
            (SearchOrder.title, "item_by_title"), (.added, "item_by_added"), (.newest, "item_by_year"),
        ])
    func pages(_ order: SearchOrder, _ index: String) throws {
        for isFirst in [true, false] {
            let plan = try plan(try page(nil, order, isFirst: isFirst))
            #expect(plan.contains("i USING") && plan.contains(index))
            // One sort is left: that of the page itself, once its titles are read.
            #expect(plan.components(separatedBy: "USE TEMP B-TREE FOR ORDER BY").count <= 2)
            #expect(isFirst || plan.contains("SEARCH i USING"))
        }
    }

    @Test("the best matches are found through the full-text index alone")
    func fit() throws {
        let plan = try plan(try page("alien cov", .fit))
        #expect(plan.components(separatedBy: "itemSearch VIRTUAL TABLE INDEX").count == 3)
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY"))
        #expect(!plan.contains("SCAN i "))
    }

    @Test("titles that begin with a text are a range of the index")
    func beginning() throws {
        let plan = try plan(try page("t", .beginning, isFirst: false))
        #expect(
            plan.contains("SEARCH i USING COVERING INDEX item_by_title (sortTitle>")
                || plan.contains("item_by_title (sortTitle>"))
        #expect(!plan.contains("SCAN i "))
    }

    @Test("the rest goes on behind a row of the full-text index")
    func arrival() throws {
        let plan = try plan(try page("t", .arrival, isFirst: false))
        #expect(plan.contains("itemSearch VIRTUAL TABLE INDEX"))
        #expect(!plan.contains("TEMP B-TREE FOR ORDER BY\nSCAN itemSearch"))
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY"))
    }

    @Test("now and next: channels out of their index, and for each two steps into that of the programmes")
    func nowNext() throws {
        for cursor in [nil, "x"] {
            let request = Catalog.NowNext()
            var reader = try NowNextReader(request, policy: .everything, now: 0)
            if cursor != nil { reader = try reader.continued() }
            let plan = try plan(reader.sql)
            #expect(plan.contains("i USING INDEX item_by_number"))
            #expect(plan.contains("SEARCH m USING COVERING INDEX guideMatch_by_item"))
            let steps = plan.components(
                separatedBy: "SEARCH p USING COVERING INDEX programme_by_time (channel=? AND start")
            #expect(steps.count == 3)
            #expect(!plan.contains("SCAN p"))
        }
    }

    @Test("a grid's programmes are a range of the index")
    func grid() throws {
        let plan = try plan(GridReader.sql)
        #expect(plan.contains("SEARCH p USING INDEX programme_by_time (channel=? AND start>? AND start<?)"))
        #expect(plan.contains("SEARCH q USING"))
    }

    @Test("all titles are read in the order of their rows")
    func list() throws {
        let plan = try plan(TitleLister.sql)
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"))
        #expect(!plan.contains("TEMP B-TREE"))
    }

    @Test("a series' episodes are found by its index")
    func episodes() throws {
        let id = ContentID(rawValue: "sr_x")
        let reader = try EpisodeReader(Catalog.ListEpisodes(series: id), policy: .everything)
        #expect(try plan(reader.sql).contains("SEARCH i USING INDEX item_by_series (series=?)"))
    }
}

extension NowNextReader {
    /// The same request for the page after some channel.
    fileprivate func continued() throws -> NowNextReader {
        var hash = Fingerprint()
        hash.add("NowNext")
        hash.add(0)
        let cursor = SearchCursor(
            question: UInt64(bitPattern: hash.value), order: "channel", rank: 1, title: "a", id: "b")
        let page = PageRequest(size: 10, cursor: try cursor.encoded())
        return try NowNextReader(Catalog.NowNext(page: page), policy: .everything, now: 0)
    }
}
