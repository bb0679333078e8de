internal import CatalogAPI
internal import DownloadsAPI
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI
internal import ServiceKit

/// The household as its owner knows it: what the audited profile may see of it, and what it may not.
struct AuditHousehold: Sendable {
    /// The audited profile's session.
    let subject: Session
    /// The owner's session.
    let owner: Session
    /// Titles that the profile's policy hides, and those that it admits.
    private(set) var hidden: [Card] = []
    private(set) var admitted: [Card] = []
    /// Ids of other people's data, by the service that has it.
    private(set) var foreignIDs: [String: [String]] = [:]
    /// Names and addresses of other people's data.
    private var foreignNames: [String] = []
    /// What could not be collected.
    private(set) var missing: [MissingPart] = []

    /// Ids of other people's data, at most, that each service is called with.
    private static let foreignCount = 5
    /// Listing a large library takes longer than a call usually may.
    private static let listingTimeout = Duration.seconds(120)

    /// Collects what is known of a household.
    ///
    /// - Parameter profile: the profile to audit, by name or id.
    /// - Throws: ``GatewayFailure`` when there is no such profile, or when profiles or the catalog cannot be reached.
    init(of profile: String, _ gateway: Gateway) async throws {
        let (proof, household) = (try gateway.ownerProof(), gateway.settings.household.value)
        owner = try await gateway.send(
            Profiles.LocalOwner(proof: proof, household: household), to: Profiles.serviceName, token: nil)
        subject = try await gateway.send(
            Profiles.LocalOwner(proof: proof, household: household, profile: profile), to: Profiles.serviceName,
            token: nil)
        try await listTitles(gateway)
        try await collectLinks(gateway, proof: proof)
        await collectSlots(gateway)
        await collectDownloads(gateway)
    }

    /// What no response may contain.
    ///
    /// - Parameters:
    ///   - asked: hidden titles that are asked for: their names are secret within longer texts, too.
    ///   - canaries: words that are secret anywhere.
    ///   - publicWords: words that say nothing of the library, such as the names of fields, which a title may have, too.
    func secrets(asked: [Card], canaries: [String], publicWords: Set<String>) -> AuditSecrets {
        var secrets = AuditSecrets()
        let known = publicWords.union(admitted.flatMap(Self.names).map(AuditSecrets.folded))
        let pictures = Set(admitted.compactMap(\.poster))
        for card in hidden {
            secrets.add(card.id.rawValue, .id)
            secrets.add(name: card.title, .title, unlessIn: known)
            if let poster = card.poster, !pictures.contains(poster) { secrets.add(poster, .picture) }
        }
        for card in asked where card.title.count >= Self.shortestQuote {
            let name = AuditSecrets.folded(card.title)
            if !known.contains(where: { $0.contains(name) }) { secrets.add(part: card.title, .title) }
        }
        for id in foreignIDs[ReadingList.serviceName] ?? [] { secrets.add(id, .foreign) }
        for name in foreignNames { secrets.add(name: name, .foreign, unlessIn: known) }
        for canary in canaries { secrets.add(part: canary, .canary) }
        return secrets
    }

    /// Shorter names may be within a longer text by coincidence.
    private static let shortestQuote = 8

    private static func names(_ card: Card) -> [String] {
        [card.title] + card.genres + (card.seriesTitle.map { [$0] } ?? [])
    }

    private mutating func listTitles(_ gateway: Gateway) async throws {
        let policy = subject.policy
        do throws(RPCError) {
            let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
            let options = CallOptions(
                timeout: gateway.options.timeout ?? Self.listingTimeout, token: AccessToken(owner.token))
            for try await batch in try await gateway.clients.client(of: Catalog.self).stream(
                Catalog.ListTitles(kinds: kinds), options: options)
            {
                for card in batch.cards {
                    if policy.allows(card) { admitted.append(card) } else { hidden.append(card) }
                }
            }
        } catch {
            throw GatewayFailure(error, service: Catalog.serviceName, safety: .readOnly, see: nil)
        }
    }

    /// Other profiles' links: only their own profile sees them.
    private mutating func collectLinks(_ gateway: Gateway, proof: Data) async throws {
        let profiles: ProfileList = try await gateway.send(
            Profiles.ListProfiles(), to: Profiles.serviceName, token: AccessToken(owner.token))
        var own: Set<String> = []
        for profile in [subject.profile] + profiles.profiles.filter({ $0.id != subject.profile.id }) {
            do {
                for link in try await Self.links(of: profile, gateway, proof: proof) {
                    if profile.id == subject.profile.id {
                        own.formUnion([link.url, link.displayTitle])
                    } else {
                        foreignIDs[ReadingList.serviceName, default: []].append(link.id)
                        foreignNames += [link.url, link.displayTitle].filter { !own.contains($0) }
                    }
                }
            } catch let failure as GatewayFailure {
                // Such as that of a disabled member: the others' are still looked for.
                missing.append(
                    MissingPart(failure, part: "links of \(profile.name)", service: ReadingList.serviceName))
            }
        }
    }

    private static func links(of profile: Profile, _ gateway: Gateway, proof: Data) async throws -> [Link] {
        let session = try await gateway.send(
            Profiles.LocalOwner(proof: proof, household: gateway.settings.household.value, profile: profile.id),
            to: Profiles.serviceName, token: nil)
        return try await gateway.send(
            ReadingList.ListLinks(page: PageRequest(size: PageRequest.maximumSize)), to: ReadingList.serviceName,
            token: AccessToken(session.token)
        ).links
    }

    /// Slots with a hidden title.
    private mutating func collectSlots(_ gateway: Gateway) async {
        let hidden = Set(hidden.map(\.id))
        await collect("the schedule", of: Scheduler.serviceName) { token in
            let week = try await gateway.send(Scheduler.GetWeek(), to: Scheduler.serviceName, token: token)
            return week.times.filter { $0.slot.card.map { hidden.contains($0.id) } ?? false }.map(\.slot.id)
        }
    }

    /// Downloads of the owner: another profile has its own.
    private mutating func collectDownloads(_ gateway: Gateway) async {
        guard subject.profile.id != owner.profile.id else { return }
        await collect("downloads", of: Downloads.serviceName) { token in
            try await gateway.send(Downloads.List(), to: Downloads.serviceName, token: token).downloads.map(\.id)
        }
    }

    private mutating func collect(
        _ part: String, of service: String, _ ids: (AccessToken) async throws -> [String]
    ) async {
        do { foreignIDs[service, default: []] += try await ids(AccessToken(owner.token)) } catch {
            missing.append(MissingPart(GatewayFailure(error), part: part, service: service))
        }
    }

    /// Ids of other people's data that a service is called with.
    func sampleIDs(of service: String) -> [String] { Array((foreignIDs[service] ?? []).prefix(Self.foreignCount)) }
}
