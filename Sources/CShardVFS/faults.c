/*
 * The faults: per watched directory, what a power cut would undo, whether its process is dead, which sync fails, and
 * how much the disk holds. Files outside of watched directories never come here.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "faults.h"

/* How deep directories are looked into for what they hold. */
enum { DIRECTORY_LEVELS_MOST = 8 };

static pthread_mutex_t watches_lock = PTHREAD_MUTEX_INITIALIZER;
static struct watch *watches;
static int watches_made;
static atomic_int watches_open; /* lets the usual case, no watch at all, pass without the lock */

/* ---- Watches ---- */

static int lies_in(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Takes `watches_lock` as held. */
static void release(struct watch *watch)
{
    if (--watch->references > 0) return;
    while (watch->files) {
        struct watched_file *file = watch->files;
        watch->files = file->next;
        undo_forget(file);
        free(file->path);
        free(file);
    }
    pthread_mutex_destroy(&watch->lock);
    free(watch->directory);
    free(watch);
}

/* The watch of a number with both locks held, or NULL with none. */
static struct watch *lock_watch(int number)
{
    pthread_mutex_lock(&watches_lock);
    for (struct watch *watch = watches; watch; watch = watch->next) {
        if (watch->number != number) continue;
        pthread_mutex_lock(&watch->lock);
        return watch;
    }
    pthread_mutex_unlock(&watches_lock);
    return NULL;
}

static void unlock_watch(struct watch *watch)
{
    pthread_mutex_unlock(&watch->lock);
    pthread_mutex_unlock(&watches_lock);
}

int shard_faults_begin(const char *directory)
{
    char *real = realpath(directory, NULL);
    if (!real) return -errno;
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch) {
        free(real);
        return -ENOMEM;
    }
    watch->directory = real;
    watch->references = 1;
    watch->life = 1;
    watch->disk_bytes_most = -1;
    pthread_mutex_init(&watch->lock, NULL);
    pthread_mutex_lock(&watches_lock);
    watch->number = ++watches_made;
    watch->next = watches;
    watches = watch;
    atomic_fetch_add(&watches_open, 1);
    int number = watch->number;
    pthread_mutex_unlock(&watches_lock);
    return number;
}

void shard_faults_end(int number)
{
    pthread_mutex_lock(&watches_lock);
    for (struct watch **link = &watches; *link; link = &(*link)->next) {
        struct watch *watch = *link;
        if (watch->number != number) continue;
        *link = watch->next;
        atomic_fetch_sub(&watches_open, 1);
        pthread_mutex_lock(&watch->lock);
        watch->ended = 1;
        pthread_mutex_unlock(&watch->lock);
        release(watch);
        break;
    }
    pthread_mutex_unlock(&watches_lock);
}

void shard_faults_kill(int number)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return;
    watch->life++;
    watch->dead = 1;
    unlock_watch(watch);
}

void shard_faults_revive(int number)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return;
    watch->dead = 0;
    unlock_watch(watch);
}

void shard_faults_fail_sync(int number, int nth)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return;
    watch->sync_to_fail = nth > 0 ? nth : 0;
    unlock_watch(watch);
}

int64_t shard_faults_syncs(int number)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return 0;
    int64_t syncs = watch->syncs;
    unlock_watch(watch);
    return syncs;
}

int64_t shard_faults_unsynced_bytes(int number)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return 0;
    int64_t bytes = watch->unsynced_bytes;
    unlock_watch(watch);
    return bytes;
}

/* ---- The full disk ---- */

/* The sizes of all regular files in a directory and below it. */
static sqlite3_int64 bytes_in(const char *directory, int levels)
{
    DIR *entries = levels > 0 ? opendir(directory) : NULL;
    if (!entries) return 0;
    sqlite3_int64 sum = 0;
    struct dirent *entry;
    while ((entry = readdir(entries))) {
        char path[PATH_MAX];
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path) continue;
        if (lstat(path, &status) != 0) continue;
        if (S_ISREG(status.st_mode)) sum += status.st_size;
        if (S_ISDIR(status.st_mode)) sum += bytes_in(path, levels - 1);
    }
    closedir(entries);
    return sum;
}

void shard_faults_limit_disk(int number, int64_t bytes)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return;
    watch->disk_bytes_most = bytes < 0 ? -1 : bytes_in(watch->directory, DIRECTORY_LEVELS_MOST) + bytes;
    unlock_watch(watch);
}

/* ---- Called by the VFS ---- */

/* Takes `watches_lock` as held. */
static struct watch *watch_of(const char *path)
{
    for (struct watch *watch = watches; watch; watch = watch->next) {
        if (lies_in(path, watch->directory)) return watch;
    }
    return NULL;
}

