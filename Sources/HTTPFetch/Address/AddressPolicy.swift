/// Which addresses may be connected to: those of the public internet, and of hosts that are allowed by name.
///
/// It is asked twice. Before a request the host in its URL is looked at, where that is an address. When a connection is
/// made, the very address that it goes to is looked at, whatever led there: a redirect, a name server that answers
/// differently the second time, an odd spelling.
public struct AddressPolicy: Sendable {
    /// Hosts that may have local addresses (loopback, private, link-local): `nas.lan`, or `nas.lan:8080` for one port
    /// alone; an address of IPv6 with a port stands in brackets.
    ///
    /// A host that is named by its address may have it whatever it is for; one that is named by a name may not become
    /// multicast, a cloud's metadata or anything else that no household has.
    public var allowedHosts: Set<String>

    /// The two times that the policy is asked; tests switch one off to see that the other holds alone.
    package var asksBeforeRequests = true
    package var asksAtConnections = true

    /// Makes a policy; without hosts only the public internet can be reached.
    public init(allowedHosts: Set<String> = []) { self.allowedHosts = Set(allowedHosts.map(Self.normalized)) }

    /// Why a request is not made; nil when it is.
    func refusal(of url: FetchURL) -> Refusal? {
        guard asksBeforeRequests else { return nil }
        if let address = IPAddress(url.host) { return refusal(of: address, for: url) }
        let isLocalName = url.host == "localhost" || url.host.hasSuffix(".localhost")
        return isLocalName && !allows(url) ? Refusal(purpose: "loopback") : nil
    }

    /// Why a connection to an address is not made; nil when it is.
    func refusal(ofConnectionTo address: IPAddress?, for url: FetchURL) -> Refusal? {
        guard asksAtConnections else { return nil }
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

    /// One spelling for each host: lower case, no last dot, IPv6 in brackets.
    private static func normalized(_ host: String) -> String {
        if let address = IPAddress(host) { return address.bytes.count == 16 ? "[\(address)]" : "\(address)" }
        let lower = host.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    /// Why an address is not connected to.
    struct Refusal: Hashable, Sendable {
        /// What the address is for.
        let purpose: String
    }
}
