#include "echo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <zmq.h>

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "server") == 0) return echo_server_run(arguments[2]);
    if (count == 3 && strcmp(arguments[1], "client") == 0) return echo_client_run(arguments[2]);
    fprintf(stderr, "usage: echo-zeromq server|client <endpoint>\n");
    return 64;
}

void *echo_socket(void *context, int type) {
    const int unlimited = 0;
    void *socket = zmq_socket(context, type);
    if (socket == NULL) echo_fail("zmq_socket");
    if (zmq_setsockopt(socket, ZMQ_SNDHWM, &unlimited, sizeof unlimited) != 0) echo_fail("ZMQ_SNDHWM");
    if (zmq_setsockopt(socket, ZMQ_RCVHWM, &unlimited, sizeof unlimited) != 0) echo_fail("ZMQ_RCVHWM");
    if (zmq_setsockopt(socket, ZMQ_LINGER, &unlimited, sizeof unlimited) != 0) echo_fail("ZMQ_LINGER");
    return socket;
}

uint64_t echo_now_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t echo_cpu_nanoseconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    const uint64_t seconds = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
    return (seconds * 1000000 + (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)) * 1000;
}

_Noreturn void echo_fail(const char *what) {
    fprintf(stderr, "echo-zeromq: %s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}
