/// A request of which a part has arrived. Pure.
struct ArrivingRequest: Sendable {
    let header: OpenHeader
    private(set) var body: [UInt8]
    /// Whether its caller has proved who it is.
    private(set) var isVerified = false
    /// Whether the interceptors have seen its beginning and let more of it come.
    private var isScreened = false
    private var ungranted: Int
    private let headerBytes: Int

    /// - Parameter headerBytes: how long the header was on the wire.
    init(_ header: OpenHeader, headerBytes: Int, body: [UInt8]) {
        (self.header, self.headerBytes, self.body) = (header, headerBytes, body)
        ungranted = body.count
    }

    /// What of the server's memory it takes.
    var heldBytes: Int { body.count + headerBytes }

    /// Takes a further piece in.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        body.append(contentsOf: piece)
        ungranted += piece.count
    }

    /// The interceptors let more of it come.
    mutating func acceptRemainder(isVerified: Bool) { (isScreened, self.isVerified) = (true, isVerified) }

    /// What the client may send further, once that is enough for a grant; nil while it has to wait.
    mutating func takeGrant(from bytes: Int) -> Int? {
        guard isScreened, ungranted >= bytes else { return nil }
        defer { ungranted = 0 }
        return ungranted
    }
}

/// The bytes of requests and items that wait in a server to become complete or to be taken.
struct BufferedBytes: Sendable, Hashable {
    /// Of callers that have proved who they are, and of the items of calls that run.
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

    /// Which of its limits a server is over: nil when none.
    func excess(over limits: RPCLimits) -> Excess? {
        if unverified > limits.unverifiedBytes { return .unverified }
        return total > limits.arrivingBytes ? .all : nil
    }

    /// What there is too much of.
    enum Excess {
        case unverified
        case all
    }
}
