internal import Access
internal import HTTPFetch
internal import TextFolding

/// An external source's API key. Its description shows nothing of it.
struct APIKey: Sendable, CustomStringConvertible {
    /// The key itself, for the request.
    let secret: String

    /// The longest key, in bytes: tokens are a few hundred.
    static let maximumBytes = 2_048

    /// Parses a key as typed; nil when it is malformed.
    init?(_ text: String) {
        let text = String(
            decoding: text.utf8.drop { $0.isSpace }.reversed().drop { $0.isSpace }.reversed(), as: UTF8.self)
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            return nil
        }
        secret = text
    }

    /// Reads a key from a file that only its owner can read; nil when there is none.
    ///
    /// - Throws: `KeyFileError` when others can read the file, or it is no file.
    static func read(_ path: String) throws -> APIKey? {
        try PrivateFile.readSecret(path, limit: maximumBytes).flatMap { APIKey(String(decoding: $0, as: UTF8.self)) }
    }

    var description: String { "<key>" }
}

// TMDB accepts a key of version 3, or a token of version 4.

extension APIKey {
    /// A version 4 token is a JWT, and is sent in a header, which servers do not log.
    private var isToken: Bool { secret.hasPrefix("eyJ") }

    /// The URL of a request to TMDB, with the key if it belongs there.
    func address(of question: String, at base: String) throws -> FetchURL {
        guard !isToken else { return try FetchURL(base + question) }
        return try FetchURL(
            "\(base)\(question)\(question.contains("?") ? "&" : "?")api_key=\(TMDBRequest.encoded(secret))")
    }

    /// The header fields with the key, for a request to TMDB.
    var headers: [HeaderField] { isToken ? [HeaderField("Authorization", "Bearer \(secret)")] : [] }
}
