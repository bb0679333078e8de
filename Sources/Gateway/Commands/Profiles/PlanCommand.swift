internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// `hearth plan`
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show the household's plan and its features, and redeem a purchase.",
        discussion: """
            A household of one's own has everything: the plan is premium unless the configuration of profiles says free.

            Example: hearth plan features
            """,
        subcommands: [Show.self, Features.self, PlanRedeem.self, PlanNotification.self], defaultSubcommand: Show.self)

    /// `hearth plan show`
    struct Show: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the plan, how it stands, and what happens next.",
            discussion: "Example: hearth plan show")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            try await PlanCommand.print(try await gateway.send(Profiles.GetPlan()), gateway)
        }
    }

    /// `hearth plan features`
    struct Features: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "features", abstract: "List the features, which plan has them, and whether you have.",
            discussion: "Example: hearth plan features")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Profiles.ListFeatures())
            let output = gateway.output
            if output.isJSON { return output.json(list.features) }
            let clock = await gateway.clock()
            var table = Table(
                .text("FEATURE"), .text("FREE"), .text("PREMIUM"), .text("HERE"), .text("HELP", isFlexible: true))
            for feature in list.features {
                let until = feature.availableUntil.map { "until \(clock.day($0))" }
                table.add(
                    feature.name.rawValue, feature.isInFree ? "yes" : "no", feature.isInPremium ? "yes" : "no",
                    feature.isAvailable ? until ?? "yes" : "no", feature.help)
            }
            output.table(table)
        }
    }

    /// Prints a plan.
    static func print(_ plan: PlanInfo, _ gateway: Gateway) async throws {
        let output = gateway.output
        if output.isJSON { return output.json(plan) }
        let clock = await gateway.clock()
        var table = Table(.text("PLAN"), .text("\(plan.plan)", isFlexible: true))
        table.add("decided by", plan.source == .store ? "a purchase" : "the configuration")
        if plan.state != .none { table.add("purchase", state(plan, clock)) }
        if let product = plan.product {
            table.add("product", product + (plan.isFamilyShared == true ? ", shared by family sharing" : ""))
        }
        table.add("next", next(plan, clock))
        for offer in plan.offers {
            table.add("for a \(offer.period)", "\(offer.price), \(offer.trialDays) days on trial: \(offer.product)")
        }
        if !plan.readOnlyProfiles.isEmpty {
            table.add("read-only", try await names(of: plan.readOnlyProfiles, gateway))
        }
        output.table(table)
        output.printTimeZone(clock)
    }

    private static func state(_ plan: PlanInfo, _ clock: WallClock) -> String {
        plan.since.map { "\(plan.state), since \(clock.stamp($0))" } ?? "\(plan.state)"
    }

    private static func next(_ plan: PlanInfo, _ clock: WallClock) -> String {
        let time = plan.next.at.map { clock.stamp($0) } ?? "an unknown time"
        return switch plan.next.kind {
        case .nothing: "nothing"
        case .renews: "the store renews it at \(time)"
        case .ends: "it ends at \(time)"
        case .exportCloses: "the export closes at \(time)"
        default: "\(plan.next.kind)"
        }
    }

    private static func names(of ids: [String], _ gateway: Gateway) async throws -> String {
        let profiles = try await gateway.send(Profiles.ListProfiles()).profiles
        return ids.map { id in profiles.first { $0.id == id }?.name ?? id }.joined(separator: ", ")
    }
}

/// `hearth plan redeem`
struct PlanRedeem: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "redeem", abstract: "Take over a purchase that the store has signed.",
        discussion: "Example: hearth plan redeem transaction.jws")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "A file with the signed transaction; - reads it from standard input.", completion: .file())
    var file: String

    func run(_ gateway: Gateway) async throws {
        let text = try SecretFile.read(file, what: "transaction")
        // Tokens of the former plan end; also where the outcome is unknown.
        defer { gateway.forgetSessions() }
        let plan = try await gateway.send(Profiles.RedeemTransaction(transaction: text), see: "hearth plan show")
        gateway.forgetSessions()
        try await PlanCommand.print(plan, gateway)
    }
}

/// `hearth plan notification`
struct PlanNotification: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "notification", abstract: "Apply a notification of the store, for the server that receives them.",
        discussion: """
            The file is what the App Store posts to the address for notifications (version 2), or its signedPayload alone.

            Example: hearth plan notification - < body.json
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "A file with the notification; - reads it from standard input.", completion: .file())
    var file: String

    private struct Body: Decodable {
        var signedPayload: String
    }

    func run(_ gateway: Gateway) async throws {
        let text = try SecretFile.read(file, what: "notification")
        let payload = (try? JSONDecoder().decode(Body.self, from: Data(text.utf8)))?.signedPayload ?? text
        defer { gateway.forgetSessions() }
        // The store's signature is the proof: the server that receives notifications has no token.
        let outcome = try await gateway.call(
            Profiles.ApplyStoreNotification(signedPayload: payload), CallOptions(timeout: gateway.options.timeout)
        ).outcome
        if gateway.output.isJSON { return gateway.output.json(["outcome": outcome.rawValue]) }
        gateway.output.line(Self.text(outcome))
    }

    private static func text(_ outcome: StoreNotificationOutcome.Kind) -> String {
        switch outcome {
        case .applied: "The notification is applied."
        case .duplicate: "It was applied before."
        case .outdated: "A later one was applied before: nothing was changed."
        case .unknownPurchase: "No household has redeemed its purchase: nothing was changed."
        case .notAboutPlans: "It is about no plan: nothing was changed."
        default: "\(outcome)"
        }
    }
}
