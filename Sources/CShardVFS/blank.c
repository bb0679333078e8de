/*
 * What a page holds beside its content. `PRAGMA secure_delete` overwrites a cell where it is deleted, and no copy that was left
 * behind when SQLite moved the cell from one page to another, or inside of one, while it was alive. Such copies lie in the
 * unallocated space of b-tree pages; that is blanked before a page is written.
 */
#include <string.h>

#include "internal.h"

/* A b-tree page's header (https://www.sqlite.org/fileformat2.html, section 1.6). */
enum {
    INTERIOR_INDEX = 2, INTERIOR_TABLE = 5, LEAF_INDEX = 10, LEAF_TABLE = 13,
    CELL_COUNT_AT = 3, CONTENT_AT = 5, LEAF_HEADER_BYTES = 8, INTERIOR_HEADER_BYTES = 12,
    DATABASE_HEADER_BYTES = 100,
};

static int number_at(const unsigned char *bytes) { return bytes[0] << 8 | bytes[1]; }

/* The length of the header that a b-tree page begins with, 0 for other pages. Those of overflow and of the list of free pages begin with
 * a page's number, whose first byte is 0 in a file of less than 64 GiB; in a larger one the cells below would not fit. */
static int header_bytes(unsigned char kind)
{
    if (kind == LEAF_INDEX || kind == LEAF_TABLE) return LEAF_HEADER_BYTES;
    return kind == INTERIOR_INDEX || kind == INTERIOR_TABLE ? INTERIOR_HEADER_BYTES : 0;
}

void blank_unused(unsigned char *page, int page_bytes, uint64_t page_number)
{
    int header_at = page_number == 1 ? DATABASE_HEADER_BYTES : 0;
    const unsigned char *header = page + header_at;
    int length = header_bytes(header[0]);
    int cells = number_at(header + CELL_COUNT_AT);
    int content = number_at(header + CONTENT_AT);
    int pointers = header_at + length;
    int gap = pointers + 2 * cells;
    int end = page_bytes - SHARD_VFS_SEAL_BYTES;
    if (content == 0) content = PAGE_BYTES_MOST;
    if (length == 0 || gap > content || content > end) return;
    for (int i = 0; i < cells; i++) {
        int cell = number_at(page + pointers + 2 * i);
        if (cell < content || cell >= end) return;
    }
    memset(page + gap, 0, (size_t)(content - gap));
}
