internal import Access
internal import Foundation
internal import HearthModel
internal import RPC

// What an erased household leaves to the next one of its name: a private file, `home/profiles.legacy`. It is there while
// neither of the two shards is, so that a process which ends in between loses nothing.
extension ShardDirectory {
    /// The size limit of the file, in bytes.
    private static let legacyLimitBytes = 1 << 20

    private func legacyPath(of household: String) -> String { "\(root)/\(household)/\(service).legacy" }

    /// Stores what an erased household leaves, durably; replaces what is there.
    ///
    /// - Throws: ``ShardError`` when it cannot be written.
    package func leave(_ bytes: [UInt8], of household: String) async throws {
        try await Blocking.run(options.face) { [self] in
            do {
                try PrivateFile.replaceSecret(legacyPath(of: household), bytes, runtime: runtime)
            } catch {
                throw ShardError.cannotOpen(path: legacyPath(of: household), reason: "\(error)")
            }
        }
    }

    /// What an erased household has left; nil when there is nothing.
    ///
    /// - Throws: ``ShardError`` when it cannot be read.
    package func legacy(of household: String) async throws -> [UInt8]? {
        guard HouseholdName.isValid(household) else { throw ShardError.badHouseholdName }
        return try await Blocking.run(options.face) { [self] in
            do {
                return try PrivateFile.readSecret(legacyPath(of: household), limit: Self.legacyLimitBytes)
            } catch {
                throw ShardError.cannotOpen(path: legacyPath(of: household), reason: "\(error)")
            }
        }
    }

    /// Removes what an erased household has left, once the next one has it.
    package func removeLegacy(of household: String) async {
        await Blocking.run(options.face) { [self] in
            if unlink(legacyPath(of: household)) == 0 { _ = Files.sync("\(root)/\(household)") }
        }
    }
}
