import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport

/// A browser that is signed in, at profiles played in memory: one refresh token, and its access token.
enum FakeSession {
    static let accessToken = "access-1"
    /// What the browser's page sends.
    static let fields = ["Cookie": "hearth-session=home.d1.0", "Origin": "http://localhost"]

    /// - Parameters:
    ///   - renewsAfter: the seconds after which the browser is to come again.
    ///   - note: gets each request.
    static func play(
        on clients: TestServiceClients, renewsAfter: Double = 600,
        note: @escaping @Sendable (Profiles.RefreshSession) -> Void = { _ in }
    ) throws {
        var profiles = RPCHandlers<Profiles>()
        profiles.on(Profiles.RefreshSession.self) { request, _ in
            note(request)
            guard request.refreshToken.hasPrefix("home.d1.") else {
                throw RPCError(.unauthenticated, "signed out", executed: .no)
            }
            let now = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970)
            let profile = Profile(id: "p1", name: "Olga", kind: .adult, member: "m1", created: now)
            return Session(
                token: accessToken, expires: now.addingTimeInterval(900),
                renewAfter: now.addingTimeInterval(renewsAfter),
                household: "home", profile: profile, role: .owner, policy: .everything, refreshToken: "home.d1.1",
                device: "d1")
        }
        try clients.play(Profiles.serviceName, profiles)
    }
}
