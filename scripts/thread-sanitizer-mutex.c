// Models the contended path of Swift's Mutex for the thread sanitizer.
//
// The fast path of Synchronization.Mutex is compiled into its callers and so is instrumented; the slow path lies in
// libswiftSynchronization.so, which is not. Without this library every contended lock is reported as a race. It is
// preloaded by scripts/thread-sanitizer, interposes the slow path's three functions and adds the order they create.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef void (*annotation)(void *);

static void annotate(const char *name, void *address) {
    annotation function = (annotation)dlsym(RTLD_DEFAULT, name);
    if (function) function(address);
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lock_slow(uint32_t thread, SELF) {
    static SWIFT void (*next)(uint32_t, SELF);
    if (!next) next = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next(thread, self);
    annotate("__tsan_acquire", self);
}

SWIFT bool try_lock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT bool try_lock_slow(SELF) {
    static SWIFT bool (*next)(SELF);
    if (!next) next = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
    bool locked = next(self);
    if (locked) annotate("__tsan_acquire", self);
    return locked;
}

SWIFT void unlock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlock_slow(SELF) {
    static SWIFT void (*next)(SELF);
    if (!next) next = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    annotate("__tsan_release", self);
    next(self);
}
