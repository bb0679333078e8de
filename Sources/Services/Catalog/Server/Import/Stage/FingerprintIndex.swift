internal import Basics
internal import GRDB

/// The present rows of a source by fingerprint, and which of them were seen again: 17 bytes a row.
struct FingerprintIndex: Sendable {
    private var fingerprints: ContiguousArray<Int64> = []
    private var rows: ContiguousArray<Int64> = []
    private var isSeen: ContiguousArray<Bool> = []
    private(set) var seen = 0

    var count: Int { fingerprints.count }

    /// The result of a lookup.
    enum Meeting { case unknown, first, again }

    /// Makes an index of rows in any order.
    init(_ entries: [(fingerprint: Int64, row: Int64)] = []) {
        let sorted = entries.sorted { ($0.fingerprint, $0.row) < ($1.fingerprint, $1.row) }
        fingerprints = ContiguousArray(sorted.map(\.fingerprint))
        rows = ContiguousArray(sorted.map(\.row))
        isSeen = ContiguousArray(repeating: false, count: sorted.count)
    }

    /// Marks the row with this fingerprint as seen.
    mutating func meet(_ fingerprint: Int64) -> Meeting {
        guard let index = index(of: fingerprint) else { return .unknown }
        if isSeen[index] { return .again }
        isSeen[index] = true
        seen += 1
        return .first
    }

    /// The rows that were not seen.
    var unseen: [Int64] { rows.indices.filter { !isSeen[$0] }.map { rows[$0] } }

    /// The first index with this fingerprint.
    private func index(of fingerprint: Int64) -> Int? {
        let index = fingerprints.partitioningIndex { $0 >= fingerprint }
        return index < fingerprints.count && fingerprints[index] == fingerprint ? index : nil
    }
}

extension FingerprintIndex {
    /// Loads rows page by page in their order, each page a read of its own.
    ///
    /// - Parameter page: returns so many rows after one.
    static func load(
        _ context: JobContext, pageSize: Int,
        _ page: @escaping @Sendable (Database, Int64, Int) throws -> [(fingerprint: Int64, row: Int64)]
    ) async throws -> FingerprintIndex {
        var entries: [(fingerprint: Int64, row: Int64)] = []
        while true {
            try context.checkCancellation()
            let last = entries.last?.row ?? 0
            let found = try await context.read { db in try page(db, last, pageSize) }
            entries += found
            guard found.count == pageSize else { return FingerprintIndex(entries) }
        }
    }
}