static struct watched_file *file_of(struct watch *watch, const char *path)
{
    struct watched_file *file;
    for (file = watch->files; file; file = file->next) {
        if (strcmp(file->path, path) == 0) return file;
    }
    file = calloc(1, sizeof *file);
    if (!file) return NULL;
    file->path = strdup(path);
    if (!file->path) {
        free(file);
        return NULL;
    }
    file->watch = watch;
    file->next = watch->files;
    watch->files = file;
    return file;
}

struct watched_file *faults_opened(const char *path, unsigned *life)
{
    if (atomic_load(&watches_open) == 0) return NULL;
    struct watched_file *file = NULL;
    pthread_mutex_lock(&watches_lock);
    struct watch *watch = watch_of(path);
    if (watch) {
        pthread_mutex_lock(&watch->lock);
        file = file_of(watch, path);
        *life = watch->dead ? 0 : watch->life;
        if (file) watch->references++;
        pthread_mutex_unlock(&watch->lock);
    }
    pthread_mutex_unlock(&watches_lock);
    return file;
}

void faults_closed(struct shard_file *file)
{
    pthread_mutex_lock(&watches_lock);
    release(file->watched->watch);
    pthread_mutex_unlock(&watches_lock);
    file->watched = NULL;
}

int faults_before_write(struct shard_file *file, int count, sqlite3_int64 offset)
{
    struct watch *watch = file->watched->watch;
    sqlite3_int64 size = 0;
    pthread_mutex_lock(&watch->lock);
    int rc = file->real->pMethods->xFileSize(file->real, &size);
    if (watch->ended) {
        rc = SQLITE_OK;
    } else if (file->life != watch->life) {
        rc = SQLITE_IOERR_WRITE;
    } else if (rc == SQLITE_OK) {
        sqlite3_int64 growth = offset + count - size;
        if (watch->disk_bytes_most >= 0 && growth > 0
            && bytes_in(watch->directory, DIRECTORY_LEVELS_MOST) + growth > watch->disk_bytes_most) {
            rc = SQLITE_FULL;
        } else {
            rc = undo_remember(file, offset, count, size);
        }
    }
    pthread_mutex_unlock(&watch->lock);
    return rc;
}

int faults_before_truncate(struct shard_file *file, sqlite3_int64 new_size)
{
    struct watch *watch = file->watched->watch;
    sqlite3_int64 size = 0;
    pthread_mutex_lock(&watch->lock);
    int rc = file->real->pMethods->xFileSize(file->real, &size);
    if (watch->ended) {
        rc = SQLITE_OK;
    } else if (file->life != watch->life) {
        rc = SQLITE_IOERR_TRUNCATE;
    } else if (rc == SQLITE_OK && size > new_size) {
        rc = undo_remember(file, new_size, size - new_size, size);
    }
    pthread_mutex_unlock(&watch->lock);
    return rc;
}

int faults_sync(struct shard_file *file)
{
    struct watch *watch = file->watched->watch;
    int rc = SQLITE_OK;
    pthread_mutex_lock(&watch->lock);
    if (watch->ended) {
        rc = SQLITE_NOTFOUND;
    } else if (file->life != watch->life) {
        rc = SQLITE_IOERR_FSYNC;
    } else {
        watch->syncs++;
        if (watch->sync_to_fail > 0 && --watch->sync_to_fail == 0) {
            rc = SQLITE_IOERR_FSYNC; /* what was written stays unsynced */
        } else {
            undo_forget(file->watched);
        }
    }
    pthread_mutex_unlock(&watch->lock);
    return rc;
}

int faults_before_delete(const char *path)
{
    if (atomic_load(&watches_open) == 0) return SQLITE_OK;
    int rc = SQLITE_OK;
    pthread_mutex_lock(&watches_lock);
    struct watch *watch = watch_of(path);
    if (watch) {
        pthread_mutex_lock(&watch->lock);
        if (watch->dead) {
            rc = SQLITE_IOERR_DELETE;
        } else {
            for (struct watched_file *file = watch->files; file; file = file->next) {
                if (strcmp(file->path, path) == 0) undo_forget(file);
            }
        }
        pthread_mutex_unlock(&watch->lock);
    }
    pthread_mutex_unlock(&watches_lock);
    return rc;
}

/* ---- The power cut ---- */

int shard_faults_cut_power(int number, uint64_t seed)
{
    struct watch *watch = lock_watch(number);
    if (!watch) return -EINVAL;
    int changed = 0;
    int failure = 0;
    for (struct watched_file *file = watch->files; file; file = file->next) {
        if (!file->newest) continue;
        int rc = undo_file(file, seed);
        if (rc < 0) failure = rc;
        undo_forget(file);
        changed++;
    }
    watch->life++;
    watch->dead = 0;
    unlock_watch(watch);
    return failure ? failure : changed;
}
