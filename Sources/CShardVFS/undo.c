/* What a power cut takes back: the bytes that unsynced writes replaced, kept per file until its next sync. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faults.h"

enum { SECTOR_BYTES = 512 };

/* Notes what `length` bytes at `offset` hold now. */
int undo_remember(struct shard_file *file, sqlite3_int64 offset, sqlite3_int64 length, sqlite3_int64 size)
{
    struct watched_file *watched = file->watched;
    sqlite3_int64 kept = offset >= size ? 0 : offset + length <= size ? length : size - offset;
    struct undo *entry = malloc(sizeof *entry + (size_t)kept);
    if (!entry || kept > INT_MAX) {
        free(entry);
        return SQLITE_IOERR_NOMEM;
    }
    entry->offset = offset;
    entry->length = length;
    entry->kept = kept;
    if (kept > 0) {
        int rc = file->real->pMethods->xRead(file->real, entry->bytes, (int)kept, offset);
        if (rc != SQLITE_OK) {
            free(entry);
            return rc;
        }
    }
    if (!watched->newest) watched->synced_size = size;
    entry->older = watched->newest;
    watched->newest = entry;
    watched->watch->unsynced_bytes += length;
    return SQLITE_OK;
}

void undo_forget(struct watched_file *file)
{
    struct undo *entry = file->newest;
    file->newest = NULL;
    while (entry) {
        struct undo *older = entry->older;
        file->watch->unsynced_bytes -= entry->length;
        free(entry);
        entry = older;
    }
}

/* Whether the seed has the disk lose this piece; seed 0 loses all of them. */
static int is_lost(uint64_t seed, uint64_t piece)
{
    if (seed == 0) return 1;
    uint64_t mixed = seed ^ (piece + 1) * 0x9e3779b97f4a7c15ULL;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebULL;
    return (int)((mixed ^ mixed >> 31) & 1);
}

/* Puts back what one entry replaced, sector by sector; what did not exist before becomes zeros. */
static int put_back(int fd, const struct undo *entry, uint64_t seed)
{
    static const unsigned char zeros[SECTOR_BYTES];
    sqlite3_int64 done = 0;
    while (done < entry->length) {
        sqlite3_int64 at = entry->offset + done;
        sqlite3_int64 count = SECTOR_BYTES - at % SECTOR_BYTES;
        if (count > entry->length - done) count = entry->length - done;
        if (done < entry->kept && count > entry->kept - done) count = entry->kept - done;
        const unsigned char *bytes = done < entry->kept ? entry->bytes + done : zeros;
        int lost = is_lost(seed, (uint64_t)(at / SECTOR_BYTES));
        if (lost && pwrite(fd, bytes, (size_t)count, at) != count) return -errno;
        done += count;
    }
    return 0;
}

/* Undoes what was written to a file and not synced, as far as the seed says. Returns 0 or a negative errno. */
int undo_file(struct watched_file *file, uint64_t seed)
{
    int fd = open(file->path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT ? 0 : -errno;
    struct stat status;
    int result = fstat(fd, &status) == 0 ? 0 : -errno;
    for (struct undo *entry = file->newest; entry && result == 0; entry = entry->older) {
        result = put_back(fd, entry, seed);
    }
    sqlite3_int64 size = is_lost(seed, UINT64_MAX - 1) ? file->synced_size : (sqlite3_int64)status.st_size;
    if (result == 0 && ftruncate(fd, (off_t)size) != 0) result = -errno;
    close(fd);
    return result;
}
