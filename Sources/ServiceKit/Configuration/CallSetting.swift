public import HearthModel
public import RPC

/// The configured policy for calls to one service, or of one of its methods:
/// `catalog/Search timeout=2s attempts=1 wait-for-ready=yes`.
public struct CallSetting: Sendable, Hashable, CustomStringConvertible {
    /// The called service.
    public let service: String
    /// The method; nil for all methods of the service.
    public let method: String?
    /// The policy that it sets.
    public let override: CallPolicyOverride
    /// The text as configured.
    public let description: String

    /// The syntax of an entry, for people.
    static let rule = """
        SERVICE or SERVICE/METHOD, then any of timeout=500ms (or 2s, at most \(longestTimeout / 1_000)s), attempts=1 to \
        \(mostAttempts) and wait-for-ready=yes or no; the services are \
        \(CommonSettings.oneOf(ServiceSettings.knownServices.sorted()))
        """

    private static let mostAttempts = 10
    /// In milliseconds.
    private static let longestTimeout = RPCLimits().timeout.wholeMilliseconds

    /// Parses an entry; nil when it is invalid.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let name = words.first, words.count > 1 else { return nil }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, ServiceSettings.knownServices.contains(parts[0]), parts.last != "" else { return nil }
        var override = CallPolicyOverride()
        for word in words.dropFirst() {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, Self.read(pair[0], pair[1], into: &override) else { return nil }
        }
        (service, method, self.override) = (parts[0], parts.count == 2 ? parts[1] : nil, override)
        description = words.joined(separator: " ")
    }

    private static func read(_ key: String, _ value: String, into override: inout CallPolicyOverride) -> Bool {
        switch key {
        case "timeout":
            guard let milliseconds = milliseconds(value) else { return false }
            override.timeout = .milliseconds(milliseconds)
        case "attempts":
            guard let attempts = Int(value), (1...mostAttempts).contains(attempts) else { return false }
            override.attempts = attempts
        case "wait-for-ready":
            guard ["yes", "no"].contains(value) else { return false }
            override.waitForReady = value == "yes"
        default: return false
        }
        return true
    }

    private static func milliseconds(_ text: String) -> Int64? {
        let factor: Int64 = text.hasSuffix("ms") ? 1 : 1_000
        guard text.hasSuffix("s"), let number = Int64(text.dropLast(factor == 1 ? 2 : 1)), number > 0,
            number <= longestTimeout / factor
        else { return nil }
        return number * factor
    }
}

extension ServiceSettings {
    /// The configured policies for calls to these services, by the services' names on the wire.
    ///
    /// - Parameter contracts: the contracts of the services that this process calls. Entries of other services are
    ///   ignored.
    /// - Throws: ``ConfigurationError`` when a contract lacks a named method.
    public func overrides(
        calling contracts: [any ServiceContract.Type]
    ) throws(ConfigurationError) -> CallPolicyOverrides {
        var said: [String: CallPolicyOverride] = [:]
        for setting in calls.value {
            guard let contract = contracts.first(where: { $0.serviceName == setting.service }) else { continue }
            guard let method = setting.method else {
                said[contract.name] = setting.override
                continue
            }
            let methods = contract.requests.map { $0.method }
            guard methods.contains(method) else {
                let suggestion = Spelling.closest(to: method, among: methods).map { ", such as \($0)" } ?? ""
                throw .wrongValue(
                    name: CommonSettings.calls.name, source: calls.source, value: setting.description,
                    allowed: "methods that \(setting.service) has\(suggestion)")
            }
            said["\(contract.name)/\(method)"] = setting.override
        }
        return CallPolicyOverrides(said)
    }
}
