#include "bare_catalog.h"

#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <stdio.h>
#include <time.h>

enum { piece_bytes = 262144 };

static void count_element(void *context, const xmlChar *name, const xmlChar **attributes) {
    (void)name, (void)attributes;
    ((bare_result *)context)->count++;
}

static void count_characters(void *context, const xmlChar *text, int length) {
    (void)text;
    ((bare_result *)context)->bytes += length;
}

int bare_sax(const char *path, bare_result *result) {
    struct timespec begun, ended;
    static char piece[piece_bytes];
    xmlSAXHandler handler = {0};
    handler.startElement = count_element;
    handler.characters = count_characters;
    *result = (bare_result){0};
    FILE *file = fopen(path, "rb");
    if (!file) return 1;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, result, NULL, 0, NULL);
    size_t length;
    while ((length = fread(piece, 1, piece_bytes, file)) > 0) xmlParseChunk(parser, piece, (int)length, 0);
    xmlParseChunk(parser, piece, 0, 1);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    int code = parser->wellFormed ? 0 : 2;
    xmlFreeParserCtxt(parser);
    fclose(file);
    result->seconds =
        (double)(ended.tv_sec - begun.tv_sec) + (double)(ended.tv_nsec - begun.tv_nsec) / 1e9;
    return code;
}
