internal import Foundation

/// Redacts secrets in log output: by the name they are logged under, and by their form.
public enum LogRedaction {
    /// The replacement of a secret.
    public static let placeholder = "<redacted>"

    /// A value, redacted if its name or form marks it as secret.
    public static func redacted(_ value: String, named name: String) -> String {
        if isSecret(name) { return placeholder }
        return redacted(value)
    }

    /// A text without the secrets that can be recognized by form: signed tokens, and parts of URLs other than host and
    /// path.
    public static func redacted(_ text: String) -> String {
        var text = text
        if text.contains("eyJ") { text = text.replacing(token, with: placeholder) }
        if text.contains("://") { text = text.replacing(address) { redacted(address: $0) } }
        return text
    }

    /// Whether values under this name are redacted entirely: one of its words denotes a secret, as in `ownerKey`,
    /// `access-token` or `db_password`.
    static func isSecret(_ name: String) -> Bool { words(of: name).contains { secretWords.contains($0) } }

    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var before: Character = " "
        for letter in name {
            let isPart = letter.isLetter || letter.isNumber
            if !isPart || letter.isUppercase && before.isLowercase {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isPart { word += letter.lowercased() }
            before = letter
        }
        return word.isEmpty ? words : words + [word]
    }

    private static let secretWords: Set<String> = [
        "token", "tokens", "secret", "password", "passphrase", "authorization", "cookie", "credential", "credentials",
        "pin", "key", "keys",
    ]

    // Unchecked: a regular expression is created once and only read afterwards; `Regex` is merely not marked Sendable.
    nonisolated(unsafe) private static let token = /eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]+(\.[A-Za-z0-9_\-]*)*/
    // Unchecked: as above, read only.
    nonisolated(unsafe) private static let address = /(?<scheme>[A-Za-z][A-Za-z0-9+.\-]*:\/\/)(?<rest>[^\s"'<>]+)/

    /// Providers put passwords into user info, queries and paths; sockets' addresses have none of these.
    private static func redacted(address match: Regex<(Substring, scheme: Substring, rest: Substring)>.Match) -> String
    {
        let local = ["ipc://", "inproc://", "file://"]
        guard !local.contains(match.output.scheme.lowercased()) else { return String(match.output.0) }
        let rest = match.output.rest
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let host = rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let hasMore = end < rest.endIndex || host.count < rest[..<end].count
        return "\(match.output.scheme)\(host)\(hasMore ? "/<redacted>" : "")"
    }
}
