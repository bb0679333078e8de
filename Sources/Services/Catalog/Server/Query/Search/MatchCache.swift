internal import Basics
internal import GRDB
internal import Synchronization

/// The cached matches of texts in one snapshot: long lists are kept as a bit for each title, as one or two letters
/// match a large part of all titles and are typed in every search.
final class MatchCache: Sendable {
    /// Shorter lists are read from the index as quickly as from here.
    private static let minimumCachedTitles = 2_000
    /// A list is long from one title in so many on: then bits take less memory than numbers, too.
    private static let rarest = 64
    /// Bytes of all lists together.
    private static let mostBytes = 24 << 20
    /// In smaller libraries every list is short.
    private static let minimumTitlesToWarm = 50_000

    private struct CachedLists {
        var lists: [String: TitleSet] = [:]
        /// The latest last.
        var order: [String] = []
        var bytes = 0

        mutating func use(_ match: String) -> TitleSet? {
            guard let list = lists[match] else { return nil }
            order.removeAll { $0 == match }
            order.append(match)
            return list
        }

        mutating func keep(_ list: TitleSet, _ match: String) {
            guard lists[match] == nil else { return }
            lists[match] = list
            order.append(match)
            bytes += list.bytes
            while bytes > MatchCache.mostBytes, order.count > 1 {
                bytes -= lists.removeValue(forKey: order.removeFirst())?.bytes ?? 0
            }
        }
    }

    private let cached = Mutex(CachedLists())

    /// The titles that match an FTS5 expression, ascending.
    ///
    /// - Parameter titles: the snapshot of these matches.
    func titles(matching match: String, of titles: TitleIndex, _ db: Database) throws -> [UInt32] {
        if let list = cached.withLock({ $0.use(match) }) { return list.positions }
        let statement = try db.cachedStatement(sql: Self.sql)
        let found = try Int64.fetchCursor(statement, arguments: [match])
        var (list, position) = ([UInt32](), 0)
        let rows = titles.rows
        while let row = try found.next() {
            position = Self.step(from: position, to: row, in: rows)
            guard position < rows.count else { break }
            if rows[position] == row { list.append(UInt32(position)) }
        }
        if isLong(list, titles) {
            cached.withLock { $0.keep(TitleSet(of: rows.count, list), match) }
        }
        return list
    }

    private func isLong(_ list: [UInt32], _ titles: TitleIndex) -> Bool {
        list.count >= max(Self.minimumCachedTitles, titles.rows.count / Self.rarest)
    }

    /// Caches the matches of one and two letters, so that a search for a first letter does not wait for them.
    func warm(_ titles: TitleIndex, _ db: Database) throws {
        guard titles.rows.count >= Self.minimumTitlesToWarm else { return }
        let letters = Array("abcdefghijklmnopqrstuvwxyz").map(String.init)
        for first in letters + (0...9).map(String.init) {
            guard let match = SearchText(first).match,
                isLong(try self.titles(matching: match, of: titles, db), titles)
            else { continue }
            for second in letters {
                guard let match = SearchText(first + second).match else { continue }
                _ = try self.titles(matching: match, of: titles, db)
            }
        }
    }

    /// Whether an FTS5 expression matches a title that passes.
    func hasTitle(
        matching match: String, of titles: TitleIndex, _ db: Database, where passes: (UInt32) -> Bool
    ) throws -> Bool {
        try countTitles(matching: match, upTo: 1, of: titles, db, where: passes) > 0
    }

    /// The number of matches of an FTS5 expression that pass, or `most` when there are more.
    func countTitles(
        matching match: String, upTo most: Int, of titles: TitleIndex, _ db: Database, where passes: (UInt32) -> Bool
    ) throws -> Int {
        let statement = try db.cachedStatement(sql: Self.sql)
        let found = try Int64.fetchCursor(statement, arguments: [match])
        var count = 0
        while count < most, let row = try found.next() {
            if let position = titles.position(of: row), passes(UInt32(position)) { count += 1 }
        }
        return count
    }

    /// The statement, also for the tests of its plan. The index returns its rows in ascending order.
    static let sql = "SELECT rowid FROM itemSearch WHERE itemSearch MATCH ?"

    /// The first index from `position` on whose row is not before `row`: by doubling steps, then halving.
    private static func step(from position: Int, to row: Int64, in rows: [Int64]) -> Int {
        var (low, step) = (position, 1)
        while low + step < rows.count, rows[low + step] < row {
            low += step
            step *= 2
        }
        return rows[low..<min(low + step, rows.count)].partitioningIndex { $0 >= row }
    }
}
