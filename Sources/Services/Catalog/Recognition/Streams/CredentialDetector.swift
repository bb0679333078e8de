package import CatalogFormats
internal import Foundation

/// Finds a provider's account in the data that a player of a stream gets: its address, request headers and options.
///
/// An account is a user and password in front of the host (RFC 3986, section 3.2.1), the path of a panel
/// (`/live/USER/PASSWORD/5.ts`), a parameter or header with the name of one, or the known account of a source of the
/// household, anywhere. Signatures of one address (`hdnts`, `wmsAuthSign`) do not count: they open nothing else, and
/// expire by themselves.
package struct CredentialDetector: Sendable {
    /// The account of a source.
    package struct Account: Sendable, Hashable {
        package var username: String
        package var password: String

        package init(username: String, password: String) { (self.username, self.password) = (username, password) }
    }

    /// The accounts to search for, in lower case.
    private let accounts: [Account]

    /// Makes a detector of these accounts besides recognisable ones.
    package init(accounts: [Account] = []) {
        self.accounts = accounts.map { Account(username: $0.username.lowercased(), password: $0.password.lowercased()) }
    }

    /// Whether any part contains an account.
    package func areIn(address: String, headers: [M3UHeaderField] = [], options: [M3UOption] = []) -> Bool {
        isIn(address, depth: 0)
            || headers.contains { Self.isSecret(name: $0.name, $0.value) || isIn($0.value, depth: 0) }
            || options.contains { Self.isSecret(name: $0.name, $0.value) || isIn($0.value, depth: 0) }
    }

    // MARK: Texts

    /// The maximum nesting of addresses in addresses; deeper ones count as secret, since none is that deep for a good
    /// reason.
    private static let maximumDepth = 4

    private func isIn(_ text: String, depth: Int) -> Bool {
        guard depth <= Self.maximumDepth else { return true }
        if isKnown(text) || StreamURLInspector(text).showsAccount { return true }
        if let inner = Self.inner(text), isIn(inner, depth: depth + 1) { return true }
        // The server unescapes it: so it is searched unescaped, as a whole and as an address inside of it.
        guard let plain = text.removingPercentEncoding, plain != text else { return false }
        return isIn(plain, depth: depth + 1)
    }

    /// The address nested in another one, from its scheme on.
    private static func inner(_ text: String) -> String? {
        guard let outer = text.range(of: "://"),
            let scheme = text.range(of: "://", range: outer.upperBound..<text.endIndex)
        else { return nil }
        let start = text[..<scheme.lowerBound].lastIndex { !$0.isLetter }.map { text.index(after: $0) }
        return String(text[(start ?? scheme.lowerBound)...])
    }

    /// A short user or password occurs in many unrelated addresses: it must be a whole part, and both must occur.
    private static let ownBytes = 6

    private func isKnown(_ text: String) -> Bool {
        guard !accounts.isEmpty else { return false }
        let text = text.lowercased()
        let parts = Set(text.split { "/?&=:@;,|# ".contains($0) }.map(String.init))
        return accounts.contains { account in
            let secrets = [account.password, account.username].filter { !$0.isEmpty }
            guard !secrets.isEmpty else { return false }
            if secrets.contains(where: { $0.utf8.count >= Self.ownBytes && text.contains($0) }) { return true }
            return secrets.allSatisfy {
                parts.contains($0) || $0.contains { "/?&=:@;,|# ".contains($0) } && text.contains($0)
            }
        }
    }

    // MARK: Names

    /// Parameters, headers and options that contain an account or a part of it: names in lower case, letters and digits
    /// alone.
    private static let names: Set<String> = [
        "username", "user", "usr", "uname", "login", "loginname", "password", "passwd", "pass", "pwd", "pw", "psw",
        "passphrase", "token", "accesstoken", "authtoken", "usertoken", "apitoken", "sessiontoken", "refreshtoken",
        "idtoken",
        "jwt", "bearer", "xplextoken", "xauthtoken", "xaccesstoken", "xtoken", "xapikey", "auth", "authorization",
        "proxyauthorization", "authkey", "apikey", "appkey", "secret", "clientsecret", "credentials", "cookie",
        "cookies",
        "mac", "macaddress", "httpuser", "httppassword", "httppwd", "rtspuser", "rtsppwd", "smbuser", "smbpwd",
        "ftpuser",
        "ftppwd",
    ]

    /// Values in the position of an account that are none.
    private static let placeholders: Set<String> = ["", "null", "none", "undefined", "true", "false", "0", "1"]

    /// Whether a parameter has the name of an account, and a value.
    static func isSecret(name: some StringProtocol, _ value: some StringProtocol) -> Bool {
        guard !placeholders.contains(value.lowercased()) else { return false }
        let name = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return names.contains(name)
    }
}
