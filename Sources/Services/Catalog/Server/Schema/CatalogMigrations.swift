internal import GRDB
package import ServiceKit

/// The catalog's schema migrations. Released ones are never edited.
package enum CatalogMigrations {
    /// Every step.
    package static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create sources, entries and items") { db in
            for statement in generations + entries + items + search { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "create the guide") { db in
            for statement in guide { try db.execute(sql: statement) }
        },
        ShardMigration(version: 3, name: "note what followers are told") { db in
            for statement in changes { try db.execute(sql: statement) }
        },
        ShardMigration(version: 4, name: "add lengths") { db in
            for table in ["entry", "itemText"] {
                try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN minutes INTEGER")
            }
        },
        ShardMigration(version: 5, name: "keep what is learned of titles") { db in
            for statement in learned { try db.execute(sql: statement) }
        },
        ShardMigration(version: 6, name: "keep sources up to date, and imports undoable") { db in
            for statement in feeds { try db.execute(sql: statement) }
        },
        ShardMigration(version: 7, name: "keep what people put right, the marks of episodes, and collections") { db in
            for statement in corrections + marks + collections { try db.execute(sql: statement) }
        },
        ShardMigration(version: 8, name: "keep by what titles are counted and sorted") { db in
            for statement in columns { try db.execute(sql: statement) }
        },
        ShardMigration(version: 9, name: "keep what profiles have looked for") { db in
            for statement in recents { try db.execute(sql: statement) }
        },
        ShardMigration(version: 10, name: "search the guide") { db in try makeGuideSearch(db) },
        ShardMigration(version: 11, name: "write more of the search indexes at a time") { db in
            for table in ["itemSearch", "guideSearch"] {
                try db.execute(
                    sql: "INSERT INTO \(table) (\(table), rank) VALUES ('hashsize', ?)", arguments: [searchHashBytes])
            }
        },
        ShardMigration(version: 12, name: "keep the guide as long as channels offer it") { db in try makePast(db) },
        ShardMigration(version: 13, name: "keep what panels say of films") { db in
            for statement in films { try db.execute(sql: statement) }
        },
        ShardMigration(version: 14, name: "ask panels for the programmes of single channels") { db in
            for statement in panelGuides { try db.execute(sql: statement) }
        },
        ShardMigration(version: 15, name: "keep where titles can be watched") { db in
            for statement in whereToWatch { try db.execute(sql: statement) }
        },
        ShardMigration(version: 16, name: "sort by the day of release") { db in
            for statement in days { try db.execute(sql: statement) }
        },
        ShardMigration(version: 17, name: "ask again for cast and trailers") { db in
            // Metadata fetched up to here is requested again, as after a move.
            try db.execute(sql: "UPDATE catalog SET movedThrough = coalesce((SELECT max(row) FROM learned), 0)")
        },
        ShardMigration(version: 18, name: "find what goes on beneath short programmes") { db in
            for statement in longProgrammes { try db.execute(sql: statement) }
        },
        ShardMigration(version: 19, name: "keep who takes part in programmes, and how they are marked") { db in
            for statement in programmeDetails { try db.execute(sql: statement) }
        },
        ShardMigration(version: 20, name: "keep which links have failed") { db in
            for statement in linkTrouble { try db.execute(sql: statement) }
        },
        ShardMigration(version: 21, name: "keep what is learned of episodes") { db in
            for statement in seasons { try db.execute(sql: statement) }
        },
        ShardMigration(version: 22, name: "correct words that are in no title") { db in
            for statement in otherWords { try db.execute(sql: statement) }
            try SpellingWord.collectKeywords(db)
        },
        ShardMigration(version: 23, name: "keep what the series of episodes are called") { db in
            for statement in seriesTitles { try db.execute(sql: statement) }
        },
        ShardMigration(version: 24, name: "keep which rules have made the titles") { db in
            for statement in titleRules { try db.execute(sql: statement) }
        },
        ShardMigration(version: 25, name: "keep which channels are radio stations") { db in
            for statement in radio { try db.execute(sql: statement) }
        },
        ShardMigration(version: 26, name: "keep which titles are one by TMDB's numbers") { db in
            for statement in twins { try db.execute(sql: statement) }
        },
        ShardMigration(version: 27, name: "keep what households are asked of their sources") { db in
            for statement in questions { try db.execute(sql: statement) }
        },
        ShardMigration(version: 28, name: "keep where intros are by what is told of seasons") { db in
            for statement in seasonMarks { try db.execute(sql: statement) }
        },
        ShardMigration(version: 29, name: "keep whether an import may succeed another time") { db in
            try db.execute(sql: "ALTER TABLE job ADD COLUMN canRetry INTEGER")
        },
        ShardMigration(version: 30, name: "know channels by their names in all lists") { db in try makeNames(db) },
        ShardMigration(version: 31, name: "keep several imports undoable") { db in
            for statement in undoHistory + [undoDates] { try db.execute(sql: statement) }
        },
        ShardMigration(version: 32, name: "import what callers send, and no paths") { db in
            for statement in uploads { try db.execute(sql: statement) }
        },
        ShardMigration(version: 33, name: "keep TMDB's marks, and ask again for that of erotica") { db in
            try db.execute(sql: "ALTER TABLE learned ADD COLUMN isMarked INTEGER NOT NULL DEFAULT 0")
            try db.execute(sql: "UPDATE catalog SET movedThrough = coalesce((SELECT max(row) FROM learned), 0)")
        },
        ShardMigration(version: 34, name: "keep the rules of kids profiles") { db in
            for statement in ruleSets { try db.execute(sql: statement) }
        },
        ShardMigration(version: 35, name: "keep the chosen orders of episodes") { db in
            for statement in episodeOrders { try db.execute(sql: statement) }
        },
        ShardMigration(version: 36, name: "keep how many streams accounts open at once") { db in
            try db.execute(sql: ConnectionLimitTable.creation)
        },
        ShardMigration(version: 37, name: "keep which rules are about programmes") { db in
            try db.execute(sql: programmeRules)
        },
        ShardMigration(version: 38, name: "keep the household's language") { db in
            try MetadataLanguage.create(db)
        },
        ShardMigration(version: 39, name: "keep where specials air") { db in
            for statement in airings { try db.execute(sql: statement) }
        },
        ShardMigration(version: 40, name: "keep where recaps, teasers and previews are") { db in
            try db.execute(sql: parts)
        },
    ]

    /// How much of a search index an import gathers in memory before it is written as a segment, which is merged with
    /// others repeatedly until it is a large one. FTS5's own is 1 MiB.
    private static let searchHashBytes = 2 << 20

    // Rows of `entry`, `item`, `programme` and `guideMatch` live from generation `born` up to, and without, generation
    // `died`. Readers see generation `catalog.generation`; an import writes rows of the next one, and moves that number
    // when all are there.

    private static let generations = [
        "CREATE TABLE catalog (only INTEGER PRIMARY KEY CHECK (only = 1), generation INTEGER NOT NULL) STRICT",
        "INSERT INTO catalog (only, generation) VALUES (1, 0)",
        // The job that is staging the next generation. The rows that it has inserted are above these.
        """
        CREATE TABLE staging (
            only INTEGER PRIMARY KEY CHECK (only = 1), job TEXT NOT NULL,
            entryFloor INTEGER NOT NULL, itemFloor INTEGER NOT NULL, programmeFloor INTEGER NOT NULL,
            matchFloor INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE job (
            id TEXT PRIMARY KEY, run TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, path TEXT NOT NULL,
            allowsShrinking INTEGER NOT NULL, state TEXT NOT NULL, phase TEXT NOT NULL, created INTEGER NOT NULL,
            ended INTEGER, problem TEXT, report BLOB, adultSamples TEXT
        ) STRICT
        """,
        "CREATE INDEX job_by_time ON job (created)",
        "CREATE INDEX job_open ON job (created) WHERE ended IS NULL",
    ]

    private static let entries = [
        """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, path TEXT NOT NULL,
            imported INTEGER NOT NULL, entries INTEGER NOT NULL, titles INTEGER NOT NULL
        ) STRICT
        """,
        // The number of a source's titles by audience, for totals under any policy.
        """
        CREATE TABLE tally (
            source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE, kind INTEGER NOT NULL,
            audience INTEGER NOT NULL, stale INTEGER NOT NULL, titles INTEGER NOT NULL,
            PRIMARY KEY (source, kind, audience, stale)
        ) STRICT, WITHOUT ROWID
        """,
        // A link. `lost` is the generation from which on its source has lost it.
        """
        CREATE TABLE entry (
            row INTEGER PRIMARY KEY, source INTEGER NOT NULL, item TEXT NOT NULL,
            born INTEGER NOT NULL, died INTEGER NOT NULL, lost INTEGER NOT NULL, lostAt INTEGER NOT NULL,
            fingerprint INTEGER NOT NULL, kind INTEGER NOT NULL, audience INTEGER NOT NULL, genres INTEGER NOT NULL,
            quality INTEGER NOT NULL, series TEXT, season INTEGER, episode INTEGER, seriesTitle TEXT,
            title TEXT NOT NULL, year INTEGER, groups TEXT, poster TEXT, number TEXT, guideID TEXT, guideName TEXT,
            shift INTEGER NOT NULL, country TEXT, language TEXT, certification TEXT, overview TEXT, tags BLOB NOT NULL, url TEXT NOT NULL,
            headers BLOB, rungs BLOB, reasons TEXT
        ) STRICT
        """,
        "CREATE INDEX entry_by_item ON entry (item)",
        "CREATE INDEX entry_by_series ON entry (series) WHERE series IS NOT NULL",
        // In the order of the rows, so that new rows are appended.
        "CREATE INDEX entry_by_source ON entry (source, row, fingerprint, died, lost)",
        "CREATE INDEX entry_ending ON entry (died) WHERE died < 9223372036854775807",
        "CREATE INDEX entry_lost ON entry (lost) WHERE lost < 9223372036854775807",
    ]

    private static let items = [
        // The columns to search, filter and sort by: narrow, so that a long scan touches few pages.
        """
        CREATE TABLE item (
            row INTEGER PRIMARY KEY, born INTEGER NOT NULL, died INTEGER NOT NULL, audience INTEGER NOT NULL,
            kind INTEGER NOT NULL, genres INTEGER NOT NULL, year INTEGER NOT NULL, added INTEGER NOT NULL,
            number INTEGER NOT NULL, lost INTEGER NOT NULL, id TEXT NOT NULL, sortTitle TEXT NOT NULL,
            fingerprint INTEGER NOT NULL, series TEXT, season INTEGER, episode INTEGER
        ) STRICT
        """,
        "CREATE UNIQUE INDEX item_by_id ON item (id, born)",
        "CREATE INDEX item_by_title ON item (sortTitle, id, kind, audience, born, died, genres)",
        "CREATE INDEX item_by_added ON item (-added, id)",
        "CREATE INDEX item_by_year ON item (-year, sortTitle, id)",
        "CREATE INDEX item_by_number ON item (number, sortTitle, id, audience, born, died) WHERE kind = 8",
        "CREATE INDEX item_by_series ON item (series, season, episode, id) WHERE series IS NOT NULL",
        "CREATE INDEX item_ending ON item (died) WHERE died < 9223372036854775807",
        "CREATE INDEX item_lost ON item (lost) WHERE lost < 9223372036854775807",
        // The displayed columns. `keywords` is searchable and not shown: groups, genres, other spellings of the title.
        """
        CREATE TABLE itemText (
            row INTEGER PRIMARY KEY, title TEXT NOT NULL, keywords TEXT NOT NULL, overview TEXT NOT NULL, groups TEXT,
            poster TEXT, number TEXT, country TEXT, language TEXT, certification TEXT
        ) STRICT
        """,
        "CREATE TABLE groupName (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
        """
        CREATE TABLE membership (
            groupID INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (groupID, row)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX membership_by_row ON membership (row)",
        // Aliases.
        """
        CREATE TABLE alias (
            id TEXT NOT NULL, born INTEGER NOT NULL, successor TEXT NOT NULL, reason TEXT NOT NULL,
            PRIMARY KEY (id, born)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX alias_by_birth ON alias (born)",
    ]

    private static let linkTrouble = [
        // `link` is a hash of the address, `failedAt` is milliseconds since 1970.
        """
        CREATE TABLE linkTrouble (
            item TEXT NOT NULL, variant TEXT NOT NULL, link INTEGER NOT NULL, failedAt INTEGER NOT NULL,
            PRIMARY KEY (item, variant)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX linkTrouble_by_time ON linkTrouble (failedAt)",
    ]

    // Maintained by the store's own statements: triggers may not touch virtual tables while trusted_schema is off.
    private static let search = [
        """
        CREATE VIRTUAL TABLE itemSearch USING fts5(
            title, keywords, overview, content='itemText', content_rowid='row',
            tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
        )
        """,
        // Every word of a title once, and its trigrams, for spelling corrections.
        "CREATE TABLE word (row INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT",
        "CREATE VIRTUAL TABLE wordSearch USING fts5(word, content='', tokenize='trigram')",
    ]

    private static let otherWords = [
        // Every word of other search terms once that is in no title: names of people, groups.
        "CREATE TABLE otherWord (row INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT",
        "CREATE VIRTUAL TABLE otherWordSearch USING fts5(word, content='', tokenize='trigram')",
    ]

    private static let guide = [
        """
        CREATE TABLE guideChannel (
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, names TEXT NOT NULL, icon TEXT,
            seen INTEGER NOT NULL, UNIQUE (source, name)
        ) STRICT
        """,
        """
        CREATE TABLE programme (
            row INTEGER PRIMARY KEY, channel INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
            born INTEGER NOT NULL, died INTEGER NOT NULL, audience INTEGER NOT NULL, genres INTEGER NOT NULL,
            fingerprint INTEGER NOT NULL, title TEXT NOT NULL, subtitle TEXT, overview TEXT, season INTEGER,
            episode INTEGER, isNew INTEGER NOT NULL, picture TEXT, certification TEXT
        ) STRICT
        """,
        "CREATE INDEX programme_by_time ON programme (channel, start, stop, born, died, audience)",
        "CREATE INDEX programme_by_stop ON programme (stop)",
        "CREATE INDEX programme_ending ON programme (died) WHERE died < 9223372036854775807",
        """
        CREATE TABLE guideMatch (
            row INTEGER PRIMARY KEY, item TEXT NOT NULL, channel INTEGER NOT NULL, reason TEXT NOT NULL,
            shift INTEGER NOT NULL, born INTEGER NOT NULL, died INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX guideMatch_by_item ON guideMatch (item, born, died, channel, shift)",
        "CREATE INDEX guideMatch_ending ON guideMatch (died) WHERE died < 9223372036854775807",
    ]

    private static let changes = [
        // The generation since which the title has this card; 0 for before the first publication.
        "ALTER TABLE item ADD COLUMN cardBorn INTEGER NOT NULL DEFAULT 0",
        // The titles removed by a generation.
        "CREATE TABLE gone (generation INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (generation, id)) STRICT, WITHOUT ROWID",
    ]

    private static let titleRules = [
        // See `TitleRebuild.rules`, and the last id recomputed with the new ones.
        "ALTER TABLE catalog ADD COLUMN titleRules INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE catalog ADD COLUMN resettledThrough TEXT",
    ]

    private static let learned = [
        // Times are milliseconds since 1970; `fetched` is that of `title`, which is NULL without a match.
        """
        CREATE TABLE learned (
            row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, due INTEGER NOT NULL, fetched INTEGER,
            title BLOB
        ) STRICT
        """,
        "CREATE INDEX learned_by_due ON learned (due)",
        "CREATE INDEX learned_by_age ON learned (fetched) WHERE fetched IS NOT NULL",
        // The rows up to this one are in the published titles.
        "ALTER TABLE catalog ADD COLUMN learnedThrough INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE itemText ADD COLUMN released TEXT",
        "ALTER TABLE itemText ADD COLUMN score REAL",
        "ALTER TABLE itemText ADD COLUMN tmdb INTEGER",
        "ALTER TABLE itemText ADD COLUMN imdb TEXT",
    ]
}
