internal import ArgumentParser
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// `hearth list`
struct ListCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the services' methods.", discussion: "Example: hearth list catalog")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The service; all that run when none is named.", completion: .services)
    var service: String?

    private struct Listing: Encodable {
        var service: String
        var method: String
        var safety: String
        var timeoutMilliseconds: Int64
        var roles: [String]
        var needsToken: Bool
    }

    private struct Report: Encodable {
        var methods: [Listing]
        var missing: [String]
    }

    func run(_ gateway: Gateway) async throws {
        let (found, missing) = try await Reflection(gateway: gateway).fetch(service)
        if found.isEmpty, let service {
            var failure = GatewayFailure(
                "UNAVAILABLE", "\(service) cannot be reached.", advice: "See `hearth status`.", canRetry: true,
                status: .unavailable)
            failure.service = service
            throw failure
        }
        let listings = found.flatMap { service in
            service.response.methods.map { method in
                Listing(
                    service: service.process, method: method.name, safety: method.safety.rawValue,
                    timeoutMilliseconds: method.timeoutMilliseconds, roles: method.access.roles,
                    needsToken: method.access.needsToken)
            }
        }
        guard !gateway.output.isJSON else { return gateway.output.json(Report(methods: listings, missing: missing)) }
        var table = Table(
            .text("SERVICE"), .text("METHOD"), .text("SAFETY"), .number("TIMEOUT"), .text("WHO", isFlexible: true))
        for listing in listings {
            table.add(
                listing.service, listing.method, listing.safety,
                AmountFormatter.microseconds(UInt64(max(0, listing.timeoutMilliseconds)) * 1_000),
                Self.who(listing.needsToken, listing.roles))
        }
        gateway.output.table(table)
        for name in missing { gateway.output.line(gateway.output.coloured("Missing: \(name).", .red)) }
    }

    static func who(_ needsToken: Bool, _ roles: [String]) -> String {
        guard needsToken else { return "anyone" }
        return roles.isEmpty ? "any token" : roles.joined(separator: ", ")
    }
}
