#pragma once
#include <stdint.h>

/// The time of a floor measurement.
typedef struct {
    int64_t count;
    int64_t bytes;
    double seconds;
} bare_result;

/// Inserts all rows of a catalog's shard, and what its full-text tables index, into a new database with the same tables and
/// indexes, as fast as SQLite alone does it: prepared statements, transactions of 20,000 rows, WAL and synchronous=FULL.
/// `only` holds tables' names between commas, or is NULL for all. Returns SQLite's code.
int bare_insert(const char *source, const char *target, const char *only, bare_result *result);

/// Runs each query (FTS5's syntax, zero-terminated, one after the other) against the shard's full-text table for the best 20
/// rows; `seconds` gets one value for each. Returns SQLite's code.
int bare_search(const char *shard, const char *const *queries, int count, double *seconds);

/// Parses an XML file with libxml2's SAX interface, handlers that only count. Returns 0.
int bare_sax(const char *path, bare_result *result);
