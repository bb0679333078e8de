/// A token with how long it still holds.
public struct TokenLease: Sendable {
    /// The token.
    public var token: AccessToken
    /// How long it still holds; nil when that is unknown: then no other one is sent.
    public var life: Duration?

    /// Names a token and how long it still holds.
    public init(_ token: AccessToken, life: Duration?) { (self.token, self.life) = (token, life) }
}

/// Where the tokens of streams come from: one when a stream is opened, and the next before that one ends, for as long as the
/// stream is open.
public final class TokenSource: Sendable {
    let next: @Sendable () async throws(RPCError) -> TokenLease

    /// A source that `next` makes tokens for; the same one may come several times while enough of its life is left.
    public init(_ next: @escaping @Sendable () async throws(RPCError) -> TokenLease) { self.next = next }

    /// The part of a token's life after which the stream gets the next one.
    private static let (spent, whole) = (2, 3)
    /// Streams do not ask more often, however short their tokens' lives are.
    private static let shortestPause = Duration.seconds(1)
    /// How long to wait when no token can be had.
    private static let pauseAfterFailure = Duration.seconds(5)

    /// Sends a stream that was opened with the source's token its next tokens, until it ends or the task is cancelled; nil
    /// when it is unknown how long that token holds. ``RPCClient`` does so by itself.
    ///
    /// - Throws: when the source has no token.
    public func renew(
        _ stream: EncodedStream, runtime: any Runtime
    ) async throws(RPCError) -> Task<Void, Never>? {
        try await next().life.map { renew(stream, life: $0, runtime: runtime) }
    }

    /// Sends a stream its next tokens until it ends or the task is cancelled.
    ///
    /// - Parameter life: how long the token that it was opened with holds.
    func renew(_ stream: EncodedStream, life: Duration, runtime: any Runtime) -> Task<Void, Never> {
        let next = next
        return runtime.spawn {
            var pause = max(life * Self.spent / Self.whole, Self.shortestPause)
            while true {
                do { try await runtime.sleep(for: pause) } catch { return }
                if stream.sender.isOver { return }
                do throws(RPCError) {
                    let lease = try await next()
                    stream.renew(lease.token)
                    guard let life = lease.life else { return }
                    pause = max(life * Self.spent / Self.whole, Self.shortestPause)
                } catch {
                    // The stream may still get one in time; else it ends, and its reader learns why.
                    pause = Self.pauseAfterFailure
                }
            }
        }
    }
}
