internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// The household's profiles, fetched from profiles with the caller's own token.
struct ProfilesClient: Sendable {
    private let profiles: RPCClient<Profiles>

    init(channel: any RPCChannel) { profiles = RPCClient(channel) }

    /// - Throws: ``SchedulerError/unknownProfile``; the profiles service's errors, unless only the caller is named.
    func checkExist(_ names: Set<String>, for viewer: Viewer) async throws {
        guard names != [try viewer.actingProfile] else { return }
        let known = Set(try await profiles.send(Profiles.ListProfiles()).profiles.map(\.id))
        if let stranger = names.sorted().first(where: { !known.contains($0) }) {
            throw SchedulerError.unknownProfile(stranger)
        }
    }

    /// The viewers that may watch together; without profiles only the caller is known.
    func company(for viewer: Viewer, _ facts: HouseholdContext) async -> (company: ViewerGroup, isComplete: Bool) {
        let options = CallOptions(timeout: SchedulerLimits.serviceTimeout)
        let known = try? await profiles.send(Profiles.ListProfiles(), options: options).profiles
        var adults = Set((known ?? []).filter { $0.kind == .adult }.map(\.id))
        var kids = Set((known ?? []).filter { $0.kind == .kids }.map(\.id))
        if let profile = viewer.profile, known == nil {
            if viewer.role == .child { kids.insert(profile) } else { adults.insert(profile) }
        }
        var company = ViewerGroup(policy: viewer.policy, kidsPolicy: facts.kidsPolicy, adults: adults, kids: kids)
        (company.ruleSets, company.matchRule) = (facts.ruleSets, facts.matchRule)
        company.hidingAdult = Set((known ?? []).filter { $0.hidesAdult == true }.map(\.id))
        return (company, known != nil)
    }
}
