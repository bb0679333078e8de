internal import Access
internal import ArgumentParser
internal import CatalogAPI
internal import Cluster
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Does what a plan says and the household does not have yet.
struct HouseholdSetup {
    let gateway: Gateway
    let global: GlobalOptions

    private static let keyFile = "tmdb-key"

    /// What came of it.
    struct Report: Encodable, Sendable {
        /// What was changed, for people.
        var changed: [String] = []
        /// What was asked for and is so already.
        var unchanged: [String] = []
        /// Commands to go on with.
        var next: [String] = []

        /// Prints the report.
        func tell(_ output: Output) {
            guard !output.isJSON else { return output.json(self) }
            for text in changed { output.line(text) }
            for text in unchanged { output.line(output.coloured(text, .dim)) }
            if changed.isEmpty { output.line("Nothing was changed.") }
            output.line("Next:")
            for text in next { output.line("  \(text)") }
        }
    }

    /// Applies the plan, in the order in which a failure leaves the least half done.
    ///
    /// - Throws: ``GatewayFailure``; what was done before it stays, and is in the report.
    func apply(_ plan: SetupPlan, to state: SetupState, _ report: inout Report) async throws {
        try await setHousehold(plan, state, &report)
        for name in plan.adults { try await create(name, .adult, state, &report) }
        for name in plan.kids { try await create(name, .kids, state, &report) }
        if let pin = plan.pin { try await set(pin, state, &report) }
        if let key = plan.tmdbKey { try await store(key, &report) }
        for place in [plan.list, plan.guide].compactMap(\.self) { try await take(place, state, &report) }
        report.next = next(plan, state)
    }

    private func setHousehold(_ plan: SetupPlan, _ state: SetupState, _ report: inout Report) async throws {
        let household = state.household
        let zone = plan.timeZone.flatMap { $0 == household.timeZone ? nil : $0 }
        let region = plan.region.map { $0.uppercased() }.flatMap { $0 == household.region ? nil : $0 }
        let unrated = plan.kidsSeeUnrated.flatMap { $0 == household.kidsSeeUnrated ? nil : $0 }
        if plan.timeZone != nil, zone == nil { report.unchanged.append("The time zone is \(household.timeZone).") }
        if let known = household.region, plan.region != nil, region == nil {
            report.unchanged.append("The country is \(known).")
        }
        if plan.kidsSeeUnrated != nil, unrated == nil { report.unchanged.append(rule(household.kidsSeeUnrated)) }
        guard zone != nil || region != nil || unrated != nil else { return }
        var request = Profiles.SetHouseholdOptions(
            name: nil, timeZone: zone, kidsSeeUnrated: unrated, kidsSeeUnratedChannels: nil, region: region)
        defer { gateway.forgetSessions() }
        let changed = try await PINOptions.parse([]).use(gateway) { pin in
            request.pin = pin ?? (household.hasPIN ? plan.pin : nil)
            return try await gateway.send(request, see: "hearth household")
        }
        if zone != nil { report.changed.append("The time zone is \(changed.timeZone) now.") }
        if region != nil, let region = changed.region { report.changed.append("The country is \(region) now.") }
        if unrated != nil { report.changed.append(rule(changed.kidsSeeUnrated)) }
    }

    private func rule(_ seesUnrated: Bool) -> String {
        "Kids \(seesUnrated ? "see" : "do not see") titles without a rating."
    }

    private func create(
        _ name: String, _ kind: ProfileKind, _ state: SetupState, _ report: inout Report
    ) async throws {
        if let known = state.profile(name) {
            let note = known.kind == kind ? "" : ", which a set-up does not change"
            return report.unchanged.append(
                "\(known.name) has a profile already, of the kind \(known.kind.rawValue)\(note).")
        }
        let profile = try await gateway.send(
            Profiles.CreateProfile(name: name, kind: kind), see: "hearth profile list")
        report.changed.append("\(profile.name) has a profile now, of the kind \(kind.rawValue).")
    }

    private func set(_ pin: String, _ state: SetupState, _ report: inout Report) async throws {
        _ = try await gateway.send(Profiles.SetPIN(pin: pin), see: "hearth household")
        // Whether it was another one before is not known: a PIN is stored as a hash.
        report.changed.append(state.household.hasPIN ? "The PIN is the given one now." : "The PIN is set.")
    }

    /// Stores the key in a private file, names it in the configuration, and has a running cluster take it.
    private func store(_ key: String, _ report: inout Report) async throws {
        let file =
            gateway.settings.file ?? global.config
            ?? DefaultDirectories(environment: gateway.environment.variables).configurationFile
        let directory = (URL(filePath: file).standardizedFileURL.path as NSString).deletingLastPathComponent
        let path = "\(directory)/\(Self.keyFile)"
        let isKnown = FileManager.default.contents(atPath: path) == Data(key.utf8)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            if !isKnown { try PrivateFile.replaceSecret(path, Array(key.utf8), runtime: gateway.runtime) }
        } catch {
            throw GatewayFailure("NOT_STORED", "The TMDB key cannot be stored: \(error)", status: .configuration)
        }
        let service = ServiceManifest.metadataGateway.name
        let isEdited = try ConfigurationEditor(path: file, runtime: gateway.runtime)
            .set(service, "tmdb-key-file", to: path)
        guard !isKnown || isEdited else { return report.unchanged.append("The TMDB key is in \(path) already.") }
        report.changed.append("The TMDB key is in \(path), which only you can read; \(file) names it.")
        try await restart(service)
    }

    private func restart(_ service: String) async throws {
        guard let cluster = RunningCluster(paths: gateway.paths),
            cluster.notice?.services.contains(where: { $0.service == service }) == true
        else {
            if ClusterControl(gateway: gateway).unsupervised().contains(where: { $0.service == service }) {
                gateway.output.note(
                    "\(service) takes it at its next start, such as: systemctl restart hearth@\(service)")
            }
            return
        }
        let fresh = try Gateway(global)
        let control = ClusterControl(gateway: fresh)
        try control.prepare([service], global)
        try await control.restart(service)
    }

    /// Imports a file, or adds an address as a source.
    private func take(_ place: String, _ state: SetupState, _ report: inout Report) async throws {
        if ImportAddress.isAddress(place) {
            let name = SourceNaming(sources: []).name(address: place)
            guard state.sources?.contains(where: { $0.name == name && $0.feed != nil }) != true else {
                return report.unchanged.append("\(name) is a source already; it is refreshed by schedule.")
            }
        }
        let command = try await ImportCommand.asyncParse([place, "--add"] + (gateway.output.isJSON ? ["--json"] : []))
        try await command.run(gateway)
        report.changed.append("\(place) is imported.")
    }

    private func next(_ plan: SetupPlan, _ state: SetupState) -> [String] {
        let hasList = plan.list != nil || state.sources?.contains { $0.kind != .guide } == true
        var next = hasList ? ["hearth home", "hearth search news"] : ["hearth import channels.m3u"]
        let hasGuide = plan.guide != nil || state.sources?.contains { $0.kind == .guide } == true
        next.append(hasGuide ? "hearth guide" : "hearth import guide.xml.gz")
        if let name = (plan.adults + plan.kids).first { next.append("hearth home --profile \(name.shellWord)") }
        if plan.tmdbKey == nil, state.hasKey == false { next.append("hearth setup --tmdb-key-file FILE") }
        return next + ["hearth status"]
    }
}
