/// A streaming call as returned by a channel: both directions as bytes.
public struct EncodedStream: Sendable {
    /// Sends the client's items; drops them in a call whose method has none.
    let sender: StreamSender
    /// Receives the server's items, and the call's end.
    let receiver: StreamReceiver
    /// Cancels the call; does nothing once it has ended.
    public let cancel: @Sendable () -> Void
    /// Sends the server another token for the call, which otherwise ends with its token; does nothing once it has
    /// ended.
    public let renew: @Sendable (AccessToken) -> Void

    /// The server's next item, encoded; nil at the end.
    ///
    /// - Throws: why the call failed.
    public func next() async throws(RPCError) -> [UInt8]? { try await receiver.next()?.bytes }
}
