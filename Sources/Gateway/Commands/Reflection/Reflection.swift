internal import CBOR
internal import RPC
internal import ServiceKit

/// What the running services say about their methods.
struct Reflection: Sendable {
    let gateway: Gateway

    private static let patience = Duration.seconds(5)

    /// One service's methods and shapes.
    struct Found: Sendable {
        /// The service's process, `catalog`.
        var process: String
        var answer: Sys.SchemaAnswer
    }

    /// Asks every service, or one, for its methods.
    ///
    /// - Returns: what they said, by name, and the names of those who did not answer.
    /// - Throws: ``GatewayFailure`` when nobody can be asked.
    func ask(_ only: String? = nil) async throws -> (found: [Found], missing: [String]) {
        let names = only.map { [$0] } ?? gateway.runningServices
        guard !names.isEmpty else { throw GatewayFailure.notRunning(gateway) }
        // Once, so that those who are asked at the same time find it kept; and so that its failure is told.
        _ = try await gateway.session()
        let answers = await withTaskGroup(of: (String, Sys.SchemaAnswer?).self) { group in
            for name in names {
                group.addTask { (name, try? await gateway.send(Sys.GetSchema(), to: name, timeout: Self.patience)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        return (
            answers.compactMap { name, answer in answer.map { Found(process: name, answer: $0) } },
            answers.filter { $0.1 == nil }.map(\.0)
        )
    }

    /// A method by its full name, or by as much of its end as names one alone: `Catalog/Search`, `Search`.
    ///
    /// - Throws: ``GatewayFailure`` when there is none, or several.
    func method(_ name: String) async throws -> (found: Found, method: Sys.SchemaMethod) {
        let (services, missing) = try await ask()
        let all = services.flatMap { service in service.answer.methods.map { (service, $0) } }
        // Every process has `sys`; any of them may answer.
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
        if !missing.isEmpty { text += " These could not be asked: \(missing.joined(separator: ", "))." }
        return GatewayFailure(
            "UNIMPLEMENTED", text, advice: meant.map { "Did you mean \"\($0)\"?" } ?? "`hearth list` shows them all.",
            canRetry: !missing.isEmpty, status: missing.isEmpty ? .usage : .unavailable)
    }
}
