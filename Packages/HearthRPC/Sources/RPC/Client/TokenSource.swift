/// A token and how long it remains valid.
public struct TokenLease: Sendable {
    /// The token.
    public var token: AccessToken
    /// How long it remains valid; nil when that is unknown: then it is not renewed.
    public var life: Duration?

    /// Makes a lease of a token.
    public init(_ token: AccessToken, life: Duration?) { (self.token, self.life) = (token, life) }
}

/// The source of a stream's tokens: one when the stream is opened, and the next before that one expires, for as long as
/// the stream is open.
public final class TokenSource: Sendable {
    let next: @Sendable () async throws(RPCError) -> TokenLease

    /// A source that calls `next` for tokens, which may return the same token several times while enough of its life is
    /// left.
    public init(_ next: @escaping @Sendable () async throws(RPCError) -> TokenLease) { self.next = next }

    /// The part of a token's life after which the stream gets its next token.
    private static let (spent, whole) = (2, 3)
    /// The shortest interval between two tokens of a stream, however short their lives are.
    private static let shortestPause = Duration.seconds(1)
    /// How long to wait when the source fails.
    private static let pauseAfterFailure = Duration.seconds(5)

    /// Sends the next tokens of a stream opened with the source's token, until the stream ends or the task is
    /// cancelled; nil when that token's remaining life is unknown. ``RPCClient`` does so by itself.
    ///
    /// - Throws: when the source has no token.
    public func renew(
        _ stream: EncodedStream, runtime: any Runtime
    ) async throws(RPCError) -> Task<Void, Never>? {
        try await next().life.map { renew(stream, life: $0, runtime: runtime) }
    }

    /// Sends a stream its next tokens until it ends or the task is cancelled.
    ///
    /// - Parameter life: the remaining life of the token that the stream was opened with.
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
                    // The stream may still get one in time; else it ends, and its reader receives the error.
                    pause = Self.pauseAfterFailure
                }
            }
        }
    }
}
