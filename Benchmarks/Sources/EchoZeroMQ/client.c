#include "echo.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum { MAXIMUM_COUNT = 10000000, MAXIMUM_IN_FLIGHT = 4096 };

static void send_bytes(void *socket, const void *bytes, size_t size) {
    while (zmq_send(socket, bytes, size, 0) < 0) {
        if (zmq_errno() != EINTR) echo_fail("zmq_send");
    }
}

static void send_request(void *socket, size_t size) {
    static const char payload[ECHO_LARGEST_PAYLOAD_BYTES];
    send_bytes(socket, payload, size);
}

static void receive_answer(void *socket, size_t size) {
    zmq_msg_t message;
    if (zmq_msg_init(&message) != 0) echo_fail("zmq_msg_init");
    while (zmq_msg_recv(&message, socket, 0) < 0) {
        if (zmq_errno() != EINTR) echo_fail("zmq_msg_recv");
    }
    if (zmq_msg_size(&message) != size) echo_fail("an answer of another size");
    zmq_msg_close(&message);
}

static int compare(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void report(uint64_t count, uint64_t nanoseconds, uint64_t cpu, uint64_t p50, uint64_t p99) {
    printf("{\"count\": %" PRIu64 ", \"nanoseconds\": %" PRIu64 ", \"cpuNanoseconds\": %" PRIu64, count, nanoseconds, cpu);
    printf(", \"p50Nanoseconds\": %" PRIu64 ", \"p99Nanoseconds\": %" PRIu64 "}\n", p50, p99);
    fflush(stdout);
}

// Reads so many items, asked for with so many requests: with one connection their streams are one after another.
static void run_streams(void *socket, uint64_t items, uint64_t streams) {
    const uint64_t cpu = echo_cpu_nanoseconds(), start = echo_now_nanoseconds();
    for (uint64_t stream = 0; stream < streams; stream++) {
        const uint64_t share = items / streams + (stream < items % streams);
        send_bytes(socket, &share, sizeof share);
    }
    for (uint64_t received = 0; received < items; received++) receive_answer(socket, ECHO_PAYLOAD_BYTES);
    report(items, echo_now_nanoseconds() - start, echo_cpu_nanoseconds() - cpu, 0, 0);
}

// Answers come in the order of the requests: one connection, one thread at the other end.
static void run(void *socket, uint64_t calls, uint64_t in_flight, uint64_t bytes) {
    uint64_t *latencies = calloc(calls, sizeof *latencies);
    uint64_t *sent_at = calloc(in_flight, sizeof *sent_at);
    if (latencies == NULL || sent_at == NULL) echo_fail("calloc");
    const uint64_t cpu = echo_cpu_nanoseconds(), start = echo_now_nanoseconds();
    uint64_t sent = 0;
    for (uint64_t received = 0; received < calls; received++) {
        for (; sent < calls && sent - received < in_flight; sent++) {
            sent_at[sent % in_flight] = echo_now_nanoseconds();
            send_request(socket, bytes);
        }
        receive_answer(socket, bytes);
        latencies[received] = echo_now_nanoseconds() - sent_at[received % in_flight];
    }
    const uint64_t end = echo_now_nanoseconds(), cpu_end = echo_cpu_nanoseconds();
    qsort(latencies, calls, sizeof *latencies, compare);
    report(calls, end - start, cpu_end - cpu, latencies[calls / 2], latencies[calls - 1 - calls / 100]);
    free(latencies);
    free(sent_at);
}

int echo_client_run(const char *endpoint) {
    void *socket = echo_socket(zmq_ctx_new(), ZMQ_DEALER);
    if (zmq_connect(socket, endpoint) != 0) echo_fail("zmq_connect");
    send_request(socket, ECHO_PAYLOAD_BYTES);
    receive_answer(socket, ECHO_PAYLOAD_BYTES);
    printf("ready\n");
    fflush(stdout);
    char line[128];
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint64_t count = 0, width = 0, bytes = ECHO_PAYLOAD_BYTES;
        const int is_stream = sscanf(line, "stream %" SCNu64 " %" SCNu64, &count, &width) == 2;
        if (!is_stream && sscanf(line, "run %" SCNu64 " %" SCNu64 " %" SCNu64, &count, &width, &bytes) != 3) continue;
        if (count < 1 || count > MAXIMUM_COUNT || width < 1 || width > MAXIMUM_IN_FLIGHT || bytes <= sizeof count ||
            bytes > ECHO_LARGEST_PAYLOAD_BYTES) {
            fprintf(stderr, "echo-zeromq: 1...%d calls or items, 1...%d at a time, 9...%d bytes\n", MAXIMUM_COUNT,
                    MAXIMUM_IN_FLIGHT, ECHO_LARGEST_PAYLOAD_BYTES);
            return 64;
        }
        if (is_stream) {
            run_streams(socket, count, width);
        } else {
            run(socket, count, width, bytes);
        }
    }
    return 0;
}
