/* The VFS itself: every method hands its work to the default VFS, with the seals and the faults in between. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static sqlite3_vfs *base_vfs; /* the process's default VFS, set once before this one can be used */

static struct shard_file *shard_file(sqlite3_file *file) { return (struct shard_file *)file; }

/* ---- Files ---- */

static int file_close(sqlite3_file *base)
{
    struct shard_file *file = shard_file(base);
    int rc = file->real->pMethods->xClose(file->real);
    if (file->watched) faults_closed(file);
    free(file->scratch);
    file->scratch = NULL;
    return rc;
}

static int file_read(sqlite3_file *base, void *buffer, int count, sqlite3_int64 offset)
{
    struct shard_file *file = shard_file(base);
    if (file->kind == FILE_MAIN) return sealed_read(file, buffer, count, offset);
    return file->real->pMethods->xRead(file->real, buffer, count, offset);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset)
{
    struct shard_file *file = shard_file(base);
    if (file->watched) {
        int rc = faults_before_write(file, count, offset);
        if (rc != SQLITE_OK) return rc;
    }
    if (file->kind == FILE_MAIN) return sealed_write(file, bytes, count, offset);
    int rc = file->real->pMethods->xWrite(file->real, bytes, count, offset);
    if (rc == SQLITE_OK && file->kind == FILE_LOG) file->log_bytes = offset + count;
    return rc;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct shard_file *file = shard_file(base);
    if (file->watched) {
        int rc = faults_before_truncate(file, size);
        if (rc != SQLITE_OK) return rc;
    }
    if (file->kind == FILE_LOG && file->log_bytes > size) file->log_bytes = size;
    return file->real->pMethods->xTruncate(file->real, size);
}

static int file_sync(sqlite3_file *base, int flags)
{
    struct shard_file *file = shard_file(base);
    if (file->watched) {
        int rc = faults_sync(file);
        if (rc != SQLITE_NOTFOUND) return rc; /* not found: the watch has ended */
    }
    return file->real->pMethods->xSync(file->real, flags);
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *base, int level)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *base, int level)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xUnlock(real, level);
}

static int file_check_reserved_lock(sqlite3_file *base, int *result)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xCheckReservedLock(real, result);
}

static int file_control(sqlite3_file *base, int operation, void *argument)
{
    sqlite3_file *real = shard_file(base)->real;
    if (operation == SQLITE_FCNTL_MMAP_SIZE) {
        *(sqlite3_int64 *)argument = 0; /* mapped pages would pass unchecked */
        return SQLITE_OK;
    }
    if (operation == SQLITE_FCNTL_PRAGMA && shard_file(base)->kind == FILE_MAIN) {
        int answer = sealed_pragma(shard_file(base), argument);
        if (answer != SQLITE_NOTFOUND) return answer;
    }
    int rc = real->pMethods->xFileControl(real, operation, argument);
    if (operation == SQLITE_FCNTL_VFSNAME && rc == SQLITE_OK) {
        *(char **)argument = sqlite3_mprintf(SHARD_VFS_NAME "/%z", *(char **)argument);
    }
    return rc;
}

static int file_sector_size(sqlite3_file *base)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xSectorSize(real);
}

static int file_device_characteristics(sqlite3_file *base)
{
    sqlite3_file *real = shard_file(base)->real;
    /* Atomic batches would reach the disk by a way that the faults do not see. */
    return real->pMethods->xDeviceCharacteristics(real) & ~SQLITE_IOCAP_BATCH_ATOMIC;
}

static int file_shm_map(sqlite3_file *base, int page, int page_bytes, int extend, void volatile **memory)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xShmMap(real, page, page_bytes, extend, memory);
}

static int file_shm_lock(sqlite3_file *base, int offset, int count, int flags)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xShmLock(real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *base)
{
    sqlite3_file *real = shard_file(base)->real;
    real->pMethods->xShmBarrier(real);
}

static int file_shm_unmap(sqlite3_file *base, int delete)
{
    sqlite3_file *real = shard_file(base)->real;
    return real->pMethods->xShmUnmap(real, delete);
}

/* Version 2: without the methods of version 3 SQLite maps no file into memory. */
static const sqlite3_io_methods file_methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ---- The file system ---- */

static enum file_kind kind_of(int flags)
{
    if (flags & SQLITE_OPEN_MAIN_DB) return FILE_MAIN;
    if (flags & SQLITE_OPEN_WAL) return FILE_LOG;
    return FILE_OTHER;
}

