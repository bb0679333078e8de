internal import Basics
internal import GRDB
internal import ReadingListAPI

/// The filter of a list of links.
struct LinkFilter: Sendable, Hashable {
    var reader: Int64
    var isRead: Bool
    /// The selected chips, any of which matches; 0: all links.
    var chips: Int64 = 0
    var domain: String?
    /// A tag's key.
    var tag: String?
    /// An expression of FTS5; empty: nothing can match.
    var match: String?
    /// Milliseconds since 1970.
    var addedFrom: Int64?
    var addedBefore: Int64?

    /// The condition on `link`, with or without the chips.
    func condition(withChips: Bool = true) -> String {
        var parts = ["link.reader = :reader", "link.isRead = :isRead", "link.deleted IS NULL"]
        if withChips, chips != 0 { parts.append("link.chips & :chips <> 0") }
        if domain != nil { parts.append("link.domain = :domain") }
        if tag != nil { parts.append("link.row IN (SELECT link FROM tag WHERE key = :tag)") }
        if let match {
            parts.append(
                match.isEmpty ? "0" : "link.row IN (SELECT rowid FROM linkSearch WHERE linkSearch MATCH :match)")
        }
        if addedFrom != nil { parts.append("link.added >= :addedFrom") }
        if addedBefore != nil { parts.append("link.added < :addedBefore") }
        return parts.joined(separator: " AND ")
    }

    func arguments(withChips: Bool = true) -> [String: (any DatabaseValueConvertible)?] {
        var arguments: [String: (any DatabaseValueConvertible)?] = ["reader": reader, "isRead": isRead]
        if withChips, chips != 0 { arguments["chips"] = chips }
        if let domain { arguments["domain"] = domain }
        if let tag { arguments["tag"] = tag }
        if let match, !match.isEmpty { arguments["match"] = match }
        if let addedFrom { arguments["addedFrom"] = addedFrom }
        if let addedBefore { arguments["addedBefore"] = addedBefore }
        return arguments
    }

    /// Identifies a query, stable across restarts.
    func fingerprint(_ order: LinkOrder) -> UInt64 {
        let parts: [String] = [
            order.rawValue, "\(reader)", "\(isRead)", "\(chips)", domain ?? "-", tag ?? "-", match ?? "-",
            "\(addedFrom ?? 0)", "\(addedBefore ?? 0)",
        ]
        return FNV1a.hash(parts.joined(separator: "\u{1f}").utf8)
    }
}
