internal import Access
internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import QRCode
internal import ServiceKit

/// `hearth invite create`
struct InviteCreate: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an invitation, and show its link and QR code.",
        discussion: "Example: hearth invite create --name Kim --child --for 2h --png kim.png")

    @OptionGroup var global: GlobalOptions

    @Option(help: "The name that the member gets unless another one is chosen.")
    var name: String?

    @Flag(help: "Invite a child, with a kids profile.")
    var child = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long it can be accepted: 5m to 168h (7 days); 24h by default.", valueName: "time"))
    var lifetime: TimeSpan?

    @Option(help: ArgumentHelp("A file to write the QR code to, as a PNG.", valueName: "file"))
    var png: String?

    /// The limits of the service: see ``Profiles/InviteMember/lifetimeMinutes``.
    private static let minutes = 5.0...10_080

    func validate() throws {
        if let lifetime, !Self.minutes.contains(lifetime.seconds / 60) {
            throw ValidationError("--for must be from 5m to 168h, 7 days.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        if let png, FileManager.default.fileExists(atPath: png) {
            throw GatewayFailure(
                "FILE_EXISTS", "\(Table.printable(png)) exists. No invitation was made.",
                advice: "Name another file.", status: .usage)
        }
        let issued = try await gateway.send(
            Profiles.InviteMember(
                role: child ? .child : .adult, name: name,
                lifetimeMinutes: lifetime.map { Int32(($0.seconds / 60).rounded()) }),
            see: "hearth invite list")
        let code = try QRCode(issued.link)
        if let png { try write(code, to: png, gateway) }
        let output = gateway.output
        if output.isJSON { return output.json(issued) }
        let invitation = issued.invitation
        let clock = await gateway.clock()
        let subject = invitation.name.map { "\($0) is" } ?? "A person is"
        output.line(
            Table.printable(
                "\(subject) invited as \(child ? "a child" : "an adult"), until \(clock.stamp(invitation.expires))."))
        output.line(issued.link)
        for line in code.terminalLines(hasColours: output.hasColours) { output.line(line) }
        if let png { output.line("The QR code is in \(Table.printable(png)).") }
        output.line(
            "It is accepted once, with `hearth invite accept`. `hearth invite revoke \(invitation.id)` ends it.")
    }

    /// Writes the picture, which only this user can read: it holds the secret.
    private func write(_ code: QRCode, to path: String, _ gateway: Gateway) throws {
        do {
            try PrivateFile.replaceSecret(path, try code.png(), runtime: gateway.runtime)
        } catch let error as KeyFileError {
            throw GatewayFailure(
                "NOT_WRITTEN", "The QR code cannot be written: \(error)",
                advice: "The invitation is made: `hearth invite list` shows it, `hearth invite revoke` ends it.")
        }
    }
}
