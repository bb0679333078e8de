internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// Calls everything that reads as the audited profile.
struct AuditRun: Sendable {
    private let gateway: Gateway
    private let household: AuditHousehold
    /// The titles that are asked for: hidden ones, and some that are admitted.
    private let asked: [Card]
    private let services: [Reflection.Found]
    private let unreachable: [String]
    private let secrets: AuditSecrets
    private let token: AccessToken

    /// Admitted titles that are asked for, too: their pages must name no hidden one.
    private static let admittedCount = 3

    /// Chooses the titles to ask for, and asks the services for their methods.
    ///
    /// - Parameters:
    ///   - count: how many hidden titles are asked for.
    ///   - seed: of the choice.
    /// - Throws: ``GatewayFailure`` when no service can be reached.
    init(_ gateway: Gateway, _ household: AuditHousehold, count: Int, canaries: [String], seed: UInt64) async throws {
        (self.gateway, self.household) = (gateway, household)
        var random = SplitMix64(seed: seed)
        let hidden = Array(household.hidden.shuffled(using: &random).prefix(count))
        asked = hidden + household.admitted.shuffled(using: &random).prefix(Self.admittedCount)
        token = AccessToken(household.subject.token)
        (services, unreachable) = try await Reflection(gateway: gateway).fetch()
        var tables: [any Encodable] = services.map(\.response)
        tables.append(try await Self.table(Profiles.DescribeSettings(), gateway, household))
        // A profiles service of an earlier release has no presets.
        if let presets = try? await Self.table(Profiles.ListViewingPresets(), gateway, household) {
            tables.append(presets)
        }
        var words: Set<String> = []
        for known in tables {
            let value = try CBORDecoder().decode(CBORValue.self, from: CBOREncoder().encode(known))
            value.forEachText { words.insert(AuditSecrets.folded($0)) }
        }
        secrets = household.secrets(asked: hidden, canaries: canaries, publicWords: words)
    }

    /// A table that is the same for all callers.
    private static func table<Request: RPCRequest>(
        _ request: Request, _ gateway: Gateway, _ household: AuditHousehold
    ) async throws -> Request.Response {
        try await gateway.send(request, to: Profiles.serviceName, token: AccessToken(household.owner.token))
    }

    /// Calls the methods of all running services.
    ///
    /// - Throws: ``GatewayFailure`` when the catalog's counts cannot be read.
    func perform() async throws -> AuditReport {
        var report = AuditReport(
            profile: household.subject.profile.name, hiddenTitles: household.hidden.count,
            admittedTitles: household.admitted.count, askedTitles: asked.count { !household.subject.policy.allows($0) },
            secrets: secrets.count, missing: household.missing)
        for name in unreachable {
            let failure = GatewayFailure("UNAVAILABLE", "It cannot be reached.", status: .unavailable)
            report.missing.append(MissingPart(failure, part: "its methods", service: name))
        }
        let day = await gateway.clock().day(gateway.now)
        // Side by side, since streams that follow changes last until their deadlines.
        let parts = await withTaskGroup(of: AuditReport.Part.self) { group in
            for service in services { group.addTask { await examine(service, day: day) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for part in parts.sorted(by: { $0.service < $1.service }) { report.add(part) }
        if services.contains(where: { $0.process == Catalog.serviceName }) { try await checkCounts(&report) }
        return report
    }

    /// Calls every method of a service that reads.
    private func examine(_ service: Reflection.Found, day: String) async -> AuditReport.Part {
        var part = AuditReport.Part(service: service.process)
        let caller = AuditCaller(gateway: gateway, token: token, secrets: secrets)
        let ids = household.sampleIDs(of: service.process)
        for method in service.response.methods where method.safety == .readOnly && method.requestItem == nil {
            part.begin(method.name)
            // Methods of the process itself are about no title.
            let titles = method.name.hasPrefix("\(Sys.name)/") ? [] : asked
            for sample in AuditSample.all(
                of: method, in: service.response.schema, about: titles, ids: ids, at: gateway.now, day: day)
            {
                part.add(await caller.call(method, with: sample, of: service.process))
            }
        }
        return part
    }

    /// Compares the counts that the profile is told with the titles that it may see.
    private func checkCounts(_ report: inout AuditReport) async throws {
        let admitted = Dictionary(grouping: household.admitted, by: \.kind).mapValues(\.count)
        let all = Dictionary(grouping: household.admitted + household.hidden, by: \.kind).mapValues(\.count)
        let owners = try await counts(of: household.owner)
        for (kind, count) in try await counts(of: household.subject) {
            // Where even the owner's count is another one, an import is just publishing.
            guard owners[kind] == all[kind, default: 0], count > admitted[kind, default: 0] else { continue }
            report.add(
                AuditReport.Finding(
                    service: Catalog.serviceName, method: "\(Catalog.name)/Search", kind: "count",
                    text: "\(count) titles of kind \(kind.rawValue), of which it may see \(admitted[kind, default: 0])")
            )
        }
        for title in asked {
            var search = Catalog.Search(text: title.title, kinds: Self.kinds)
            search.page = PageRequest(size: PageRequest.maximumSize)
            let found = try await gateway.send(search, to: Catalog.serviceName, token: token)
            guard found.cursor == nil, found.total > Int64(found.hits.count) else { continue }
            report.add(
                AuditReport.Finding(
                    service: Catalog.serviceName, method: "\(Catalog.name)/Search", kind: "count",
                    text: "a total of \(found.total) for \(found.hits.count) titles"))
        }
    }

    private static let kinds: [ContentKind] = [.movie, .series, .episode, .channel]

    private func counts(of session: Session) async throws -> [ContentKind: Int] {
        let found = try await gateway.send(
            Catalog.Search(text: "", kinds: Self.kinds, page: PageRequest(size: 1)), to: Catalog.serviceName,
            token: AccessToken(session.token))
        return Dictionary(found.kinds.map { ($0.kind, Int($0.count)) }) { $1 }
    }
}
