internal import Foundation

/// Keeps secrets out of what is logged: by the name they are logged under, and by their looks.
public enum LogRedaction {
    /// What stands where a secret was.
    public static let placeholder = "<redacted>"

    /// A value as it may be written.
    public static func redacted(_ value: String, named name: String) -> String {
        if isSecret(name) { return placeholder }
        return redacted(value)
    }

    /// A text without the secrets that show by their looks: signed tokens, and what URLs carry beside host and path.
    public static func redacted(_ text: String) -> String {
        var text = text
        if text.contains("eyJ") { text = text.replacing(token, with: placeholder) }
        if text.contains("://") { text = text.replacing(address) { redacted(address: $0) } }
        return text
    }

    /// Whether nothing that is logged under this name is shown.
    static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return secretWords.contains { name.contains($0) } || name == "key"
            || name.hasSuffix("key") && name != "idempotencykey"
    }

    private static let secretWords = [
        "token", "secret", "password", "passphrase", "authorization", "cookie", "credential", "pin",
    ]

    // Unchecked: a regular expression is made once and only read afterwards; `Regex` is merely not marked Sendable.
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
