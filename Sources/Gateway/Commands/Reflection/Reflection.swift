internal import CBOR
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// The running services' descriptions of their methods.
struct Reflection: Sendable {
    let gateway: Gateway

    private static let patience = Duration.seconds(5)

    /// One service's methods and shapes.
    struct Found: Sendable {
        /// The service's process, `catalog`.
        var process: String
        var response: Sys.SchemaAnswer
    }

    /// Queries every service, or one, for its methods.
    ///
    /// - Returns: the methods, by name, and the names of the services that did not answer.
    /// - Throws: ``GatewayFailure`` when no service can be reached.
    func fetch(_ only: String? = nil) async throws -> (found: [Found], missing: [String]) {
        let names = only.map { [$0] } ?? gateway.runningServices
        guard !names.isEmpty else { throw GatewayFailure.notRunning(gateway) }
        let patience = gateway.options.timeout ?? Self.patience
        let response = try await gateway.withToken { token in
            let targets = names.map { name in
                RPCTarget(
                    name, Sys.GetSchema(), to: RPCClient<Sys>(gateway.clients.channel(to: name)),
                    options: CallOptions(token: token))
            }
            let response = try await RPCFanOut(.byDeadline, within: patience, on: gateway.runtime).send(targets)
            for case (let name, .failure(let error)) in response.targets where error.code == .unauthenticated {
                throw GatewayFailure(error, service: name, safety: .readOnly, see: nil)
            }
            return response
        }
        var (found, missing): ([Found], [String]) = ([], [])
        for (name, status) in response.targets {
            if case .success(let schema) = status {
                found.append(Found(process: name, response: schema))
            } else {
                missing.append(name)
            }
        }
        return (found, missing)
    }

    /// A method by its full name, or by an unambiguous suffix: `Catalog/Search`, `Search`.
    ///
    /// - Throws: ``GatewayFailure`` when there is none, or several.
    func method(_ name: String) async throws -> (found: Found, method: Sys.SchemaMethod) {
        let (services, missing) = try await fetch()
        let all = services.flatMap { service in service.response.methods.map { (service, $0) } }
        // Every process has `sys`; any of them may be called.
        var matches = all.filter { Self.names(name, $0.1.name) }
        if matches.allSatisfy({ $0.1.name.hasPrefix("\(Sys.name)/") }), let first = matches.first { matches = [first] }
        if let exact = matches.first(where: { $0.1.name == name }) { return exact }
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty { throw unknown(name, all.map(\.1.name), missing) }
        let names = matches.map(\.1.name).sorted().joined(separator: ", ")
        throw GatewayFailure(
            "AMBIGUOUS", "\"\(name)\" can be: \(names).", advice: "Write more of the name.", status: .usage)
    }

    private static func names(_ text: String, _ full: String) -> Bool {
        let (text, full) = (text.lowercased(), full.lowercased())
        return full == text || full.hasSuffix("/\(text)") || full.hasSuffix(".\(text)")
    }

    private func unknown(_ name: String, _ all: [String], _ missing: [String]) -> GatewayFailure {
        let ends = Set(all.map { $0.split(separator: ".").last.map(String.init) ?? $0 })
        let meant = Spelling.closest(
            to: name, among: Set(all).union(ends).union(ends.map { String($0.split(separator: "/").last ?? "") }))
        var text = "No running service has a method \"\(name)\"."
        if !missing.isEmpty { text += " These could not be queried: \(missing.joined(separator: ", "))." }
        return GatewayFailure(
            "UNIMPLEMENTED", text, advice: meant.map { "Did you mean \"\($0)\"?" } ?? "`hearth list` shows them all.",
            canRetry: !missing.isEmpty, status: missing.isEmpty ? .usage : .unavailable)
    }
}
