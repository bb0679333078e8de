internal import DownloadsAPI
internal import GRDB
internal import ProfilesAPI
internal import ServiceKit

/// The storage ledger of a household, read from its files.
enum LedgerTable {
    /// The terms of all reservations.
    struct Terms: Sendable {
        /// The quota in bytes of a profile that has set none.
        var limit: Int64
        /// Bytes that can still be written above the floor.
        var freeDiskBytes: Int64?
        /// Files completed at this time or before have expired and take no space any more, in milliseconds since 1970;
        /// later or earlier for profiles that have set their own days.
        var expired: Int64
    }

    static func ledger(_ terms: Terms, _ db: Database) throws -> StorageLedger {
        var entries: [Int64: StorageLedger.Entry] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.row, f.bytes, f.reserved, f.phase, w.profile FROM file f JOIN wish w ON w.file = f.row
                WHERE NOT (\(FileRequestTable.isExpired))
                """)
        for row in try Row.fetchAll(statement, arguments: ["expired": terms.expired]) {
            let file: Int64 = row[0]
            var entry =
                entries[file]
                ?? StorageLedger.Entry(bytes: row[1], reserved: row[2], profiles: [], isCompleted: row[3] == 1)
            entry.profiles.insert(row[4])
            entries[file] = entry
        }
        return StorageLedger(
            entries, limit: terms.limit, limits: try SettingTable.quotas(db), freeDiskBytes: terms.freeDiskBytes)
    }

    /// Sets a file's reservation to `bytes`.
    ///
    /// - Throws: ``DownloadsError`` when they do not fit.
    static func reserve(_ bytes: Int64, for file: Int64, _ terms: Terms, _ db: Database) throws {
        var ledger = try ledger(terms, db)
        do { try ledger.reserve(bytes, for: file) } catch { throw try refusal(error, ledger, db) }
        try FileTable.set("reserved = ?", [ledger.entries[file]?.reserved ?? 0], of: file, db)
    }

    /// Raises a file's reservation to the `bytes` it needs. Of several profiles that have it, those without quota for
    /// that release it, so that no profile's download fails because of another's quota.
    ///
    /// - Parameter caller: the calling profile: errors have no other profile's numbers.
    /// - Returns: the profiles that have released it.
    /// - Throws: ``DownloadsError`` when the bytes do not fit.
    static func insist(
        on bytes: Int64, for file: Int64, caller: String? = nil, _ terms: Terms, _ db: Database
    ) throws -> Set<String> {
        var ledger = try ledger(terms, db)
        let all = ledger.entries[file]?.profiles ?? []
        let left: Set<String>
        do { left = try ledger.insist(on: bytes, for: file, caller: caller) } catch {
            if case .quota = error, caller == nil, all.count > 1 { throw DownloadsError.isAboveEveryQuota }
            throw try refusal(error, ledger, db)
        }
        for profile in left { try FileRequestTable.remove(profile, file, db) }
        try FileTable.set("reserved = ?", [ledger.entries[file]?.reserved ?? 0], of: file, db)
        return left
    }

    /// This service's error for a refused reservation, with candidates for deletion.
    static func refusal(
        _ refusal: StorageLedger.Refusal, _ ledger: StorageLedger, _ db: Database
    ) throws -> DownloadsError {
        switch refusal {
        case .quota(let profile, let used, let limit, let needed):
            let files = ledger.deletable(by: profile).prefix(StorageNeed.maximumDeletable)
            let ids = try files.compactMap { try FileTable.find($0, db)?.id }
            var need = StorageNeed(usedBytes: used, limitBytes: limit, neededBytes: needed, deletable: ids)
            need.setting =
                ledger.hasOwnLimit(profile)
                ? SettingName.maxDownloadStorageGB.rawValue : DownloadsSettings.quota.name
            return .storage(.storageQuotaExceeded, need)
        case .disk(let used, let limit, let needed):
            return .storage(
                .diskFull, StorageNeed(usedBytes: used, limitBytes: max(0, limit - used), neededBytes: needed))
        }
    }
}
