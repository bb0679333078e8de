/// Which of its entities a source has, such as profiles about the household's profiles.
///
/// Absence never erases: an entity missing from a snapshot may be missing because the source was restored from an older
/// copy or lost its data. Only ``deleted`` erases.
public struct PresenceUpdate: Sendable, Hashable {
    /// The ids of all entities of the source; nil when the update is incremental.
    public var listed: Set<String>?
    /// The ids of deliberately deleted entities.
    public var deleted: Set<String>
    /// The ids of entities that were just created or restored, in addition to ``listed``.
    public var added: Set<String>

    /// Makes an update.
    public init(listed: Set<String>? = nil, deleted: Set<String> = [], added: Set<String> = []) {
        (self.listed, self.deleted, self.added) = (listed, deleted, added)
    }

    /// Whether the update is empty.
    public var isEmpty: Bool { listed == nil && deleted.isEmpty && added.isEmpty }
}
