/* A release writes its version and commit into a section of the finished executable (scripts/release), so that one build
 * can be stamped without compiling a file again. The section's size and name are known there. */
#include "CVersionStamp.h"

#define STAMP_BYTES 128

/* Volatile: the compiler must not take the content that it sees here for the content at run time. */
__attribute__((section("hearth_version"), used)) static volatile char stamp[STAMP_BYTES] = {0};

const char *hearth_version_stamp(void)
{
    /* The last byte ends the string, whatever was written. */
    return stamp[STAMP_BYTES - 1] == 0 ? (const char *)stamp : "";
}
