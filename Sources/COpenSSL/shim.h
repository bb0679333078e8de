// libcrypto as of OpenSSL 3.0, without what that release deprecated.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <string.h>
#include <time.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

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

// Without it, an encrypted file would have libcrypto ask at the terminal.
static inline int crypto_no_password(char *buffer, int size, int writes, void *context) { return 0; }

// A private key in PEM (RFC 7468), not encrypted.
static inline EVP_PKEY *crypto_private_key(const unsigned char *text, size_t count) {
    BIO *file = BIO_new_mem_buf(text, (int)count);
    EVP_PKEY *key = file ? PEM_read_bio_PrivateKey(file, NULL, crypto_no_password, NULL) : NULL;
    BIO_free(file);
    return key;
}

// Whether a key is one of the curve P-256.
static inline int crypto_is_p256(const EVP_PKEY *key) {
    char group[32];
    size_t count = 0;
    return EVP_PKEY_is_a(key, "EC") == 1 && EVP_PKEY_get_group_name(key, group, sizeof group, &count) == 1 &&
           strcmp(group, SN_X9_62_prime256v1) == 0;
}

// The certificate of all of these bytes; NULL when they are none, or more than one.
static inline X509 *crypto_certificate(const unsigned char *bytes, long count) {
    const unsigned char *end = bytes;
    X509 *certificate = d2i_X509(NULL, &end, count);
    if (certificate && end != bytes + count) {
        X509_free(certificate);
        certificate = NULL;
    }
    return certificate;
}

// Whether a certificate has an extension of this object identifier, once.
static inline int crypto_certificate_has(const X509 *certificate, const char *identifier) {
    ASN1_OBJECT *object = OBJ_txt2obj(identifier, 1);
    if (!object) return 0;
    int place = X509_get_ext_by_OBJ(certificate, object, -1);
    int next = place < 0 ? -1 : X509_get_ext_by_OBJ(certificate, object, place);
    ASN1_OBJECT_free(object);
    return place >= 0 && next < 0;
}

// Whether a certificate is one that signs data and no certificates: basic constraints without CA, key usage that names
// digital signatures (RFC 5280, sections 4.2.1.3 and 4.2.1.9).
static inline int crypto_certificate_signs_data(X509 *certificate) {
    uint32_t flags = X509_get_extension_flags(certificate);
    return !(flags & (EXFLAG_CA | EXFLAG_INVALID)) && (flags & EXFLAG_KUSAGE) &&
           (X509_get_key_usage(certificate) & KU_DIGITAL_SIGNATURE);
}

// Verifies the path from a leaf over one intermediate to a root (RFC 5280, section 6) at a time in seconds since 1970:
// signatures of at least 112 bits of security, validity, basic constraints, path length, key usage. Returns X509_V_OK,
// another of libcrypto's codes, or -1 without memory.
static inline int crypto_verify_path(X509 *leaf, X509 *intermediate, X509 *root, time_t time) {
    int result = -1;
    X509_STORE *store = X509_STORE_new();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    STACK_OF(X509) *untrusted = sk_X509_new_null();
    // The stack holds no reference: it is freed without its certificate.
    if (store && context && untrusted && sk_X509_push(untrusted, intermediate) > 0 &&
        X509_STORE_add_cert(store, root) == 1 && X509_STORE_CTX_init(context, store, leaf, untrusted) == 1) {
        X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
        X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_X509_STRICT);
        X509_VERIFY_PARAM_set_time(parameters, time);
        X509_VERIFY_PARAM_set_depth(parameters, 1);
        X509_VERIFY_PARAM_set_auth_level(parameters, 2);
        // A path of another length is none; it may also fail without saying why.
        if (X509_verify_cert(context) != 1) {
            result = X509_STORE_CTX_get_error(context);
            if (result == X509_V_OK) result = -1;
        } else if (sk_X509_num(X509_STORE_CTX_get0_chain(context)) == 3) {
            result = X509_V_OK;
        }
    }
    sk_X509_free(untrusted);
    X509_STORE_CTX_free(context);
    X509_STORE_free(store);
    return result;
}
