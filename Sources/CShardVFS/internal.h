/* What the source files share; nothing of it leaves the module. */
#ifndef HEARTH_CSHARDVFS_INTERNAL_H
#define HEARTH_CSHARDVFS_INTERNAL_H

#include <sqlite3.h>
#include <stdint.h>

#include "CShardVFS.h"

/* SQLite's own bounds for a page. */
enum { PAGE_BYTES_LEAST = 512, PAGE_BYTES_MOST = 65536 };

enum file_kind {
    FILE_MAIN,  /* the database itself: sealed */
    FILE_LOG,   /* its write-ahead log */
    FILE_OTHER, /* rollback journals and temporary files */
};

/* A file whose writes are watched, shared by all handles on its path. */
struct watched_file;

/* What SQLite holds as a sqlite3_file of this VFS. The default VFS's own file follows right behind it. */
struct shard_file {
    sqlite3_file base; /* first, so that a sqlite3_file pointer is a shard_file pointer */
    sqlite3_file *real;
    enum file_kind kind;
    const char *path;        /* SQLite keeps it as long as the file is open; NULL for a nameless file */
    int page_bytes;          /* FILE_MAIN: the size of a page, 0 while unknown */
    unsigned char *scratch;  /* FILE_MAIN: one page of PAGE_BYTES_MOST, made when first needed */
    sqlite3_int64 log_bytes; /* FILE_LOG: where the last write ended */
    struct watched_file *watched; /* NULL: no faults for this file */
    unsigned life;                /* which life of the watched process opened it */
};

/* blank.c: overwrites what is no content of a page that is about to be sealed. */
void blank_unused(unsigned char *page, int page_bytes, uint64_t page_number);

/* seal.c */
uint64_t seal_of(const unsigned char *page, int page_bytes, uint64_t page_number);
void seal_write(unsigned char *page, int page_bytes, uint64_t page_number);
int seal_holds(const unsigned char *page, int page_bytes, uint64_t page_number);
int header_page_bytes(const unsigned char *header);
int header_is_sealed(const unsigned char *header);
int sealed_read(struct shard_file *file, void *buffer, int count, sqlite3_int64 offset);
int sealed_write(struct shard_file *file, const void *bytes, int count, sqlite3_int64 offset);
int sealed_pragma(struct shard_file *file, char **arguments);

/*
 * faults.c. Those that take a file are called for files of watched directories only (file->watched is set) and return
 * SQLITE_OK for "go on". faults_sync returns SQLITE_NOTFOUND when the watch has ended and the sync must be real.
 */
struct watched_file *faults_opened(const char *path, unsigned *life);
void faults_closed(struct shard_file *file);
int faults_before_write(struct shard_file *file, int count, sqlite3_int64 offset);
int faults_before_truncate(struct shard_file *file, sqlite3_int64 size);
int faults_sync(struct shard_file *file);
int faults_before_delete(const char *path);

#endif
