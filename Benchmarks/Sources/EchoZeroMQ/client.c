#include "echo.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum { MAXIMUM_CALLS = 10000000, MAXIMUM_IN_FLIGHT = 4096 };

static void send_request(void *socket) {
    static const char payload[ECHO_PAYLOAD_BYTES];
    while (zmq_send(socket, payload, sizeof payload, 0) < 0) {
        if (zmq_errno() != EINTR) echo_fail("zmq_send");
    }
}

static void receive_answer(void *socket) {
    zmq_msg_t message;
    if (zmq_msg_init(&message) != 0) echo_fail("zmq_msg_init");
    while (zmq_msg_recv(&message, socket, 0) < 0) {
        if (zmq_errno() != EINTR) echo_fail("zmq_msg_recv");
    }
    if (zmq_msg_size(&message) != ECHO_PAYLOAD_BYTES) echo_fail("an answer of another size");
    zmq_msg_close(&message);
}

static int compare(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

// Answers come in the order of the requests: one connection, one thread at the other end.
static void run(void *socket, uint64_t calls, uint64_t in_flight) {
    uint64_t *latencies = calloc(calls, sizeof *latencies);
    uint64_t *sent_at = calloc(in_flight, sizeof *sent_at);
    if (latencies == NULL || sent_at == NULL) echo_fail("calloc");
    const uint64_t cpu = echo_cpu_nanoseconds(), start = echo_now_nanoseconds();
    uint64_t sent = 0;
    for (uint64_t received = 0; received < calls; received++) {
        for (; sent < calls && sent - received < in_flight; sent++) {
            sent_at[sent % in_flight] = echo_now_nanoseconds();
            send_request(socket);
        }
        receive_answer(socket);
        latencies[received] = echo_now_nanoseconds() - sent_at[received % in_flight];
    }
    const uint64_t end = echo_now_nanoseconds(), cpu_end = echo_cpu_nanoseconds();
    qsort(latencies, calls, sizeof *latencies, compare);
    printf("{\"calls\": %" PRIu64 ", \"nanoseconds\": %" PRIu64 ", \"cpuNanoseconds\": %" PRIu64, calls, end - start, cpu_end - cpu);
    printf(", \"p50Nanoseconds\": %" PRIu64, latencies[calls / 2]);
    printf(", \"p99Nanoseconds\": %" PRIu64 "}\n", latencies[calls - 1 - calls / 100]);
    fflush(stdout);
    free(latencies);
    free(sent_at);
}

int echo_client_run(const char *endpoint) {
    void *socket = echo_socket(zmq_ctx_new(), ZMQ_DEALER);
    if (zmq_connect(socket, endpoint) != 0) echo_fail("zmq_connect");
    send_request(socket);
    receive_answer(socket);
    printf("ready\n");
    fflush(stdout);
    char line[128];
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint64_t calls = 0, in_flight = 0;
        if (sscanf(line, "run %" SCNu64 " %" SCNu64, &calls, &in_flight) != 2) continue;
        if (calls < 1 || calls > MAXIMUM_CALLS || in_flight < 1 || in_flight > MAXIMUM_IN_FLIGHT) {
            fprintf(stderr, "echo-zeromq: calls 1...%d, in flight 1...%d\n", MAXIMUM_CALLS, MAXIMUM_IN_FLIGHT);
            return 64;
        }
        run(socket, calls, in_flight);
    }
    return 0;
}
