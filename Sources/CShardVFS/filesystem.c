/* The kind of file system under a path: glibc's module for Swift has statvfs(3), which does not tell it, and not statfs(2). */

#include <sys/vfs.h>

#include "CShardVFS.h"

long shard_file_system_magic(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long)status.f_type : -1;
}
