/// A moment of a backup or a restore at which a process can be killed, see ``FailPoints``: a service while it makes a
/// copy of its shard, or `hearth`. These are apart from ``FailPoint``, whose moments are those of a change.
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
}
