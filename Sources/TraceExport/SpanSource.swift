/// The process that spans are of, as a collector shows it.
public struct SpanSource: Hashable, Sendable {
    /// The process's name: a service's, or `hearth`.
    public let name: String
    /// Its build.
    public let version: String
    /// Random, new at every start.
    public let instance: String

    /// Makes a source.
    public init(name: String, version: String, instance: String) {
        (self.name, self.version, self.instance) = (name, version, instance)
    }

    /// The name of the library that makes the spans.
    static let scope = "hearth.rpc"

    /// The attributes of the resource, by OpenTelemetry's conventions.
    var attributes: [OTLPRequest.Attribute] {
        [
            ("service.name", name), ("service.namespace", "hearth"), ("service.version", version),
            ("service.instance.id", instance),
        ].map { OTLPRequest.Attribute(key: $0.0, value: .text($0.1)) }
    }
}
