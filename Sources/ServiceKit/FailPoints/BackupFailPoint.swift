/// A moment of a backup, a restore, an upgrade or a rollback at which a process can be killed, see ``FailPoints``: a
/// service while it makes a copy of its shard or upgrades it, or `hearth`. These are apart from ``FailPoint``, whose moments are those of a change.
package enum BackupFailPoint: String, Sendable, CaseIterable {
    /// A service is about to write the copy into its temporary file.
    case copyBegun = "copy-begun"
    /// The copy is whole, and still has its name.
    case copyMade = "copy-made"
    /// A piece of the copy is about to be sent.
    case copySending = "copy-sending"
    /// The unfinished backup exists and is empty.
    case backupBegun = "backup-begun"
    /// A shard was added to the unfinished backup.
    case backupShard = "backup-shard"
    /// The backup is durable, and does not have its name yet.
    case backupWritten = "backup-written"
    /// The backup has its name.
    case backupNamed = "backup-named"
    /// Everything to restore is unpacked and checked; nothing of the household was touched.
    case restoreStaged = "restore-staged"
    /// It is recorded that a restore is under way.
    case restoreRecorded = "restore-recorded"
    /// Files that were in the way are moved aside.
    case restoreMoved = "restore-moved"
    /// A file was put in its place.
    case restorePlaced = "restore-placed"
    /// All files are in their places, and the restore still counts as under way.
    case restoreDone = "restore-done"
    /// A service is about to write a copy of its shard before it upgrades that.
    case upgradeCopyBegun = "upgrade-copy-begun"
    /// The copy is whole and has its name; nothing says so yet.
    case upgradeCopyWritten = "upgrade-copy-written"
    /// The copy counts, and the shard is untouched.
    case upgradeCopied = "upgrade-copied"
    /// A migration has done its work, in a transaction that is not committed.
    case upgradeMigrating = "upgrade-migrating"
    /// That transaction is durable; others may follow.
    case upgradeMigrated = "upgrade-migrated"
    /// All copies to go back to are unpacked and checked; no shard was touched.
    case rollbackStaged = "rollback-staged"
    /// It is recorded that a rollback is under way.
    case rollbackRecorded = "rollback-recorded"
    /// A shard is moved aside, and its place is empty.
    case rollbackMoved = "rollback-moved"
    /// A shard's copy is in its place.
    case rollbackPlaced = "rollback-placed"
    /// All copies are in their places, and the rollback still counts as under way.
    case rollbackDone = "rollback-done"
}
