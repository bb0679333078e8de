/* The seals: a hash over each page and its number, in the page's last eight bytes. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static _Atomic int64_t damaged_pages;

int64_t shard_vfs_damaged_pages(void) { return atomic_load(&damaged_pages); }

/* ---- The hash ---- */

/* Little-endian whatever the machine, so that a file can move. */
static uint64_t load_word(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* One-to-one: two different values stay different. */
static uint64_t mix(uint64_t value)
{
    value *= 0xff51afd7ed558ccdULL;
    return value ^ (value >> 32);
}

/*
 * Four lanes, so that the multiplications overlap. Every step is one-to-one in the word that it takes in, so damage
 * inside one word (a flipped bit above all) always changes the seal; wider damage escapes once in 2^64.
 */
uint64_t seal_of(const unsigned char *page, int page_bytes, uint64_t page_number)
{
    uint64_t lane[4] = {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL, 0x165667b19e3779f9ULL, 0x27d4eb2f165667c5ULL};
    int end = page_bytes - SHARD_VFS_SEAL_BYTES;
    int at = 0;
    for (; at + 32 <= end; at += 32) {
        lane[0] = mix(lane[0] ^ load_word(page + at));
        lane[1] = mix(lane[1] ^ load_word(page + at + 8));
        lane[2] = mix(lane[2] ^ load_word(page + at + 16));
        lane[3] = mix(lane[3] ^ load_word(page + at + 24));
    }
    for (int i = 0; at < end; at += 8, i++) lane[i] = mix(lane[i] ^ load_word(page + at));
    uint64_t seal = mix(page_number);
    for (int i = 0; i < 4; i++) seal = mix(seal ^ lane[i]);
    return seal;
}

void seal_write(unsigned char *page, int page_bytes, uint64_t page_number)
{
    uint64_t seal = seal_of(page, page_bytes, page_number);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    seal = __builtin_bswap64(seal);
#endif
    memcpy(page + page_bytes - SHARD_VFS_SEAL_BYTES, &seal, sizeof seal);
}

int seal_holds(const unsigned char *page, int page_bytes, uint64_t page_number)
{
    return load_word(page + page_bytes - SHARD_VFS_SEAL_BYTES) == seal_of(page, page_bytes, page_number);
}

/* ---- The database header (https://www.sqlite.org/fileformat2.html, section 1.3) ---- */

enum { HEADER_BYTES = 100, HEADER_PAGE_BYTES_AT = 16, HEADER_RESERVED_AT = 20 };

/* The page size that the header names, 0 when this is no header. */
int header_page_bytes(const unsigned char *header)
{
    if (memcmp(header, "SQLite format 3", 16) != 0) return 0;
    int bytes = header[HEADER_PAGE_BYTES_AT] << 8 | header[HEADER_PAGE_BYTES_AT + 1];
    if (bytes == 1) return PAGE_BYTES_MOST;
    return bytes >= PAGE_BYTES_LEAST && (bytes & (bytes - 1)) == 0 ? bytes : 0;
}

int header_is_sealed(const unsigned char *header) { return header[HEADER_RESERVED_AT] == SHARD_VFS_SEAL_BYTES; }

/* ---- Reading and writing a sealed file ---- */

static int read_real(struct shard_file *file, void *buffer, int count, sqlite3_int64 offset)
{
    return file->real->pMethods->xRead(file->real, buffer, count, offset);
}

static sqlite3_int64 real_size(struct shard_file *file)
{
    sqlite3_int64 size = 0;
    return file->real->pMethods->xFileSize(file->real, &size) == SQLITE_OK ? size : 0;
}

/* Asks the file itself for its page size. */
static void learn_page_bytes(struct shard_file *file)
{
    unsigned char header[HEADER_BYTES];
    if (read_real(file, header, sizeof header, 0) == SQLITE_OK) file->page_bytes = header_page_bytes(header);
}

static unsigned char *scratch_page(struct shard_file *file)
{
    if (!file->scratch) file->scratch = malloc(PAGE_BYTES_MOST);
    return file->scratch;
}

static int damaged(struct shard_file *file, sqlite3_int64 offset)
{
    atomic_fetch_add(&damaged_pages, 1);
    sqlite3_log(SQLITE_IOERR_DATA, SHARD_VFS_NAME ": the page at byte %lld of %s is damaged", offset, file->path);
    return SQLITE_IOERR_DATA;
}

static int all_hold(const unsigned char *bytes, int count, sqlite3_int64 offset, int page_bytes)
{
    if (count % page_bytes != 0 || offset % page_bytes != 0) return 0;
    for (int at = 0; at < count; at += page_bytes) {
        if (!seal_holds(bytes + at, page_bytes, (uint64_t)((offset + at) / page_bytes) + 1)) return 0;
    }
    return 1;
}

/* A read inside one page: the page is read whole and checked, and the part copied out. */
static int read_part(struct shard_file *file, void *buffer, int count, sqlite3_int64 offset)
{
    sqlite3_int64 start = offset - offset % file->page_bytes;
    int within = (int)(offset - start);
    unsigned char *page = scratch_page(file);
    if (!page) return SQLITE_IOERR_NOMEM;
    if (within + count > file->page_bytes) return damaged(file, offset);
    int rc = read_real(file, page, file->page_bytes, start);
    if (rc == SQLITE_IOERR_SHORT_READ) return damaged(file, start);
    if (rc != SQLITE_OK) return rc;
    if (!seal_holds(page, file->page_bytes, (uint64_t)(start / file->page_bytes) + 1)) return damaged(file, start);
    memcpy(buffer, page + within, (size_t)count);
    return SQLITE_OK;
}

/*
 * Reads from the main file.
 *
 * The hundred bytes of header that SQLite reads when it opens a file pass unchecked: page 1 may be torn by a power cut
 * during a checkpoint while the log still has it whole, and SQLite looks at the header again in the page itself, which
 * is checked, before it believes it. Everything else is checked with the page that it lies in.
 */
int sealed_read(struct shard_file *file, void *buffer, int count, sqlite3_int64 offset)
{
    int rc = read_real(file, buffer, count, offset);
    if (offset == 0 && count < PAGE_BYTES_LEAST) return rc;
    if (rc == SQLITE_IOERR_SHORT_READ) {
        /* An empty file is a new database. Of any other SQLite wants no page beyond the end, and no part of one. */
        return real_size(file) == 0 ? rc : damaged(file, offset);
    }
    if (rc != SQLITE_OK) return rc;
    if (file->page_bytes == 0) learn_page_bytes(file);
    if (file->page_bytes == 0) return damaged(file, offset);
    if (all_hold(buffer, count, offset, file->page_bytes)) return SQLITE_OK;
    if (count < file->page_bytes) return read_part(file, buffer, count, offset);
    return damaged(file, offset);
}

/* Whether a header may be written to the file: it leaves room for the seals, and keeps the page size. */
static int header_fits(struct shard_file *file, const unsigned char *header)
{
    int page_bytes = header_page_bytes(header);
    if (page_bytes == 0 || !header_is_sealed(header)) {
        sqlite3_log(SQLITE_IOERR_WRITE, SHARD_VFS_NAME ": %s has no room for seals in its pages", file->path);
        return 0;
    }
    if (file->page_bytes != 0 && file->page_bytes != page_bytes && real_size(file) > 0) {
        sqlite3_log(SQLITE_IOERR_WRITE, SHARD_VFS_NAME ": the page size of %s cannot change", file->path);
        return 0;
    }
    file->page_bytes = page_bytes;
    return 1;
}

/*
 * Writes to the main file, which SQLite does in whole pages.
 *
 * A page size never changes once there are pages: SQLite would write pages in the old size that hold parts of pages of
 * the new one, whose seals would stand in the middle of content. In WAL mode SQLite does not allow it either.
 */
int sealed_write(struct shard_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    if (file->page_bytes == 0) learn_page_bytes(file);
    if (offset == 0 && !(count >= PAGE_BYTES_LEAST && header_fits(file, bytes))) return SQLITE_IOERR_WRITE;
    int page_bytes = file->page_bytes ? file->page_bytes : count;
    if (count > PAGE_BYTES_MOST || count % page_bytes != 0 || offset % page_bytes != 0) return SQLITE_IOERR_WRITE;
    unsigned char *pages = scratch_page(file);
    if (!pages) return SQLITE_IOERR_NOMEM;
    memcpy(pages, bytes, (size_t)count);
    for (int at = 0; at < count; at += page_bytes) {
        uint64_t number = (uint64_t)((offset + at) / page_bytes) + 1;
        blank_unused(pages + at, page_bytes, number);
        seal_write(pages + at, page_bytes, number);
    }
    return file->real->pMethods->xWrite(file->real, pages, count, offset);
}

/*
 * `PRAGMA page_size = N` on a database that has pages is answered with an error, rather than by a VACUUM that fails
 * later. `arguments` is what SQLITE_FCNTL_PRAGMA gives: room for a message, the pragma's name, its value or NULL.
 */
int sealed_pragma(struct shard_file *file, char **arguments)
{
    int sets_page_size = sqlite3_stricmp(arguments[1], "page_size") == 0 && arguments[2];
    if (!sets_page_size || real_size(file) == 0) return SQLITE_NOTFOUND;
    arguments[0] = sqlite3_mprintf("the page size of a sealed database cannot change");
    return SQLITE_ERROR;
}

/* ---- Sealing a file that is not open ---- */

static int64_t reseal_descriptor(int fd, unsigned char *page)
{
    if (pread(fd, page, HEADER_BYTES, 0) != HEADER_BYTES) return -EINVAL;
    int page_bytes = header_page_bytes(page);
    if (page_bytes == 0 || !header_is_sealed(page)) return -EINVAL;
    int64_t number = 0;
    for (;;) {
        off_t offset = (off_t)number * page_bytes;
        ssize_t count = pread(fd, page, (size_t)page_bytes, offset);
        if (count < 0) return -errno;
        if (count == 0) return fsync(fd) == 0 ? number : -errno;
        if (count != page_bytes) return -EINVAL;
        seal_write(page, page_bytes, (uint64_t)number + 1);
        if (pwrite(fd, page, (size_t)page_bytes, offset) != page_bytes) return -errno;
        number++;
    }
}

int64_t shard_vfs_reseal(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return -errno;
    unsigned char *page = malloc(PAGE_BYTES_MOST);
    int64_t result = page ? reseal_descriptor(fd, page) : -ENOMEM;
    free(page);
    close(fd);
    return result;
}
