/// What holds for everything that a fetcher fetches.
public struct FetchConfiguration: Sendable {
    /// What it calls itself in `User-Agent`.
    public var userAgent = "HTTPFetch"

    /// Connections to one host that may be open at a time; what else is to be fetched from there waits.
    public var connectionsPerHost = 6

    /// Connections that may be open at a time.
    public var connections = 64

    /// Bytes of a streamed body that wait for their reader before the sender has to wait.
    public var bufferBytes = 1 << 20

    /// Which addresses may be connected to.
    public var addresses = AddressPolicy()

    /// The public keys that hosts are pinned to, by host in lower case: SHA-256 of the key in base 64, as `curl` and
    /// browsers write it after `sha256//`. More than one, so that a backup is there when a key changes.
    public var pins: [String: [String]] = [:]

    /// A file of certificates in PEM whose authorities are trusted, in place of the system's.
    public var certificateAuthorities: String?

    /// What a fetcher starts with: the public internet, nothing pinned.
    public init() {}

    /// Refuses pins that libcurl would not understand: it would let every key pass.
    func check() throws(FetchError) {
        for (host, pins) in pins where pins.isEmpty || !pins.allSatisfy(Self.isPin) {
            throw FetchError(.invalidRequest("a pin"), at: host)
        }
    }

    /// 32 bytes in base 64.
    private static func isPin(_ pin: String) -> Bool {
        pin.utf8.count == 44 && pin.hasSuffix("=")
            && pin.utf8.dropLast().allSatisfy { UInt8(ascii: "+") == $0 || isBase64($0) }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "/")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// libcurl's form of a host's pins; nil for a host without.
    func pins(of host: String) -> String? {
        pins[host].map { $0.map { "sha256//\($0)" }.joined(separator: ";") }
    }
}