static int fs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *flags_out)
{
    (void)vfs;
    struct shard_file *file = shard_file(base);
    memset(file, 0, sizeof *file);
    file->real = (sqlite3_file *)(file + 1);
    file->kind = kind_of(flags);
    file->path = path;
    if (path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) {
        file->watched = faults_opened(path, &file->life);
    }
    file->real->pMethods = NULL;
    int rc = base_vfs->xOpen(base_vfs, path, file->real, flags, flags_out);
    if (rc != SQLITE_OK) {
        if (file->real->pMethods) file->real->pMethods->xClose(file->real);
        if (file->watched) faults_closed(file);
        return rc; /* base.pMethods stays NULL: SQLite will not close it */
    }
    file->base.pMethods = &file_methods;
    return SQLITE_OK;
}

static int fs_delete(sqlite3_vfs *vfs, const char *path, int sync_directory)
{
    (void)vfs;
    int rc = faults_before_delete(path);
    return rc == SQLITE_OK ? base_vfs->xDelete(base_vfs, path, sync_directory) : rc;
}

static int fs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result)
{
    (void)vfs;
    return base_vfs->xAccess(base_vfs, path, flags, result);
}

static int fs_full_pathname(sqlite3_vfs *vfs, const char *path, int count, char *result)
{
    (void)vfs;
    return base_vfs->xFullPathname(base_vfs, path, count, result);
}

static void *fs_dl_open(sqlite3_vfs *vfs, const char *path)
{
    (void)vfs;
    return base_vfs->xDlOpen(base_vfs, path);
}

static void fs_dl_error(sqlite3_vfs *vfs, int count, char *message)
{
    (void)vfs;
    base_vfs->xDlError(base_vfs, count, message);
}

static void (*fs_dl_sym(sqlite3_vfs *vfs, void *library, const char *symbol))(void)
{
    (void)vfs;
    return base_vfs->xDlSym(base_vfs, library, symbol);
}

static void fs_dl_close(sqlite3_vfs *vfs, void *library)
{
    (void)vfs;
    base_vfs->xDlClose(base_vfs, library);
}

static int fs_randomness(sqlite3_vfs *vfs, int count, char *bytes)
{
    (void)vfs;
    return base_vfs->xRandomness(base_vfs, count, bytes);
}

static int fs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return base_vfs->xSleep(base_vfs, microseconds);
}

static int fs_current_time(sqlite3_vfs *vfs, double *julian_day)
{
    (void)vfs;
    return base_vfs->xCurrentTime(base_vfs, julian_day);
}

static int fs_last_error(sqlite3_vfs *vfs, int count, char *message)
{
    (void)vfs;
    return base_vfs->xGetLastError(base_vfs, count, message);
}

static int fs_current_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *julian_milliseconds)
{
    (void)vfs;
    return base_vfs->xCurrentTimeInt64(base_vfs, julian_milliseconds);
}

static sqlite3_vfs shard_vfs = {
    .iVersion = 2,
    .zName = SHARD_VFS_NAME,
    .xOpen = fs_open,
    .xDelete = fs_delete,
    .xAccess = fs_access,
    .xFullPathname = fs_full_pathname,
    .xDlOpen = fs_dl_open,
    .xDlError = fs_dl_error,
    .xDlSym = fs_dl_sym,
    .xDlClose = fs_dl_close,
    .xRandomness = fs_randomness,
    .xSleep = fs_sleep,
    .xCurrentTime = fs_current_time,
    .xGetLastError = fs_last_error,
    .xCurrentTimeInt64 = fs_current_time_int64,
};

/* ---- The module's functions ---- */

static pthread_once_t registration = PTHREAD_ONCE_INIT;
static int registered = SQLITE_ERROR;

static void register_once(void)
{
    /* Refused when SQLite is initialised already; then it must have been built with URI filenames. */
    int configured = sqlite3_config(SQLITE_CONFIG_URI, 1);
    if (configured != SQLITE_OK && !sqlite3_compileoption_used("USE_URI")) return;
    if (sqlite3_initialize() != SQLITE_OK) return;
    base_vfs = sqlite3_vfs_find(NULL);
    if (!base_vfs || base_vfs->iVersion < 2) return;
    shard_vfs.szOsFile = (int)sizeof(struct shard_file) + base_vfs->szOsFile;
    shard_vfs.mxPathname = base_vfs->mxPathname;
    registered = sqlite3_vfs_register(&shard_vfs, 0);
}

int shard_vfs_register(void)
{
    pthread_once(&registration, register_once);
    return registered;
}

int shard_vfs_reserve(struct sqlite3 *db)
{
    int bytes = SHARD_VFS_SEAL_BYTES;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

int shard_vfs_covers(struct sqlite3 *db)
{
    sqlite3_file *file = NULL;
    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return rc == SQLITE_OK && file && file->pMethods == &file_methods;
}

int shard_vfs_leave_log(struct sqlite3 *db)
{
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

int64_t shard_vfs_log_bytes(struct sqlite3 *db)
{
    sqlite3_file *file = NULL;
    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (rc != SQLITE_OK || !file || file->pMethods != &file_methods) return 0;
    return shard_file(file)->kind == FILE_LOG ? shard_file(file)->log_bytes : 0;
}
