// Unary echo, and streams of items, over bare libzmq: what the transport itself costs, without codec, deadlines, status,
// windows or tasks.
#ifndef ECHO_H
#define ECHO_H

#include <stdint.h>

// A request comes back; one of the size of a uint64_t asks for so many items of ECHO_PAYLOAD_BYTES instead.
enum { ECHO_PAYLOAD_BYTES = 128, ECHO_LARGEST_PAYLOAD_BYTES = 65536 };

// Both run until standard input ends and return the exit code.
int echo_server_run(const char *endpoint);
int echo_client_run(const char *endpoint);

// A ROUTER or DEALER without high-water marks; ends the process when it cannot be made.
void *echo_socket(void *context, int type);

// CLOCK_MONOTONIC, and the processor time of all threads of this process.
uint64_t echo_now_nanoseconds(void);
uint64_t echo_cpu_nanoseconds(void);

// Ends the process with what failed and the reason that libzmq gives.
_Noreturn void echo_fail(const char *what);

#endif
