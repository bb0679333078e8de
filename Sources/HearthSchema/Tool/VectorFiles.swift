/// `methods.json`: every method, machine-readable.
struct MethodsFile: Codable {
    struct Service: Codable {
        var name: String
        var file: String
        var methods: [Method]
        var details: [Detail]
    }

    struct Method: Codable {
        var name: String
        /// Which sides send items.
        var shape: String
        var request: String
        /// Absent for a stream that ends without an answer.
        var response: String?
        var requestItem: String?
        var responseItem: String?
        var safety: String
        /// 0 where there is no limit.
        var timeoutMilliseconds: Int64
        var needsToken: Bool
        var roles: [String]
        var services: [String]
        /// What a person's token must grant beyond a role; absent: nothing.
        var entitlement: String?
        var survivesCaller: Bool
        /// Absent for a method whose calls are critical.
        var criticality: String?
        /// In decimal digits: not every JSON reader has 64-bit integers.
        var fingerprint: String
    }

    struct Detail: Codable {
        var type: String
        var rule: String
    }

    var services: [Service]
}

/// `vectors/<service>.json`: encoded samples of a service's messages.
public struct MessageVectors: Codable, Sendable {
    /// The service.
    public var service: String
    /// The file with the rules.
    public var cddl: String
    /// The samples.
    public var vectors: [MessageVector]
}

/// One encoded message.
public struct MessageVector: Codable, Sendable {
    /// The message: `Search request`.
    public var name: String
    /// How complete it is: `minimal` or `full`.
    public var sample: String
    /// Its CDDL rule.
    public var rule: String
    /// Its deterministic encoding.
    public var hex: String
    /// The same in diagnostic notation (RFC 8949, section 8).
    public var diagnostic: String
}
