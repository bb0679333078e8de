internal import ArgumentParser
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// `hearth sign-in`
struct SignInCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign this machine in: a member approves the code that it shows.",
        discussion: """
            Commands then act as that member, and not by this machine's owner key. The sign-in is stored in the data \
            directory in a file that only you can read, and ends after 90 days without use.

            Example: hearth sign-in --name "Laptop in the study"
            """)

    static var isTraced: Bool { false }

    @OptionGroup var global: GlobalOptions

    @Option(help: "What the device is called in the list of devices; by default this machine's name.")
    var name: String?

    @Flag(
        help:
            "Several people use this machine: adult profiles return to the choice of a profile, as `hearth household relock` says."
    )
    var shared = false

    /// The codes that the command shows; the device code is a secret.
    private struct Shown: Encodable {
        var userCode: String
        var link: String
        var lifetimeSeconds: Int32
    }

    /// The result.
    private struct SignedIn: Encodable {
        var household: String
        var profile: String
        var device: String?
    }

    func run(_ gateway: Gateway) async throws {
        let stored = SignedInDevice(gateway)
        guard try stored.read() == nil else {
            throw GatewayFailure(
                "SIGNED_IN", "This machine is signed in already.",
                advice: "`hearth sign-out` signs it out.", status: .usage)
        }
        let output = gateway.output
        let device = ThisMachine.description(name: name, isShared: shared)
        let codes = try await gateway.send(
            Profiles.StartPairing(device: device, household: gateway.settings.household.value),
            to: Profiles.serviceName, token: nil)
        if output.isJSON {
            output.json(Shown(userCode: codes.userCode, link: codes.link, lifetimeSeconds: codes.lifetimeSeconds))
        } else {
            output.line("Code: \(codes.userCode)")
            output.line("Approve it where you are signed in: hearth pair \(codes.userCode)")
        }
        let session = try await PairingPoll(gateway, codes).session()
        try stored.store(session, profile: session.profile.id)
        gateway.forgetSessions()
        if output.isJSON {
            return output.json(
                SignedIn(household: session.household, profile: session.profile.id, device: session.device))
        }
        output.line("This machine is signed in as \(Table.printable(session.profile.name)).")
    }
}

/// Waits until a member has decided about a code (RFC 8628, section 3.4 and 3.5).
struct PairingPoll {
    private let gateway: Gateway
    private let codes: PairingCodes
    private let end: MonotonicInstant

    private static let slowDown: Int64 = 5
    private static let longestIntervalSeconds: Int64 = 60

    init(_ gateway: Gateway, _ codes: PairingCodes) {
        (self.gateway, self.codes) = (gateway, codes)
        end = gateway.runtime.now.advanced(by: .seconds(codes.lifetimeSeconds))
    }

    /// The session, once the code is approved.
    ///
    /// - Throws: ``GatewayFailure`` when it was denied or has expired.
    func session() async throws -> Session {
        var interval = Int64(codes.intervalSeconds)
        while true {
            try await gateway.runtime.sleep(for: .seconds(interval))
            do {
                return try await gateway.send(
                    Profiles.PollPairing(deviceCode: codes.deviceCode), to: Profiles.serviceName, token: nil)
            } catch var failure as GatewayFailure {
                switch failure.code {
                case ProfilesProblem.Code.authorizationPending.rawValue: break
                case ProfilesProblem.Code.slowDown.rawValue: interval += Self.slowDown
                // The service may be back in time; meanwhile it is asked less often.
                case _ where failure.status == .unavailable && gateway.runtime.now < end:
                    interval = min(max(1, interval * 2), Self.longestIntervalSeconds)
                default:
                    failure.advice = "`hearth sign-in` begins again with another code."
                    throw failure
                }
            }
        }
    }
}
