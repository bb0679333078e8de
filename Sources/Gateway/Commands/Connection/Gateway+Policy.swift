extension Gateway {
    /// The message for an empty result: nothing was imported, unless titles may be hidden.
    func nothingHere() async -> String {
        guard let session = try? await session() else { return "Nothing here." }
        switch session.hidesSome {
        case false?: return "Nothing here yet. Import a playlist with `hearth import FILE`."
        case true?: return "Nothing here that \(named(session)) may see. \(Self.policyAdvice)"
        case nil: return "Nothing here that this profile may see."
        }
    }

    /// Whether the acting profile's policy hides titles, so that others may see more.
    func hidesSome() async -> Bool { (try? await session())?.hidesSome ?? false }

    /// Where the rules are that hide titles.
    static let policyAdvice = "`hearth household` and `hearth profile` show what is hidden from it."

    private func named(_ session: ActingSession) -> String {
        session.profile.map { Table.printable($0) } ?? "this profile"
    }
}
