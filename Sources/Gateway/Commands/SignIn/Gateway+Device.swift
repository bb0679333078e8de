internal import ProfilesAPI
internal import RPC

extension Gateway {
    /// The next session of this machine, by the refresh token that it has stored.
    ///
    /// - Parameter wanted: the profile to act as, by id or name; nil for the one that it was signed in as.
    /// - Throws: ``GatewayFailure``, also when the machine was signed out.
    func deviceSession(
        _ stored: SignedInDevice.Content, as wanted: String?, within limit: Duration?
    ) async throws -> Session {
        let session: Session
        do {
            session = try await call(
                Profiles.RefreshSession(refreshToken: stored.refreshToken),
                CallOptions(timeout: limit ?? options.timeout))
        } catch var failure as GatewayFailure where Self.signInCodes.contains(failure.code) {
            failure.advice =
                "`hearth sign-out` forgets this sign-in; `hearth sign-in` then signs this machine in again."
            throw failure
        }
        try SignedInDevice(self).store(session)
        let wanted = wanted ?? stored.profile
        guard session.profile.id != wanted, session.profile.name.lowercased() != wanted.lowercased() else {
            return session
        }
        return try await switched(session, to: wanted)
    }

    /// The session as another profile; asks for the PIN where one is required.
    private func switched(_ session: Session, to profile: String) async throws -> Session {
        func send(_ pin: String?) async throws -> Session {
            try await call(
                Profiles.SwitchProfile(profile: profile, pin: pin),
                CallOptions(timeout: options.timeout, token: AccessToken(session.token)))
        }
        do {
            return try await send(nil)
        } catch let failure as GatewayFailure where failure.needsPIN {
            guard let pin = await environment.terminal.read("The household's PIN: ", true) else { throw failure }
            return try await send(pin)
        }
    }

    /// Why a sign-in counts no longer.
    private static let signInCodes: Set<String> = [
        ProfilesProblem.Code.signedOut.rawValue, ProfilesProblem.Code.refreshTokenReused.rawValue,
        ProfilesProblem.Code.profileGone.rawValue,
    ]
}
