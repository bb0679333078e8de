/// What a message is. Numbers below 128 must be understood; a reader skips unknown ones from 128 on.
public enum MessageKind: UInt8, Sendable {
    /// Client: its identity and limits. The first message of a connection, repeated until welcomed.
    case hello = 1
    /// Server: its identity, incarnation, limits and methods.
    case welcome = 2
    /// Client: begins a call.
    case open = 3
    /// Either: a further piece of a call's body.
    case item = 4
    /// Server: ends a call; carries a unary answer's (last piece of a) body.
    case status = 5
    /// Client: cancels a call.
    case cancel = 6
    /// Either: grants bytes, and items of a stream.
    case credit = 7
    /// Client: asks for a pong.
    case ping = 8
    /// Server: the socket thread is alive, with the task pool's lag. Unsolicited, it probes whether a peer is still
    /// there.
    case pong = 9
    /// Server: it drains; calls after this one will not be begun.
    case goaway = 10
    /// Either: it leaves; the peer can remove its state.
    case goodbye = 11
    /// Client: another token for an open streaming call. A server that does not know this kind skips it.
    case renew = 128

    /// Unknown kinds from here on may be skipped.
    static let firstSkippable: UInt8 = 128
}

/// Bits of a message.
public struct MessageFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The sender sends nothing more in this call.
    public static let end = MessageFlags(rawValue: 1)
    /// More pieces of this body follow.
    public static let more = MessageFlags(rawValue: 2)
}
