/// A moment of the erasure of a deleted household at which a process can be killed, see ``FailPoints``. These are apart
/// from ``FailPoint``, whose moments are those of a change.
package enum ErasureFailPoint: String, Sendable, CaseIterable {
    /// The household is marked as erased, and nothing was removed.
    case marked = "erasure-marked"
    /// The files beside the shard are removed: uploads, fetched files, copies.
    case filesRemoved = "erasure-files"
    /// The shard's file is removed, and some beside it are still there.
    case shardRemoved = "erasure-shard"
    /// All files of the shard are removed; the service's marker is still there.
    case allRemoved = "erasure-all"
}
