internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HTTPFetch

/// A feed's row. Its address, account and password are secrets.
struct Feed: Sendable {
    var name: String
    var kind: ImportKind
    /// An HTTP address; empty for the guide of another source.
    var address: String
    var username: String?
    var password: String?
    var userAgent: String?
    /// The source whose guide it is.
    var guideOf: String?
    var guideNumber: Int32 = 0
    /// The time zone of a guide's times without one; nil for UTC.
    var timeZone: String?
    /// The refresh interval in minutes; 0 for no schedule.
    var minutes: Int32
    var isDisabled = false
    /// The HTTP validators of the last import.
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

    /// Its address without secrets: the server only.
    var shownAddress: String {
        if let guideOf { return "the guide of \(guideOf)" }
        return FeedAddress.shown(address)
    }

    /// Whether address and account are the same.
    func isSame(as other: Feed) -> Bool {
        kind == other.kind && address == other.address && username == other.username && password == other.password
            && guideOf == other.guideOf && guideNumber == other.guideNumber && timeZone == other.timeZone
    }

    /// The feed as callers see it.
    var shown: SourceFeed {
        var shown = SourceFeed(address: shownAddress, refreshMinutes: minutes, isDisabled: isDisabled)
        shown.tried = tried.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        shown.due = isDisabled ? nil : due.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        (shown.failures, shown.problem, shown.account) = (failures, problem, account)
        shown.timeZone = timeZone
        return shown
    }
}
