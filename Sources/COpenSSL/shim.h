// libcrypto as of OpenSSL 3.0, without what that release deprecated.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

// A macro that the import into Swift leaves out.
static const uint64_t crypto_no_atexit = OPENSSL_INIT_NO_ATEXIT;

// An OSSL_PARAM keeps pointers to its name and its value, so keys are made from them here. A caller owns the key; NULL
// stands for bytes that are no key.
static inline EVP_PKEY *crypto_public_key(const char *type, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

// A key of the curve P-256 at an uncompressed point (SEC 1, section 2.3.3).
static inline EVP_PKEY *crypto_p256_key(const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    return crypto_public_key("EC", parameters);
}

// An RSA key of two numbers in the machine's byte order.
static inline EVP_PKEY *crypto_rsa_key(
    const unsigned char *modulus, size_t modulus_count, const unsigned char *exponent, size_t exponent_count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_N, (unsigned char *)modulus, modulus_count),
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_E, (unsigned char *)exponent, exponent_count),
        OSSL_PARAM_construct_end(),
    };
    return crypto_public_key("RSA", parameters);
}
