/* The statement of a progress report on SQLite alone: what the disk and the database cost without anything of ours. */
#ifndef BARE_REPORTS_H
#define BARE_REPORTS_H

typedef struct {
    long reports;      /* made durable */
    double seconds;    /* that it took */
    double p50_ms;     /* of a batch, which is what each report in it waits for */
    double p99_ms;
} bare_reports_result;

/* Runs batches of `batch` updates over `sessions` rows, each batch a transaction with synchronous=FULL, for `seconds`.
   Returns 0, or SQLite's result code. */
int bare_reports(const char *path, int sessions, int batch, double seconds, bare_reports_result *result);

typedef struct {
    double p50_ms;     /* of a run: the statement prepared before, all rows read */
    double p99_ms;
    double highest_ms;
} bare_query_result;

/* Runs a statement on a database file `count` times, and reads all of its rows. Returns 0, or SQLite's result code. */
int bare_query(const char *path, const char *statement, int count, bare_query_result *result);

#endif
