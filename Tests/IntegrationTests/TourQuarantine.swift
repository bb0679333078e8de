import HearthModel
import ProfilesAPI

extension AllMethodsScenario {
    /// What is kept of things that are not listed any more: nothing, in a new household.
    func quarantine() async throws {
        try await sendUnlessAbsent(Quarantine.ListQuarantined())
        try await sendUnlessAbsent(Quarantine.ConfirmAbsence(kind: .profile, id: "0123456789abcdef0123"))
        try await sendUnlessAbsent(Profiles.RestoreProfile(profile: "0123456789abcdef0123", name: "Restored"))
    }
}
