import CatalogAPI
import Foundation
import GRDB
import HearthModel
import ServiceKit
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
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

    @Test
    func `a title is found by the index on ids`() throws {
        let plan = try plan(
            "SELECT \(CardReader.columns) FROM item i JOIN itemText t ON t.row = i.row WHERE i.id = 'x' AND \(ReadScope.sees("i"))"
        )
        #expect(plan.contains("SEARCH i USING INDEX item_by_id"))
        #expect(plan.contains("SEARCH t USING INTEGER PRIMARY KEY"))
    }

    @Test
    func `a title is found by the index on TMDB's numbers`() throws {
        let plan = try plan(CardReader.byNumberSQL)
        #expect(plan.contains("SEARCH t USING INDEX itemText_by_tmdb (tmdb=?)"))
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY"))
    }

    @Test
    func `what a text finds comes out of the full-text index alone, in the order of rows`() throws {
        let plan = try plan(MatchCache.sql)
        #expect(plan.contains("SCAN itemSearch VIRTUAL TABLE INDEX"))
        #expect(!plan.contains("TEMP B-TREE"))
    }

    @Test
    func `the titles of a page are looked up by their rows`() throws {
        let plan = try plan(SearchPage.sql)
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY"))
        #expect(plan.contains("SEARCH t USING INTEGER PRIMARY KEY"))
    }

    @Test
    func `the columns of all titles are one walk over rows, and one over the index by title`() throws {
        #expect(try plan(TitleIndex.factsSQL) == "SCAN i")
        #expect(try plan(TitleIndex.orderSQL) == "SCAN i USING COVERING INDEX item_by_title")
        #expect(try plan(TitleIndex.positionSQL).contains("SEARCH i USING COVERING INDEX item_by_title"))
    }

    @Test
    func `now and next: channels out of their index, and for each two steps into that of the programmes`() throws {
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

    @Test
    func `what is on on all channels: the channels by their index, and a step into that of the programmes for each`()
        throws
    {
        let channels = try plan(OnAirList.sql)
        #expect(channels.contains("i USING INDEX item_by_number"))
        #expect(channels.contains("SEARCH m USING COVERING INDEX guideMatch_by_item"))
        #expect(!channels.contains("TEMP B-TREE"))
        let (begun, coming) = (ProgrammeRunReader.currentSQL, ProgrammeRunReader.comingSQL)
        for (sql, sign) in [(begun, "<"), (coming, ">"), (ProgrammeRunReader.laterSQL, ">")] {
            let steps = "SEARCH p USING INDEX programme_by_time (channel=? AND start\(sign)?)"
            #expect(try plan(sql).contains(steps))
        }
        let beneath = try plan(ProgrammeRunReader.enclosingSQL)
        #expect(beneath.contains("USING INDEX programme_by_time (channel=? AND start>? AND start<?)"))
        #expect(beneath.contains("USING INDEX programme_long (channel=? AND start>? AND start<?)"))
    }

    @Test
    func `a grid's programmes are a range of the index`() throws {
        let plan = try plan(GridReader.sql)
        #expect(plan.contains("SEARCH p USING INDEX programme_by_time (channel=? AND start>? AND start<?)"))
        #expect(plan.contains("SEARCH q USING"))
    }

    @Test
    func `all titles are read in the order of their rows`() throws {
        let plan = try plan(TitleLister.sql)
        #expect(plan.contains("SEARCH i USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"))
        #expect(!plan.contains("TEMP B-TREE"))
    }

    @Test
    func `a series' episodes are found by its index`() throws {
        let id = ContentID(rawValue: "sr_x")
        let reader = try EpisodeReader(Catalog.ListEpisodes(series: id), policy: .everything)
        let ordered = EpisodeOrderTable.Choice(kind: .dvd, hasPlaces: true)
        for choice in [EpisodeOrderTable.Choice.aired, ordered] {
            let plan = try plan(reader.sql(EpisodeOrdering(series: id.rawValue, choice: choice)))
            #expect(plan.contains("SEARCH i USING INDEX item_by_series (series=?)"))
            #expect(!plan.contains("SCAN"))
        }
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
