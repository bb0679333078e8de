internal import CatalogAPI

extension ImportKind {
    /// Periodic maintenance; internal.
    static let upkeep = ImportKind(rawValue: "upkeep")
    /// Publication of metadata; internal.
    static let learning = ImportKind(rawValue: "learning")
    /// Recomputation after the rules changed; internal.
    static let resettling = ImportKind(rawValue: "resettling")

    /// Whether the job frees space: a full disk must not prevent it.
    var makesRoom: Bool { self == .removal || self == .upkeep }
}
