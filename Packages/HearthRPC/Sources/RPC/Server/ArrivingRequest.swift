/// A partially received request. Pure.
struct ArrivingRequest: Sendable {
    let header: OpenHeader
    private(set) var body: [UInt8]
    /// Whether its caller is authenticated.
    private(set) var isVerified = false
    /// Whether the interceptors have admitted it by its header.
    private var isScreened = false
    private var ungranted: Int
    private let headerBytes: Int

    /// - Parameter headerBytes: the header's length on the wire.
    init(_ header: OpenHeader, headerBytes: Int, body: [UInt8]) {
        (self.header, self.headerBytes, self.body) = (header, headerBytes, body)
        ungranted = body.count
    }

    /// The server memory that it holds.
    var heldBytes: Int { body.count + headerBytes }

    /// Appends a piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        body.append(contentsOf: piece)
        ungranted += piece.count
    }

    /// Records that the interceptors admitted the rest.
    mutating func acceptRemainder(isVerified: Bool) { (isScreened, self.isVerified) = (true, isVerified) }

    /// The bytes to grant to the client, once they are enough for a grant; nil while it has to wait.
    mutating func takeGrant(from bytes: Int) -> Int? {
        guard isScreened, ungranted >= bytes else { return nil }
        defer { ungranted = 0 }
        return ungranted
    }
}

/// The bytes of incomplete requests and unread items that a server buffers.
struct BufferedBytes: Sendable, Hashable {
    /// Of authenticated callers, and of the items of running calls.
    var verified = 0
    /// Of all others.
    var unverified = 0

    /// All of them.
    var total: Int { verified + unverified }

    static func + (left: Self, right: Self) -> Self {
        BufferedBytes(verified: left.verified + right.verified, unverified: left.unverified + right.unverified)
    }

    static func - (left: Self, right: Self) -> Self {
        BufferedBytes(verified: left.verified - right.verified, unverified: left.unverified - right.unverified)
    }

    /// Which limit a server exceeds; nil when none.
    func excess(over limits: RPCLimits) -> Excess? {
        if unverified > limits.unverifiedBytes { return .unverified }
        return total > limits.arrivingBytes ? .all : nil
    }

    /// The kind of bytes over their limit.
    enum Excess {
        case unverified
        case all
    }
}
