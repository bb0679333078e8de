/// A channel that becomes another one from this generation on, or its own again.
struct DuplicateChange: Sendable {
    var id: String
    /// Its previous successor.
    var before: String?
    /// Its new successor.
    var successor: String?
}
