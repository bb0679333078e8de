#include "bare_reports.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int by_size(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

static const char *const schema =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
    "CREATE TABLE profile (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;"
    "INSERT INTO profile VALUES (1, 'profile');"
    "CREATE TABLE point (session INTEGER PRIMARY KEY, nonce INTEGER NOT NULL, owner INTEGER NOT NULL,"
    " percent INTEGER NOT NULL, stamp INTEGER NOT NULL DEFAULT 0, progress REAL NOT NULL DEFAULT 0,"
    " position REAL NOT NULL DEFAULT 0, duration REAL NOT NULL DEFAULT 0, ceiling REAL NOT NULL DEFAULT 2,"
    " state INTEGER NOT NULL DEFAULT 1, ended INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX pointOpen ON point (owner) WHERE ended = 0; CREATE INDEX pointByOwner ON point (owner);";

static const char *const update =
    "UPDATE point SET stamp = ?2, progress = ?3 * percent, position = ?4, duration = ?5 * percent, state = ?6"
    " WHERE session = ?1 AND nonce = ?7 AND owner = (SELECT row FROM profile WHERE id = ?8) AND ended = 0"
    " AND stamp < ?2 AND ?3 * percent < ceiling AND (progress, position, duration) <= (?3 * percent, ?4, ?5 * percent)";

static int step(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int report(sqlite3_stmt *statement, int session, long stamp) {
    double position = (double)stamp / 1e6;
    sqlite3_bind_int(statement, 1, session);
    sqlite3_bind_int64(statement, 2, stamp);
    sqlite3_bind_double(statement, 3, position / 1e6);
    sqlite3_bind_double(statement, 4, position);
    sqlite3_bind_double(statement, 5, 1e6);
    sqlite3_bind_int(statement, 6, 1);
    sqlite3_bind_int(statement, 7, session);
    sqlite3_bind_text(statement, 8, "profile", -1, SQLITE_STATIC);
    return step(statement);
}

static int fill(sqlite3 *db, int sessions) {
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(
        db, "INSERT INTO point (session, nonce, owner, percent) VALUES (?1, ?1, 1, 1)", -1, &insert, NULL);
    for (int session = 1; code == SQLITE_OK && session <= sessions; session++) {
        sqlite3_bind_int(insert, 1, session);
        code = step(insert);
    }
    sqlite3_finalize(insert);
    return code;
}

static int run(sqlite3 *db, int sessions, int batch, double seconds, bare_reports_result *result) {
    const long most = 1000000;
    double *times = malloc(sizeof(double) * (size_t)most);
    sqlite3_stmt *statement = NULL;
    sqlite3_stmt *begin = NULL;
    sqlite3_stmt *commit = NULL;
    int code = times ? sqlite3_prepare_v2(db, update, -1, &statement, NULL) : SQLITE_NOMEM;
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &begin, NULL);
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "COMMIT", -1, &commit, NULL);
    long batches = 0;
    long stamp = 0;
    double start = now_seconds();
    while (code == SQLITE_OK && batches < most && now_seconds() - start < seconds) {
        double begun = now_seconds();
        code = step(begin);
        for (int index = 0; code == SQLITE_OK && index < batch; index++) {
            stamp++;
            code = report(statement, (int)(stamp % sessions) + 1, stamp);
        }
        if (code == SQLITE_OK) code = step(commit);
        times[batches++] = now_seconds() - begun;
    }
    result->seconds = now_seconds() - start;
    result->reports = batches * batch;
    if (code == SQLITE_OK && batches > 0) {
        qsort(times, (size_t)batches, sizeof(double), by_size);
        result->p50_ms = times[batches / 2] * 1e3;
        result->p99_ms = times[batches * 99 / 100] * 1e3;
    }
    sqlite3_finalize(statement);
    sqlite3_finalize(begin);
    sqlite3_finalize(commit);
    free(times);
    return code;
}

int bare_reports(const char *path, int sessions, int batch, double seconds, bare_reports_result *result) {
    sqlite3 *db = NULL;
    int code = sqlite3_open(path, &db);
    if (code == SQLITE_OK) code = sqlite3_exec(db, schema, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = fill(db, sessions);
    if (code == SQLITE_OK) code = run(db, sessions, batch, seconds, result);
    sqlite3_close(db);
    return code;
}

int bare_query(const char *path, const char *text, int count, bare_query_result *result) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    double *times = calloc((size_t)count, sizeof(double));
    int code = times ? sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) : SQLITE_NOMEM;
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    for (int run = 0; code == SQLITE_OK && run < count; run++) {
        double begun = now_seconds();
        int stepped;
        while ((stepped = sqlite3_step(statement)) == SQLITE_ROW) {
            for (int column = 0; column < sqlite3_column_count(statement); column++) sqlite3_column_text(statement, column);
        }
        sqlite3_reset(statement);
        code = stepped == SQLITE_DONE ? SQLITE_OK : stepped;
        times[run] = now_seconds() - begun;
    }
    if (code == SQLITE_OK) {
        qsort(times, (size_t)count, sizeof(double), by_size);
        result->p50_ms = times[count / 2] * 1e3;
        result->p99_ms = times[count * 99 / 100] * 1e3;
        result->highest_ms = times[count - 1] * 1e3;
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(times);
    return code;
}
