/* A watched directory's state: faults.c says which fault happens when, undo.c what a power cut takes back. */
#ifndef HEARTH_CSHARDVFS_FAULTS_H
#define HEARTH_CSHARDVFS_FAULTS_H

#include <pthread.h>

#include "internal.h"

/* What one unsynced write or truncation replaced. `kept` of its `length` bytes existed before; the rest was new. */
struct undo {
    struct undo *older;
    sqlite3_int64 offset;
    sqlite3_int64 length;
    sqlite3_int64 kept;
    unsigned char bytes[];
};

struct watched_file {
    struct watched_file *next;
    struct watch *watch;
    char *path;
    struct undo *newest;
    sqlite3_int64 synced_size; /* of the file when `newest` was still NULL */
};

struct watch {
    struct watch *next;
    int number;
    int references; /* the list's own, and one for each open file; guarded by `watches_lock` */
    char *directory;
    pthread_mutex_t lock; /* guards all that follows */
    struct watched_file *files;
    unsigned life;        /* counts deaths, from 1; a file of another life is dead */
    int dead;             /* between kill and revive */
    int ended;
    int sync_to_fail;     /* the how-manieth sync from now, 0 for none */
    sqlite3_int64 disk_bytes_most; /* of all files in the directory, -1 for no limit */
    int64_t syncs;
    int64_t unsynced_bytes;
};

/* undo.c; the watch's lock is held. */
int undo_remember(struct shard_file *file, sqlite3_int64 offset, sqlite3_int64 length, sqlite3_int64 size);
void undo_forget(struct watched_file *file);
int undo_file(struct watched_file *file, uint64_t seed);

#endif
