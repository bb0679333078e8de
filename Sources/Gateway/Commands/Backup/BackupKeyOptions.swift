internal import Access
internal import ArgumentParser
internal import BackupFormat
internal import Foundation
internal import ServiceKit

/// Where a backup's key comes from.
struct BackupKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A private file with the key: 32 bytes, or 64 hexadecimal digits.", valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Ask for a passphrase.")
    var passphrase = false

    @Option(
        help: ArgumentHelp("A file with the passphrase; - for standard input.", valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    func validate() throws {
        guard [keyFile != nil, passphrase, passphraseFile != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("Use one of --key-file, --passphrase and --passphrase-file.")
        }
    }

    /// Whether any was given.
    var isGiven: Bool { keyFile != nil || passphrase || passphraseFile != nil }

    /// The key of a new backup; nil when it is not to be encrypted. A typed passphrase is asked for twice.
    ///
    /// - Throws: ``GatewayFailure``.
    func new(_ gateway: Gateway) async throws -> BackupKey? {
        guard passphrase else { return try given() }
        let terminal = gateway.environment.terminal
        guard let text = await terminal.read("The new passphrase: ", true) else { throw Self.noPassphrase }
        guard await terminal.read("Once more: ", true) == text else {
            throw GatewayFailure(
                "PASSPHRASES_DIFFER", "The two are not the same. No backup was made.", canRetry: true, status: .usage)
        }
        return try Self.checked { () throws(BackupError) in try BackupKey(passphrase: text) }
    }

    /// The key that was named, for several backups; nil when none was.
    ///
    /// - Throws: ``GatewayFailure``.
    func once(_ gateway: Gateway) async throws -> BackupKey? {
        guard passphrase else { return try given() }
        return try await Self.typed(gateway)
    }

    /// The key of an existing backup. Without an option, the passphrase is asked for where one is needed.
    ///
    /// - Throws: ``GatewayFailure``.
    func existing(_ path: String, _ gateway: Gateway) async throws -> BackupKey? {
        let kind = try Self.naming(path) { try BackupReader.kindOfKey(path) }
        guard let kind else { return nil }
        if !passphrase, let key = try given() { return key }
        guard kind == .passphrase else {
            throw GatewayFailure(
                "KEY_NEEDED", "\(path) is encrypted with a key file.", advice: "Name it with --key-file.",
                status: .usage)
        }
        return try await Self.typed(gateway)
    }

    private static func typed(_ gateway: Gateway) async throws -> BackupKey {
        guard let text = await gateway.environment.terminal.read("The backup's passphrase: ", true) else {
            throw noPassphrase
        }
        return try checked { () throws(BackupError) in try BackupKey(passphrase: text) }
    }

    private static let noPassphrase = GatewayFailure(
        "NO_PASSPHRASE", "No passphrase was given.", advice: "A script passes it with --passphrase-file.",
        status: .usage)

    private func given() throws -> BackupKey? {
        if let keyFile { return try Self.key(in: keyFile) }
        guard let passphraseFile else { return nil }
        let text = try SecretFile.read(passphraseFile, what: "passphrase")
        return try Self.checked { () throws(BackupError) in try BackupKey(passphrase: text) }
    }

    /// The key in a file that only this user can read.
    ///
    /// - Throws: ``GatewayFailure``.
    static func key(in path: String) throws -> BackupKey {
        let bytes: [UInt8]?
        do { bytes = try PrivateFile.readSecret(path, limit: BackupKey.maximumFileBytes) } catch {
            throw GatewayFailure(
                "KEY_FILE", "The key file cannot be used: \(error)", advice: "Its mode must be 600: chmod 600 \(path)",
                status: .notPermitted)
        }
        guard let bytes else {
            throw GatewayFailure(
                "KEY_FILE", "There is no key file \(path).",
                advice: "To create one: (umask 077; openssl rand -hex 32 > \(path))", status: .noInput)
        }
        return try checked { () throws(BackupError) in try BackupKey(keyFile: bytes) }
    }

    private static func checked(_ body: () throws(BackupError) -> BackupKey) throws -> BackupKey {
        do { return try body() } catch {
            throw GatewayFailure("KEY", "The key cannot be used: \(error)", status: .usage)
        }
    }

    /// Runs a body whose errors are about a backup.
    ///
    /// - Throws: ``GatewayFailure``.
    static func naming<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as BackupError { throw GatewayFailure(error, of: path) }
    }
}

extension GatewayFailure {
    /// Why a backup cannot be written or read.
    init(_ error: BackupError, of path: String) {
        let (code, status): (String, ExitStatus) =
            switch error {
            case .exists, .busy: ("BACKUP_EXISTS", .held)
            case .missing: ("NO_BACKUP", .noInput)
            case .notABackup: ("NOT_A_BACKUP", .data)
            case .newer: ("BACKUP_NEWER", .data)
            case .cut: ("BACKUP_CUT", .data)
            case .damaged: ("BACKUP_DAMAGED", .data)
            case .keyNeeded: ("KEY_NEEDED", .usage)
            case .wrongKey: ("WRONG_KEY", .usage)
            case .invalidKey: ("KEY", .usage)
            case .system: ("FAILED", .failure)
            }
        self.init(code, "\(path) cannot be used: \(error).", status: status)
        switch error {
        case .exists(let path):
            message = "\(path) exists already, and a backup replaces nothing."
            advice = "Name a new path, such as \(path)/home\(BackupWriter.containerSuffix) in a directory."
        case .busy(let path): message = "Another process writes \(path) now."
        case .missing(let path): message = "There is no \(path)."
        case .notABackup(let path): message = "\(path) is no backup."
        case .keyNeeded(.keyFile): advice = "Name the key file with --key-file."
        case .keyNeeded(.passphrase): advice = "Use --passphrase or --passphrase-file."
        case .damaged, .cut: advice = "Take another backup: `hearth backup list` shows them."
        case .newer: advice = "Update Hearth."
        default: break
        }
    }
}
