internal import Foundation
internal import HTTPFetch
internal import RPC
internal import Synchronization

/// TheTVDB's session: a token, fetched with the key and used for a week. Both are in memory only.
final class TVDBSession: Sendable {
    private struct Token {
        var text: String
        var end: MonotonicInstant
    }

    private let key: APIKey
    private let pin: APIKey?
    private let base: String
    private let runtime: any Runtime
    private let upstream: Upstream
    private let logins: SingleFlight<String>
    private let state = Mutex<Token?>(nil)

    init(key: APIKey, pin: APIKey?, base: String, runtime: any Runtime, upstream: Upstream) {
        (self.key, self.pin, self.base, self.runtime, self.upstream) = (key, pin, base, runtime, upstream)
        logins = SingleFlight(runtime: runtime)
    }

    /// A token: the one there is, or another one.
    ///
    /// - Parameter refused: a token that TheTVDB has rejected.
    /// - Throws: `MetadataGatewayError` `.keyRefused` when the key is rejected, and the errors of
    ///   ``Upstream/fetch(_:read:)``.
    func token(insteadOf refused: String? = nil) async throws -> String {
        if let token = known(insteadOf: refused) { return token }
        return try await logins.share("login") { [self] in
            // Another caller may have fetched the token in the meantime.
            if let token = known(insteadOf: refused) { return token }
            let text = try await logIn()
            state.withLock { $0 = Token(text: text, end: runtime.now.advanced(by: MetadataGatewayLimits.tokenTime)) }
            return text
        }
    }

    private func known(insteadOf refused: String?) -> String? {
        state.withLock { token in token.flatMap { $0.end > runtime.now && $0.text != refused ? $0.text : nil } }
    }

    private func logIn() async throws -> String {
        var request = FetchRequest(try FetchURL("\(base)/login"))
        request.method = .post
        request.body = Array(try JSONEncoder().encode(TVDB.Credentials(apikey: key.secret, pin: pin?.secret)))
        request.headers = [HeaderField("Accept", "application/json"), HeaderField("Content-Type", "application/json")]
        let token: String
        do {
            token = try await upstream.fetch(TVDB.limited(request)) { try TVDB.read(TVDB.Login.self, $0).token }
        } catch let error as UnreadableResponse {
            throw MetadataGatewayError.unreadable(error.field)
        } catch MetadataGatewayError.unknownTitle {
            // The request names no title, so the server that answered is not TheTVDB.
            throw MetadataGatewayError.unreadable("")
        }
        // It is sent in a header.
        guard HeaderField("Authorization", token).isSendable, token.utf8.count <= MetadataGatewayLimits.tokenBytes
        else { throw MetadataGatewayError.unreadable("data.token") }
        return token
    }
}
