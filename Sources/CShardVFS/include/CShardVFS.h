/*
 * A VFS for SQLite that seals every page of a database, and that can fail on purpose.
 *
 * The VFS "hearth-shard" stands over the process's default one and is never the default itself: a database is opened
 * through it by the URI `file:<path>?vfs=hearth-shard`. The last eight bytes of each page of the main database file
 * (the page's reserved bytes, which SQLite leaves alone) hold a hash over the page and its number. They are written
 * when the page is, and compared when it is read: a page that changed on the disk, or that stands where another one
 * belongs, is SQLITE_IOERR_DATA and never data. The write-ahead log and the rollback journal have checksums of
 * SQLite's own and pass unchanged.
 *
 * The faults (power cut, failing fsync, full disk, dead process) are compiled in always and do nothing until one of the
 * shard_faults functions arms them for a directory.
 */
#ifndef HEARTH_CSHARDVFS_H
#define HEARTH_CSHARDVFS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3;

/* The name under which the VFS is registered. */
#define SHARD_VFS_NAME "hearth-shard"

/* How many bytes at the end of each page the seal takes. */
#define SHARD_VFS_SEAL_BYTES 8

/*
 * Registers the VFS; once is enough, more does no harm. Call it before any database is opened, for it also allows URI
 * filenames where SQLite was built without them.
 *
 * Returns SQLITE_OK, or SQLITE_ERROR when there is no default VFS or URI filenames cannot be had.
 */
int shard_vfs_register(void);

/*
 * Reserves the seal's bytes in a database that has no page yet; a database that has pages keeps what it was made with.
 * To be called on every connection, before its first statement.
 */
int shard_vfs_reserve(struct sqlite3 *db);

/* Whether the main database of this connection was opened through the VFS. */
int shard_vfs_covers(struct sqlite3 *db);

/*
 * Has closing this connection leave the write-ahead log as it is: it is neither written back nor removed.
 */
int shard_vfs_leave_log(struct sqlite3 *db);

/*
 * How many bytes of the write-ahead log are in use since it last started over, as this connection wrote them.
 * 0 when the connection has written none, or there is no log.
 */
int64_t shard_vfs_log_bytes(struct sqlite3 *db);

/* How many damaged pages have been refused in this process. */
int64_t shard_vfs_damaged_pages(void);

/*
 * Gives the system back what the allocator has kept of freed memory, in all its arenas. SQLite's pages come from it, so
 * that a connection that has let its pages go has only gone half the way. Takes milliseconds for some hundred megabytes.
 */
void shard_give_back_memory(void);

/*
 * Writes the seals of a database file that was made elsewhere from a sealed one, such as by a replication tool.
 * The file must not be open anywhere, and its log must be empty.
 *
 * Returns how many pages were sealed, or a negative errno: -EINVAL when it is not a database with reserved bytes.
 */
int64_t shard_vfs_reseal(const char *path);

/* ---- Faults, for tests and chaos runs ---- */

/*
 * Watches the files in a directory and below it that are opened from now on. Real fsyncs are skipped there: what an
 * fsync would have made durable is remembered instead.
 *
 * Returns the watch's number, or a negative errno.
 */
int shard_faults_begin(const char *directory);

/* Ends a watch. Files that are open go on without faults. */
void shard_faults_end(int watch);

/*
 * The process dies: every write, truncation and sync of the files that are open fails from now on, deleting too, until
 * shard_faults_revive or shard_faults_cut_power. What was written stays, as after kill -9.
 */
void shard_faults_kill(int watch);

/* The dead process's successor may open and write. Files opened before stay dead. */
void shard_faults_revive(int watch);

/*
 * The power fails: what was written and not synced is undone. Close every connection first (after shard_faults_kill,
 * so that closing writes nothing).
 *
 * With seed 0 everything unsynced is lost; with another seed each sector of 512 bytes, and each file's length, is lost
 * or kept as the seed decides, which tears pages.
 *
 * Returns how many files were changed, or a negative errno.
 */
int shard_faults_cut_power(int watch, uint64_t seed);

/* The `nth` sync from now fails with EIO (1 is the next one); 0 takes it back. */
void shard_faults_fail_sync(int watch, int nth);

/* The disk has room for `bytes` more than the directory holds now; a negative number takes the limit away. */
void shard_faults_limit_disk(int watch, int64_t bytes);

/* How many syncs were asked for. */
int64_t shard_faults_syncs(int watch);

/* How many bytes a power cut would undo. */
int64_t shard_faults_unsynced_bytes(int watch);

/* The magic number of the file system under a path, as statfs(2) has it; -1 when the system does not say. */
long shard_file_system_magic(const char *path);

#ifdef __cplusplus
}
#endif

#endif
