/* What libFuzzer (compiler-rt, in the toolchain) has for programs with a main of their own. It declares it nowhere. */
#ifndef HEARTH_CLIBFUZZER_H
#define HEARTH_CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
