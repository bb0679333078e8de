#include "echo.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

// Answers the driver's questions, so that the thread with the socket does nothing but echo; ends the process with the input.
static void *answer_driver(void *unused) {
    char line[64];
    (void)unused;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(line, "usage\n") == 0) printf("{\"cpuNanoseconds\": %" PRIu64 "}\n", echo_cpu_nanoseconds());
        fflush(stdout);
    }
    exit(0);
}

// Receives a message; a signal in between is no failure.
static void receive(zmq_msg_t *message, void *socket) {
    if (zmq_msg_init(message) != 0) echo_fail("zmq_msg_init");
    while (zmq_msg_recv(message, socket, 0) < 0) {
        if (zmq_errno() != EINTR) echo_fail("zmq_msg_recv");
    }
}

// Sends a message, which then belongs to libzmq.
static void send(zmq_msg_t *message, void *socket, int flags) {
    while (zmq_msg_send(message, socket, flags) < 0) {
        if (zmq_errno() != EINTR) echo_fail("zmq_msg_send");
    }
}

// Sends so many items to a peer.
static void send_items(zmq_msg_t *identity, uint64_t count, void *socket) {
    for (; count > 0; count--) {
        zmq_msg_t to, item;
        if (zmq_msg_init(&to) != 0 || zmq_msg_copy(&to, identity) != 0) echo_fail("zmq_msg_copy");
        if (zmq_msg_init_size(&item, ECHO_PAYLOAD_BYTES) != 0) echo_fail("zmq_msg_init_size");
        memset(zmq_msg_data(&item), 0, ECHO_PAYLOAD_BYTES);
        send(&to, socket, ZMQ_SNDMORE);
        send(&item, socket, 0);
    }
}

int echo_server_run(const char *endpoint) {
    void *socket = echo_socket(zmq_ctx_new(), ZMQ_ROUTER);
    if (zmq_bind(socket, endpoint) != 0) echo_fail("zmq_bind");
    // With its port, where the system was to choose one.
    char bound[256];
    size_t size = sizeof bound;
    if (zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, bound, &size) != 0) echo_fail("ZMQ_LAST_ENDPOINT");
    printf("ready %s\n", bound);
    fflush(stdout);
    pthread_t driver;
    if (pthread_create(&driver, NULL, answer_driver, NULL) != 0) echo_fail("pthread_create");
    for (;;) {
        zmq_msg_t identity, body;
        receive(&identity, socket);
        receive(&body, socket);
        uint64_t items = 0;
        if (zmq_msg_size(&body) == sizeof items) {
            memcpy(&items, zmq_msg_data(&body), sizeof items);
            send_items(&identity, items, socket);
            zmq_msg_close(&identity);
            zmq_msg_close(&body);
            continue;
        }
        send(&identity, socket, ZMQ_SNDMORE);
        send(&body, socket, 0);
    }
}
