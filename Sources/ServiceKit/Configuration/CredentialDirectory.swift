internal import Access

/// A private directory with one file per secret, named by the environment: created by systemd (`LoadCredential=`), a
/// container engine, or `hearth up`.
struct CredentialDirectory: Sendable {
    /// The variable with its path, systemd's own: systemd.exec(5).
    static let variable = "CREDENTIALS_DIRECTORY"

    /// The maximum size of a secret, in bytes.
    static let maximumBytes = 16 << 10

    /// The directory.
    let path: String

    /// Takes the directory from the environment; nil when the variable is unset.
    init?(environment: [String: String]) {
        guard let path = environment[Self.variable], path.hasPrefix("/") else { return nil }
        self.path = path
    }

    /// The file of a secret.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// A secret by its setting's name, trimmed; nil when there is no file, or it is empty.
    ///
    /// - Throws: ``ConfigurationError/unreadable(file:reason:)`` when other users can read the file.
    func secret(_ name: String) throws(ConfigurationError) -> String? {
        let bytes: [UInt8]?
        do {
            bytes = try PrivateFile.readCredential(file(name), limit: Self.maximumBytes)
        } catch {
            throw .unreadable(file: file(name), reason: "\(error)")
        }
        guard let text = bytes.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}
