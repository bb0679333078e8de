internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// Asks for what no option says and the household lacks. Enter leaves a value as it is; Ctrl-C ends the questions.
struct SetupQuestions: Sendable {
    let terminal: Terminal
    let state: SetupState

    /// No terminal, or a cancelled question.
    private struct Ended: Error {}

    /// Fills in what is typed.
    ///
    /// - Throws: ``GatewayFailure`` when the two PINs differ.
    func fill(_ plan: inout SetupPlan) async throws {
        do {
            try await askHousehold(&plan)
            try await askKids(&plan)
            try await askContent(&plan)
        } catch is Ended {
            return
        }
    }

    private func askHousehold(_ plan: inout SetupPlan) async throws {
        if plan.timeZone == nil {
            plan.timeZone = try await ask("Time zone [\(state.household.timeZone)]: ")
        }
        if plan.region == nil {
            let now = state.household.region ?? "none"
            plan.region = try await ask("Country, such as DE, for watch providers [\(now)]: ")
        }
        if plan.adults.isEmpty {
            plan.adults = try await names("Further adults, with commas between them\(known(.adult)): ")
        }
        if plan.kids.isEmpty { plan.kids = try await names("Kids\(known(.kids)): ") }
    }

    private func askKids(_ plan: inout SetupPlan) async throws {
        let hasKids = !plan.kids.isEmpty || state.profiles.contains { $0.kind == .kids }
        if hasKids, plan.kidsSeeUnrated == nil {
            let now = state.household.kidsSeeUnrated ? "yes" : "no"
            plan.kidsSeeUnrated = try await ask("May kids see titles without a rating? yes or no [\(now)]: ")
                .map { ["y", "yes"].contains($0.lowercased()) }
        }
        guard plan.pin == nil, !state.household.hasPIN,
            let pin = try await ask(
                "A PIN for adult profiles and the kids' rules, 4 to 8 digits [none]: ", secret: true)
        else { return }
        guard try await ask("Once more: ", secret: true) == pin else {
            throw GatewayFailure(
                "PINS_DIFFER", "The two are not the same. Nothing was changed.", canRetry: true, status: .usage)
        }
        plan.pin = pin
    }

    private func askContent(_ plan: inout SetupPlan) async throws {
        let sources = state.sources ?? []
        if plan.list == nil, !sources.contains(where: { $0.kind != .guide }) {
            plan.list = try await ask("A playlist, a file or an address [none]: ")
        }
        if plan.guide == nil, !sources.contains(where: { $0.kind == .guide }) {
            plan.guide = try await ask("A programme guide, a file or an address [none]: ")
        }
        if plan.tmdbKey == nil, state.hasKey == false {
            plan.tmdbKey = try await ask("The key of themoviedb.org, for details and pictures [none]: ", secret: true)
        }
    }

    /// What was typed; nil for an empty line.
    private func ask(_ question: String, secret: Bool = false) async throws -> String? {
        guard let line = await terminal.read(question, secret) else { throw Ended() }
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    private func names(_ question: String) async throws -> [String] {
        let text = try await ask(question) ?? ""
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private func known(_ kind: ProfileKind) -> String {
        let names = state.profiles.filter { $0.kind == kind }.map(\.name)
        return " [\(names.isEmpty ? "none" : names.joined(separator: ", "))]"
    }
}
