internal import Access

/// A private directory with a file for each secret, named by the environment: made by systemd (`LoadCredential=`), by a
/// container engine, or by `hearth up`.
struct CredentialDirectory: Sendable {
    /// The variable that names it, systemd's own: systemd.exec(5).
    static let variable = "CREDENTIALS_DIRECTORY"

    /// The longest secret, in bytes.
    static let maximumBytes = 16 << 10

    /// The directory.
    let path: String

    /// Finds it; nil when the environment names none.
    init?(environment: [String: String]) {
        guard let path = environment[Self.variable], path.hasPrefix("/") else { return nil }
        self.path = path
    }

    /// The file of a secret.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// A secret by its setting's name, without space around it; nil when there is none, or its file is empty.
    ///
    /// - Throws: ``ConfigurationError/unreadable(file:reason:)`` when others can read the file.
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
