internal import HTTPServer
internal import ServiceKit
internal import WebPage

/// The settings of this service.
enum WebSettings {
    /// Where it listens.
    static let listen = Setting<WebListening>(
        "web-listen", help: "the address that the web server listens at",
        allowed: "ADDRESS:PORT with an IP address, a port of loopback, or off", parse: { WebListening($0) })

    /// Names by which it may be addressed.
    static let hosts = Setting<[String]>(
        list: "web-hosts", help: "names by which browsers may address the web server",
        allowed: "host names without ports",
        parse: { $0.allSatisfy(HostRules.isName) ? $0.map { $0.lowercased() } : nil })

    /// Reverse proxies.
    static let proxies = Setting<AddressBlocks>(
        list: "web-proxies", help: "IP addresses of reverse proxies whose Forwarded fields count, or blocks of them",
        allowed: "IP addresses, or blocks such as 10.0.0.0/8", parse: { AddressBlocks($0) })

    /// The path that a proxy serves it below.
    static let path = Setting<String>(
        "web-path", help: "the path below which a reverse proxy serves the pages",
        allowed: "a path such as /hearth, without a slash at its end",
        parse: { text in
            let isPath = text.hasPrefix("/") && !text.hasSuffix("/") && !text.contains("//")
            let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"%?#\\;\"<>".utf8.contains($0) }
            return isPath && isPlain ? text : nil
        })

    /// Hosts of sources on the household's own network.
    static let mediaHosts = Setting<[String]>(
        list: "web-media-hosts", help: "hosts on the household's own network that streams may be relayed from",
        allowed: "hosts, each with a port where it is not the usual one",
        parse: { $0.allSatisfy { !$0.isEmpty && !$0.contains("/") } ? $0 : nil })

    /// Hosts of sources whose streams are not relayed.
    static let directHosts = Setting<[String]>(
        list: "web-direct-hosts", help: "hosts of sources whose streams browsers read themselves, without the relay",
        allowed: "host names or IPv4 addresses without ports",
        parse: { $0.allSatisfy { HostRules.host(of: $0) == $0.lowercased() } ? $0.map { $0.lowercased() } : nil })

    /// The directory of the page.
    static let page = Setting<String>(
        "web-page", help: "the directory of the page's files", allowed: "a path",
        parse: { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 })
}

/// Where the web server listens, if anywhere.
enum WebListening: Sendable, Hashable {
    case off
    case at(HTTPAddress)

    /// Parses the setting; nil when it is neither an address nor `off`.
    init?(_ text: String) {
        guard text != "off" else {
            self = .off
            return
        }
        guard let address = HTTPAddress(text) else { return nil }
        self = .at(address)
    }
}

/// The effective configuration.
struct WebConfiguration: Sendable {
    /// Where it listens; nil: nowhere.
    var address: HTTPAddress?
    /// Names of requests that are accepted.
    var hosts: Set<String>
    /// Proxies whose fields count.
    var proxies: AddressBlocks
    /// The path before all others; empty without one.
    var path: String
    /// The directory of the page; nil when there is none.
    var page: String?
    /// Hosts of the household's own network that streams are relayed from.
    var mediaHosts: Set<String>
    /// Hosts whose streams browsers read themselves, in lower case.
    var directHosts: Set<String>
    /// The household that browsers sign in to, unless a link or an invitation is of another one.
    var household: String

    private static let standardAddress = "127.0.0.1:8787"

    /// Reads the configuration.
    ///
    /// - Throws: `ConfigurationError`.
    init(_ layers: ConfigurationLayers) throws {
        switch try layers.configured(WebSettings.listen)?.value {
        case .off: address = nil
        case .at(let address): self.address = address
        case nil: address = HTTPAddress(Self.standardAddress)
        }
        hosts = Set(try layers.configured(WebSettings.hosts)?.value ?? [])
        proxies = try layers.configured(WebSettings.proxies)?.value ?? AddressBlocks()
        path = try layers.configured(WebSettings.path)?.value ?? ""
        mediaHosts = Set(try layers.configured(WebSettings.mediaHosts)?.value ?? [])
        directHosts = Set(try layers.configured(WebSettings.directHosts)?.value ?? [])
        page = try layers.configured(WebSettings.page)?.value ?? WebPage.directory(besides: WebPage.ownDirectory)
        household = try layers.value(of: CommonSettings.household, default: "home").value
    }
}
