#include "bare_catalog.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(call) do { int code_ = (call); if (code_ != SQLITE_OK && code_ != SQLITE_DONE) return code_; } while (0)

enum { rows_a_transaction = 20000, results = 20 };

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

static int is_wanted(const char *table, const char *only) {
    char word[128];
    if (!only) return 1;
    snprintf(word, sizeof word, ",%s,", table);
    return strstr(only, word) != NULL;
}

/// Calls `take` for the schema's rows that `condition` chooses.
static int for_each(
    sqlite3 *source, const char *condition, int (*take)(sqlite3 *, sqlite3 *, const char *, const char *, void *),
    sqlite3 *target, void *context
) {
    char sql[512];
    sqlite3_stmt *list = NULL;
    snprintf(sql, sizeof sql,
        "SELECT name, sql FROM sqlite_master m WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%%'"
        " AND NOT EXISTS (SELECT 1 FROM sqlite_master v WHERE v.sql LIKE 'CREATE VIRTUAL%%'"
        " AND m.name LIKE v.name || '_%%') AND %s", condition);
    CHECK(sqlite3_prepare_v2(source, sql, -1, &list, NULL));
    int code = SQLITE_OK;
    while (code == SQLITE_OK && sqlite3_step(list) == SQLITE_ROW)
        code = take(source, target, (const char *)sqlite3_column_text(list, 0),
            (const char *)sqlite3_column_text(list, 1), context);
    sqlite3_finalize(list);
    return code;
}

static int create(sqlite3 *source, sqlite3 *target, const char *name, const char *sql, void *context) {
    (void)source, (void)name, (void)context;
    return run(target, sql);
}

typedef struct {
    const char *only;
    int64_t count;
} copying;

/// Inserts the rows of one table, each with a prepared statement of its own.
static int copy(sqlite3 *source, sqlite3 *target, const char *name, const char *sql, void *context) {
    (void)sql;
    copying *state = context;
    if (!is_wanted(name, state->only)) return SQLITE_OK;
    char text[2048];
    sqlite3_stmt *read = NULL, *insert = NULL;
    snprintf(text, sizeof text, "SELECT * FROM \"%s\"", name);
    CHECK(sqlite3_prepare_v2(source, text, -1, &read, NULL));
    int columns = sqlite3_column_count(read);
    int length = snprintf(text, sizeof text, "INSERT INTO \"%s\" VALUES (?", name);
    for (int column = 1; column < columns; column++)
        length += snprintf(text + length, sizeof text - (size_t)length, ",?");
    snprintf(text + length, sizeof text - (size_t)length, ")");
    CHECK(sqlite3_prepare_v2(target, text, -1, &insert, NULL));
    CHECK(run(target, "BEGIN"));
    int64_t count = 0;
    while (sqlite3_step(read) == SQLITE_ROW) {
        for (int column = 0; column < columns; column++)
            CHECK(sqlite3_bind_value(insert, column + 1, sqlite3_column_value(read, column)));
        CHECK(sqlite3_step(insert));
        CHECK(sqlite3_reset(insert));
        if (++count % rows_a_transaction == 0) CHECK(run(target, "COMMIT; BEGIN"));
    }
    CHECK(run(target, "COMMIT"));
    state->count += count;
    sqlite3_finalize(read);
    sqlite3_finalize(insert);
    return SQLITE_OK;
}

int bare_insert(const char *source_path, const char *target_path, const char *only, bare_result *result) {
    sqlite3 *source = NULL, *target = NULL;
    CHECK(sqlite3_open_v2(source_path, &source, SQLITE_OPEN_READONLY, NULL));
    CHECK(sqlite3_open_v2(target_path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL));
    CHECK(run(target, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;"));
    CHECK(for_each(source, "type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'", create, target, NULL));
    CHECK(for_each(source, "type = 'table' AND sql LIKE 'CREATE VIRTUAL%'", create, target, NULL));
    CHECK(for_each(source, "type = 'index'", create, target, NULL));
    double begun = now_seconds();
    copying state = {only, 0};
    CHECK(for_each(source, "type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'", copy, target, &state));
    if (is_wanted("itemText", only)) {
        CHECK(run(target, "INSERT INTO itemSearch (itemSearch) VALUES ('rebuild')"));
        CHECK(run(target, "INSERT INTO wordSearch (rowid, word) SELECT row, word FROM word"));
    }
    if (is_wanted("guideSearch", only))
        /* A title with details has a number behind it that stands for them, and is searched with them. */
        CHECK(run(target, "INSERT INTO guideSearch (rowid, title) SELECT id, iif(details IS NULL, title,"
                          " substr(title, 1, instr(title, char(31)) - 1) || char(10) || details) FROM guideTitle"));
    result->seconds = now_seconds() - begun;
    result->count = state.count;
    sqlite3_close(source);
    return sqlite3_close(target);
}

int bare_search(const char *shard, const char *const *queries, int count, double *seconds) {
    sqlite3 *db = NULL;
    sqlite3_stmt *search = NULL;
    CHECK(sqlite3_open_v2(shard, &db, SQLITE_OPEN_READONLY, NULL));
    CHECK(sqlite3_prepare_v2(
        db, "SELECT rowid FROM itemSearch WHERE itemSearch MATCH ?1 ORDER BY rank LIMIT ?2", -1, &search, NULL));
    for (int index = 0; index < count; index++) {
        double begun = now_seconds();
        CHECK(sqlite3_bind_text(search, 1, queries[index], -1, SQLITE_STATIC));
        CHECK(sqlite3_bind_int(search, 2, results));
        int code;
        while ((code = sqlite3_step(search)) == SQLITE_ROW) {}
        CHECK(code);
        CHECK(sqlite3_reset(search));
        seconds[index] = now_seconds() - begun;
    }
    sqlite3_finalize(search);
    return sqlite3_close(db);
}
