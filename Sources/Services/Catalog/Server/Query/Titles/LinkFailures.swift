internal import CatalogAPI
internal import CatalogFormats
internal import Foundation
internal import GRDB

/// Links that failed recently, as reported by players.
///
/// The table has a hash of a link's address, and not the address.
struct LinkFailures: Sendable {
    /// How long a failure counts, in milliseconds.
    static let retentionMilliseconds = Int64(Catalog.ReportStream.failureHours) * 3_600_000

    /// The times of failures, in milliseconds since 1970, by the links' hashes.
    private let failures: [String: (link: Int64, at: Int64)]

    /// Reads the failures of a title's links.
    ///
    /// - Parameter now: milliseconds since 1970.
    init(of item: String, now: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT variant, link, failedAt FROM linkTrouble WHERE item = ? AND failedAt > ?")
        let rows = try Row.fetchAll(statement, arguments: [item, now - Self.retentionMilliseconds])
        failures = Dictionary(rows.map { ($0[0] as String, ($0[1] as Int64, $0[2] as Int64)) }) { first, _ in first }
    }

    /// The links by rank: among those that sources still have, and among lost ones, the failed ones are last, the
    /// longest ago first.
    func sorted(_ links: [VariantReader.Link]) -> [VariantReader.Link] {
        guard !failures.isEmpty else { return links }
        let marked = links.map { link in
            var link = link
            link.variant.failedAt = failure(of: link).map { Date(timeIntervalSince1970: Double($0) / 1_000) }
            return link
        }
        func rank(_ link: VariantReader.Link) -> (Int, Date) {
            (link.variant.isStale ? 1 : 0, link.variant.failedAt ?? .distantPast)
        }
        return marked.enumerated().sorted { one, other in
            let (first, second) = (rank(one.element), rank(other.element))
            return first == second ? one.offset < other.offset : first < second
        }.map(\.element)
    }

    private func failure(of link: VariantReader.Link) -> Int64? {
        guard let known = failures[link.variant.id], known.link == Self.number(of: link) else { return nil }
        return known.at
    }

    /// A link's hash: another account or token is another link.
    private static func number(of link: VariantReader.Link) -> Int64 {
        var hash = Fingerprint()
        hash.add(link.address)
        for header in link.headers {
            hash.add(header.name)
            hash.add(header.value)
        }
        return hash.value
    }

    /// Records the outcome of a link, and deletes expired ones.
    static func note(
        _ outcome: StreamOutcome, of link: VariantReader.Link, item: String, now: Int64, _ db: Database
    ) throws {
        try db.execute(sql: "DELETE FROM linkTrouble WHERE failedAt <= ?", arguments: [now - retentionMilliseconds])
        if outcome == .failed {
            try db.execute(
                sql: "INSERT OR REPLACE INTO linkTrouble (item, variant, link, failedAt) VALUES (?, ?, ?, ?)",
                arguments: [item, link.variant.id, number(of: link), now])
        } else {
            try db.execute(
                sql: "DELETE FROM linkTrouble WHERE item = ? AND variant = ?", arguments: [item, link.variant.id])
        }
    }

    /// The decisions about failed links, for `Explain`.
    static func decisions(on links: [VariantReader.Link]) -> [Decision] {
        links.compactMap { link in
            link.variant.failedAt.map { failed in
                Decision(
                    about: "link", result: "\(link.variant.name) stands behind the others",
                    reason: "it failed at \(failed.formatted(.iso8601)); that counts for "
                        + "\(Catalog.ReportStream.failureHours) hours, or until it works or has another address")
            }
        }
    }
}
