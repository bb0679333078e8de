/// A call with items as it goes into a channel: both ends as bytes.
public struct EncodedStream: Sendable {
    /// Takes the client's items; they go nowhere in a call whose method takes none.
    let sender: StreamSender
    /// Brings the server's items, and the call's end.
    let receiver: StreamReceiver
    /// Gives the call up; does nothing once it has ended.
    public let cancel: @Sendable () -> Void
    /// Sends the server another token for the call, which ends with its token otherwise; does nothing once it has ended.
    public let renew: @Sendable (AccessToken) -> Void

    /// The server's next item, encoded; nil at the end.
    ///
    /// - Throws: why the call failed.
    public func next() async throws(RPCError) -> [UInt8]? { try await receiver.next()?.bytes }
}
