internal import HTTPFetch

/// Where spans are sent: an OpenTelemetry collector that takes OTLP over HTTP, `http://127.0.0.1:4318`.
///
/// The path of traces, `/v1/traces`, is added where the address does not end with it
/// (https://opentelemetry.io/docs/specs/otlp/#otlphttp-request).
public struct CollectorAddress: Hashable, Sendable, CustomStringConvertible {
    /// The form of an address, for people.
    public static let rule = "http://HOST:PORT or https://HOST:PORT, with a path if need be, and without a password"

    let url: FetchURL

    private static let path = "/v1/traces"

    /// Reads an address; nil when it is not of the ``rule``.
    public init?(_ text: String) {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { $0 != "/" }
        // What is in the settings is shown by `hearth config`, so it may hold no secret.
        guard !authority.isEmpty, !authority.contains("@"), !text.contains("?"), !text.contains("#") else { return nil }
        var base = text[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        guard let url = try? FetchURL(base.hasSuffix(Self.path) ? String(base) : base + Self.path) else { return nil }
        self.url = url
    }

    public var description: String { url.text }

    /// As an `AddressPolicy` names it: the collector is usually on the household's own network.
    var allowedHost: String { url.host.contains(":") ? "[\(url.host)]:\(url.port)" : "\(url.host):\(url.port)" }
}
