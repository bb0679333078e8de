/// A fetcher's configuration, for all of its requests.
public struct FetchConfiguration: Sendable {
    /// The `User-Agent`.
    public var userAgent = "HTTPFetch"

    /// Connections to one host that may be open at a time; further requests wait.
    public var connectionsPerHost = 6

    /// Connections that may be open at a time.
    public var connections = 64

    /// Bytes of a streamed body that are buffered before the sender has to wait.
    public var bufferBytes = 1 << 20

    /// The addresses that it may connect to.
    public var addresses = AddressPolicy()

    /// The public keys that hosts are pinned to, by host in lower case: SHA-256 of the key in base 64, as `curl` and
    /// browsers write it after `sha256//`. Several, for a backup when a key changes.
    public var pins: [String: [String]] = [:]

    /// A file of certificates in PEM whose authorities are trusted, in place of the system's.
    public var certificateAuthorities: String?

    /// Makes the default configuration: the public internet, nothing pinned.
    public init() {}

    /// Rejects pins that libcurl would not understand: it would accept every key.
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
