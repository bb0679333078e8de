// What HTTPFetch needs from C: libcurl, and two calls of the C library.
#include <curl/curl.h>

#include <pthread.h>
#include <time.h>

// glibc declares these only under macros that the import into Swift does not define.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern char *strptime(const char *text, const char *format, struct tm *time);

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift cannot call: one function for each
// kind of value.
#define FETCH_CURL_SETTER(NAME, TYPE)                                                           \
    static inline CURLcode fetch_curl_set_##NAME(CURL *easy, CURLoption option, TYPE value) {   \
        return curl_easy_setopt(easy, option, value);                                           \
    }
FETCH_CURL_SETTER(long, long)
FETCH_CURL_SETTER(offset, curl_off_t)
FETCH_CURL_SETTER(string, const char *)
FETCH_CURL_SETTER(pointer, void *)
FETCH_CURL_SETTER(list, struct curl_slist *)
FETCH_CURL_SETTER(write, curl_write_callback)
FETCH_CURL_SETTER(progress, curl_xferinfo_callback)
FETCH_CURL_SETTER(opensocket, curl_opensocket_callback)

static inline CURLMcode fetch_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLcode fetch_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

// CURLMsg.data is a union.
static inline CURLcode fetch_curl_message_result(const CURLMsg *message) { return message->data.result; }
