internal import ArgumentParser
internal import Foundation
internal import ServiceKit

/// The household's PIN, for guarded changes: from a file or standard input, or typed without echo. Never from the
/// command line, which other users of the machine can read.
struct PINOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the household's PIN, for scripts; - reads it from standard input. A terminal prompts for it.",
            valueName: "file"))
    var pinFile: String?

    /// The advice for passing a PIN.
    static let advice =
        "In a terminal the command asks for it. A script gives it with --pin-file FILE, or --pin-file - on standard input."

    /// Makes a call that a PIN may guard: with the given PIN, or with a typed one when the service requires it.
    ///
    /// - Throws: ``GatewayFailure``, also when no PIN can be had.
    func use<Value>(_ gateway: Gateway, _ body: (_ pin: String?) async throws -> Value) async throws -> Value {
        if let pinFile { return try await body(try Self.read(pinFile)) }
        do {
            return try await body(nil)
        } catch let failure as GatewayFailure where failure.needsPIN {
            guard let pin = await gateway.environment.terminal.read("The household's PIN: ", true) else {
                throw failure
            }
            return try await body(pin)
        }
    }

    /// A new PIN: out of the file, or typed twice.
    ///
    /// - Throws: ``GatewayFailure`` when there is none, it is no PIN, or the two differ.
    func new(_ gateway: Gateway) async throws -> String {
        if let pinFile { return try Self.checked(try Self.read(pinFile)) }
        let terminal = gateway.environment.terminal
        guard let pin = await terminal.read("The new PIN, \(Self.form): ", true) else {
            throw GatewayFailure("NO_PIN", "No PIN was given.", advice: Self.advice, status: .usage)
        }
        let checked = try Self.checked(pin)
        guard await terminal.read("Once more: ", true) == pin else {
            throw GatewayFailure(
                "PINS_DIFFER", "The two are not the same. Nothing was changed.", canRetry: true, status: .usage)
        }
        return checked
    }

    private static let digits = 4...8
    private static let form = "\(digits.lowerBound) to \(digits.upperBound) digits"

    /// A PIN that has the form of one.
    ///
    /// - Throws: ``GatewayFailure`` for anything else.
    static func checked(_ pin: String) throws -> String {
        guard digits.contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw GatewayFailure(
                "NOT_A_PIN", "A PIN has \(form). Nothing was changed.", canRetry: false, status: .usage)
        }
        return pin
    }

    private static func read(_ file: String) throws -> String { try SecretFile.read(file, what: "PIN") }
}

/// A secret in a file or on standard input.
enum SecretFile {
    /// The secret, without white space around it.
    ///
    /// - Parameter what: its name, for the error.
    /// - Throws: ``GatewayFailure`` when it cannot be read.
    static func read(_ file: String, what: String) throws -> String {
        let data =
            file == "-" ? try FileHandle.standardInput.readToEnd() : FileManager.default.contents(atPath: file)
        guard let data, let text = String(data: data, encoding: .utf8) else {
            throw GatewayFailure(
                "NO_INPUT", "The \(what) cannot be read from \(file == "-" ? "standard input" : file).",
                advice: "Check the path and its permissions; - in place of the file reads standard input.",
                status: .noInput)
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
