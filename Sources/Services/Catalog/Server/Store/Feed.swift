internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HTTPFetch

/// A source that is kept up to date, as its row has it. Its address, account and password are secrets.
struct Feed: Sendable {
    var name: String
    var kind: ImportKind
    /// An address of http or https; empty for the guide of another source.
    var address: String
    var username: String?
    var password: String?
    var userAgent: String?
    /// The source whose guide it is.
    var guideOf: String?
    var guideNumber: Int32 = 0
    /// The time zone in which a guide's times without one are; nil for UTC.
    var timeZone: String?
    /// After how many minutes it is fetched again; 0 for never by itself.
    var minutes: Int32
    var isDisabled = false
    /// What the server said of what was taken in last.
    var validators = FetchValidators()
    /// Milliseconds since 1970, as all times here.
    var tried: Int64?
    var due: Int64?
    var failures: Int32 = 0
    var problem: String?
    var account: PanelAccount?

    init(name: String, kind: ImportKind, address: String, minutes: Int32) {
        (self.name, self.kind, self.address, self.minutes) = (name, kind, address, minutes)
    }

    init(_ row: Row) {
        self.init(
            name: row["name"], kind: ImportKind(rawValue: row["kind"]), address: row["address"], minutes: row["minutes"]
        )
        (username, password, userAgent) = (row["username"], row["password"], row["userAgent"])
        timeZone = row["timeZone"]
        (guideOf, guideNumber, isDisabled) = (row["guideOf"], row["guideNumber"], row["isDisabled"])
        (validators.etag, validators.lastModified) = (row["etag"], row["modified"])
        (tried, due, failures, problem) = (row["tried"], row["due"], row["failures"], row["problem"])
        account = (row["account"] as Data?).flatMap { try? CBORDecoder().decode(PanelAccount.self, from: [UInt8]($0)) }
    }

    /// Where it comes from, without anything secret: the server alone.
    var shownAddress: String {
        if let guideOf { return "the guide of \(guideOf)" }
        return FeedAddress.shown(address)
    }

    /// Whether it comes from the same place in the same way.
    func isSame(as other: Feed) -> Bool {
        kind == other.kind && address == other.address && username == other.username && password == other.password
            && guideOf == other.guideOf && guideNumber == other.guideNumber && timeZone == other.timeZone
    }

    /// What callers are told of it.
    var shown: SourceFeed {
        var shown = SourceFeed(address: shownAddress, refreshMinutes: minutes, isDisabled: isDisabled)
        shown.tried = tried.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        shown.due = isDisabled ? nil : due.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        (shown.failures, shown.problem, shown.account) = (failures, problem, account)
        shown.timeZone = timeZone
        return shown
    }
}
