/// What of an address stays the same when accounts and tokens change.
enum AddressKey {
    private static let accountPaths: Set<Substring> = ["live", "movie", "series", "timeshift", "vod"]

    /// Host and path without query, fragment, user and port; of a panel's `/live/user/password/5.ts` only the number.
    static func stable(_ address: String) -> String {
        let lower = address.lowercased()
        var rest = lower[...]
        if let scheme = lower.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: true)
        guard let authority = parts.first else { return lower }
        let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
        if parts.count == 5, accountPaths.contains(parts[1]) { return "\(host)/\(parts[1])/\(name(parts[4]))" }
        if parts.count == 4, parts[3].utf8.prefix(while: \.isDigit).count > 0, name(parts[3]).utf8.allSatisfy(\.isDigit)
        {
            return "\(host)/\(name(parts[3]))"
        }
        return ([host] + parts.dropFirst()).joined(separator: "/")
    }

    /// Without the ending, which only names the container.
    private static func name(_ part: Substring) -> Substring {
        part.lastIndex(of: ".").map { part[..<$0] } ?? part
    }
}
