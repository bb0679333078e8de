/// What a source tells about which of its things exist, such as profiles about the household's profiles.
///
/// Absence never erases: what a snapshot leaves out may be missing because the source was restored from an older copy or
/// lost its data. Only ``deleted`` erases.
public struct PresenceUpdate: Sendable, Hashable {
    /// The ids of everything that the source has; nil when it does not tell all of them.
    public var listed: Set<String>?
    /// The ids of things that were deleted on purpose.
    public var deleted: Set<String>
    /// The ids of things that the source has, beside ``listed``: made or restored just now.
    public var added: Set<String>

    /// Tells what exists.
    public init(listed: Set<String>? = nil, deleted: Set<String> = [], added: Set<String> = []) {
        (self.listed, self.deleted, self.added) = (listed, deleted, added)
    }

    /// Whether it tells nothing at all.
    public var isEmpty: Bool { listed == nil && deleted.isEmpty && added.isEmpty }
}
