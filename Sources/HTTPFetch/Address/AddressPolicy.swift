/// Which addresses a fetcher may connect to: those of the public internet, and of hosts that are allowed by name.
///
/// It is checked twice. Before a request the host in its URL is checked, if that is an address. When a connection is
/// made, its actual address is checked, whatever led there: a redirect, a name server that answers differently the
/// second time, an odd spelling.
public struct AddressPolicy: Sendable {
    /// Hosts that may have local addresses (loopback, private, link-local): `nas.lan`, or `nas.lan:8080` for one port
    /// only; an IPv6 address with a port stands in brackets.
    ///
    /// A host given by its address may use it for any purpose; a host given by name may not resolve to multicast, a
    /// cloud's metadata service or any other address that no household has.
    public var allowedHosts: Set<String>

    /// The two checks; tests disable one to verify the other alone.
    package var checksBeforeRequests = true
    package var checksAtConnections = true

    /// Makes a policy; without hosts only the public internet can be reached.
    public init(allowedHosts: Set<String> = []) { self.allowedHosts = Set(allowedHosts.map(Self.normalized)) }

    /// Why a request is refused; nil when it is allowed.
    func refusal(of url: FetchURL) -> Refusal? {
        guard checksBeforeRequests else { return nil }
        if let address = IPAddress(url.host) { return refusal(of: address, for: url) }
        let isLocalName = url.host == "localhost" || url.host.hasSuffix(".localhost")
        return isLocalName && !allows(url) ? Refusal(purpose: "loopback") : nil
    }

    /// Why a connection to an address is refused; nil when it is allowed.
    func refusal(ofConnectionTo address: IPAddress?, for url: FetchURL) -> Refusal? {
        guard checksAtConnections else { return nil }
        guard let address else { return Refusal(purpose: "of no network that is known") }
        return refusal(of: address, for: url)
    }

    private func refusal(of address: IPAddress, for url: FetchURL) -> Refusal? {
        guard let entry = SpecialRanges.entry(of: address) else { return nil }
        let isMeant = entry.isLocal || IPAddress(url.host) == address
        return isMeant && allows(url) ? nil : Refusal(purpose: entry.purpose)
    }

    private func allows(_ url: FetchURL) -> Bool {
        let name = url.host.contains(":") ? "[\(url.host)]" : url.host
        return allowedHosts.contains(name) || allowedHosts.contains("\(name):\(url.port)")
    }

    /// The normalized spelling of a host: lower case, no trailing dot, IPv6 in brackets.
    private static func normalized(_ host: String) -> String {
        if let address = IPAddress(host) { return address.bytes.count == 16 ? "[\(address)]" : "\(address)" }
        let lower = host.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    /// Why an address is refused.
    struct Refusal: Hashable, Sendable {
        /// The purpose of the address.
        let purpose: String
    }
}
