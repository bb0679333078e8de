import Foundation
import HearthModel
import ProfilesAPI
import RPC
import Synchronization

/// The part of the profiles service that is about devices, in memory: one device is signed in, another waits for approval
/// under the code `WDJB-MJHT`.
final class FakeDevices: Sendable {
    private struct State {
        var devices = [
            Device(
                id: "d-tablet", description: DeviceDescription(name: "Tablet", platform: "iPadOS"), member: "m-1",
                profile: "p-owner", signedIn: FakeProfiles.date, lastSeen: FakeProfiles.date)
        ]
        var pairings = [
            "WDJBMJHT": Pairing(
                device: DeviceDescription(name: "TV in the kitchen", platform: "tvOS"), state: .pending,
                lifetimeSeconds: 540)
        ]
        /// What polls are refused with, one after the other, before the device is signed in.
        var refusals: [ProfilesProblem.Code] = []
        var started: [Profiles.StartPairing] = []
        /// The last refresh token; nil while no machine is signed in.
        var token: String?
        var refreshes = 0
        var pin: String?
        /// The profile that the device goes on with.
        var profile = "p-owner"
    }

    private let state = Mutex(State())

    /// Has polls be refused first.
    func refuse(_ codes: [ProfilesProblem.Code]) { state.withLock { $0.refusals = codes } }

    /// The pairings that were started.
    var started: [Profiles.StartPairing] { state.withLock { $0.started } }

    /// The devices that there are.
    var all: [Device] { state.withLock { $0.devices } }

    /// The last refresh token.
    var token: String? {
        get { state.withLock { $0.token } }
        set { state.withLock { $0.token = newValue } }
    }

    /// How often a session was refreshed.
    var refreshes: Int { state.withLock { $0.refreshes } }

    /// Has a switch to the owner's profile require a PIN.
    func guardOwner(with pin: String) { state.withLock { $0.pin = pin } }

    func pairing(_ code: String) -> Pairing? { state.withLock { $0.pairings[code] } }

    func add(to handlers: inout RPCHandlers<Profiles>) {
        addSignIn(to: &handlers)
        handlers.on(Profiles.GetPairing.self) { request, _ in try self.decide(request.code) { _ in } }
        handlers.on(Profiles.ApprovePairing.self) { request, _ in
            try self.decide(request.code) { pairing in
                guard pairing.state != .denied else { throw Self.refusal(.failedPrecondition, .pairingDecided) }
                pairing.state = .approved
            }
        }
        handlers.on(Profiles.DenyPairing.self) { request, _ in try self.decide(request.code) { $0.state = .denied } }
        handlers.on(Profiles.ListDevices.self) { _, _ in
            DeviceList(devices: self.all, limit: 50)
        }
        handlers.on(Profiles.RenameDevice.self) { request, _ in
            try self.change(request.device) { $0.description.name = request.name }
        }
        handlers.on(Profiles.DisableDevice.self) { request, _ in
            try self.change(request.device) { $0.isDisabled = true }
        }
        handlers.on(Profiles.EnableDevice.self) { request, _ in
            try self.change(request.device) { $0.isDisabled = false }
        }
        handlers.on(Profiles.RevokeDevice.self) { request, _ in
            try self.state.withLock { state in
                let id = request.device ?? "d-machine"
                guard state.devices.contains(where: { $0.id == id }) || id == "d-machine" && state.token != nil else {
                    throw Self.refusal(.notFound, .unknownDevice)
                }
                state.devices.removeAll { $0.id == id }
                if id == "d-machine" { state.token = nil }
            }
            return Empty()
        }
        handlers.on(Profiles.SignOutEverywhere.self) { _, _ in
            self.state.withLock { state in
                defer { (state.devices, state.token) = ([], nil) }
                return SignedOutDevices(count: Int32(state.devices.count))
            }
        }
    }

    private func addSignIn(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.StartPairing.self) { request, _ in
            self.state.withLock { state in
                state.started.append(request)
                state.pairings["KLMNPQRS"] = Pairing(device: request.device, state: .pending, lifetimeSeconds: 600)
            }
            return PairingCodes(
                deviceCode: "home.secret", userCode: "KLMN-PQRS", link: "hearth://pair/KLMN-PQRS",
                lifetimeSeconds: 600, intervalSeconds: 0)
        }
        handlers.on(Profiles.PollPairing.self) { request, _ in
            try self.state.withLock { state in
                if !state.refusals.isEmpty { throw Self.refusal(.failedPrecondition, state.refusals.removeFirst()) }
                guard request.deviceCode == "home.secret" else { throw Self.refusal(.unauthenticated, .expiredToken) }
                state.token = "home.d-machine.0"
                return Self.session(of: state)
            }
        }
        handlers.on(Profiles.RefreshSession.self) { request, _ in
            try self.state.withLock { state in
                guard request.refreshToken == state.token else { throw Self.refusal(.unauthenticated, .signedOut) }
                state.refreshes += 1
                state.token = "home.d-machine.\(state.refreshes)"
                return Self.session(of: state)
            }
        }
        handlers.on(Profiles.SwitchProfile.self) { request, _ in
            try self.state.withLock { state in
                let isKids = request.profile.lowercased() == "kids" || request.profile == "p-kids"
                if !isKids, let pin = state.pin, pin != request.pin {
                    throw Self.refusal(.permissionDenied, request.pin == nil ? .pinRequired : .pinWrong)
                }
                state.profile = isKids ? "p-kids" : "p-owner"
                var session = Self.session(of: state)
                session.refreshToken = nil
                return session
            }
        }
    }

    private static func session(of state: State) -> Session {
        let now = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970)
        let isKids = state.profile == "p-kids"
        let profile = Profile(
            id: state.profile, name: isKids ? "Kids" : "Olga", kind: isKids ? .kids : .adult, member: nil,
            created: FakeProfiles.date)
        return Session(
            token: "device-token-of-\(state.profile)-\(state.refreshes)", expires: now.addingTimeInterval(900),
            renewAfter: now.addingTimeInterval(600), household: "home", profile: profile,
            role: isKids ? .child : .owner, policy: isKids ? .kids(seesUnrated: true) : .everything,
            refreshToken: state.token, refreshExpires: now.addingTimeInterval(86_400), device: "d-machine")
    }

    private func decide(_ code: String, _ body: (inout Pairing) throws -> Void) throws -> Pairing {
        try state.withLock { state in
            let letters = code.uppercased().filter(\.isLetter)
            guard var pairing = state.pairings[letters] else { throw Self.refusal(.notFound, .unknownPairing) }
            try body(&pairing)
            state.pairings[letters] = pairing
            return pairing
        }
    }

    private func change(_ id: String, _ body: (inout Device) -> Void) throws -> Device {
        try state.withLock { state in
            guard let index = state.devices.firstIndex(where: { $0.id == id }) else {
                throw Self.refusal(.notFound, .unknownDevice)
            }
            body(&state.devices[index])
            return state.devices[index]
        }
    }

    private static func refusal(_ code: RPCCode, _ rule: ProfilesProblem.Code) -> RPCError {
        RPCError(code, "Refused by the rule \(rule).", details: [RPCErrorDetail(ProfilesProblem(rule))])
    }
}
