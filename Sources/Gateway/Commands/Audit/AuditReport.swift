internal import RPC
internal import RPCDiagnostics

/// What an audit found.
struct AuditReport: Encodable, Sendable {
    /// A method of a service.
    struct Method: Encodable, Sendable, Hashable {
        var service: String
        var name: String
        /// How often it was called.
        var calls = 0
        /// How many of the calls were answered.
        var responses = 0
        /// Why others were refused, with the number of calls by gRPC code.
        var refusals: [String: Int] = [:]
    }

    /// Something that the profile was told and may not know.
    struct Finding: Encodable, Sendable, Hashable {
        var service: String
        /// The method, or the count that is too high.
        var method: String
        var kind: String
        /// What was told, in excerpt.
        var text: String
    }

    /// The audited profile's name.
    var profile: String
    /// Titles that its policy hides, and those that it admits.
    var hiddenTitles: Int
    var admittedTitles: Int
    /// How many of the hidden titles were asked for by id and by name.
    var askedTitles: Int
    /// How many texts were looked for in each response.
    var secrets: Int
    var methods: [Method] = []
    var findings: [Finding] = []
    /// What could not be examined.
    var missing: [MissingPart] = []

    /// The calls of all methods.
    var calls: Int { methods.reduce(0) { $0 + $1.calls } }

    /// Methods that responded to no call, by service and gRPC code: nothing was learned of them. That a hidden title is
    /// not found, and that the caller may not call a method, is as it should be.
    var unexamined: [String: [String]] {
        let expected: Set<String> = [RPCCode.permissionDenied.description, RPCCode.notFound.description]
        var names: [String: [String]] = [:]
        for method in methods where method.responses == 0 && !method.name.hasPrefix("\(Sys.name)/") {
            guard expected.isDisjoint(with: method.refusals.keys) else { continue }
            let codes = method.refusals.keys.sorted().joined(separator: ", ")
            guard let name = method.name.split(separator: "/").last else { continue }
            names["\(method.service) (\(codes))", default: []].append(String(name))
        }
        return names
    }

    /// What was found in one service.
    struct Part: Sendable {
        let service: String
        fileprivate var methods: [Method] = []
        fileprivate var findings: [Finding] = []

        init(service: String) { self.service = service }

        /// The following outcomes are of this method.
        mutating func begin(_ method: String) { methods.append(Method(service: service, name: method)) }

        /// Adds the outcome of a call.
        mutating func add(_ outcome: AuditCaller.Outcome) {
            guard var method = methods.popLast() else { return }
            method.calls += 1
            if let refusal = outcome.refusal {
                method.refusals[refusal.description, default: 0] += 1
            } else {
                method.responses += 1
            }
            methods.append(method)
            for leak in outcome.leaks.sorted(by: { ($0.kind.rawValue, $0.text) < ($1.kind.rawValue, $1.text) }) {
                findings.append(
                    Finding(service: service, method: method.name, kind: leak.kind.rawValue, text: leak.text))
            }
        }
    }

    /// Adds what was found in a service.
    mutating func add(_ part: Part) {
        methods += part.methods
        for finding in part.findings { add(finding) }
    }

    /// Adds a finding once.
    mutating func add(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    private enum CodingKeys: String, CodingKey {
        case profile, hiddenTitles, admittedTitles, askedTitles, secrets, methods, findings, missing
    }
}
