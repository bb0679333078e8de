internal import Foundation
package import HearthModel
internal import Logging
internal import RPC

// Households that were deleted for good. The mark `SERVICE.erased` comes first, and is durable: whatever interrupts the
// erasure, what is left is removed later, and no call opens or creates a shard of that household.
extension ShardDirectory {
    /// Erases everything that the service has of a deleted household. Its name is unknown here until another household
    /// has it.
    ///
    /// - Throws: ``ShardError`` when a file cannot be removed; the erasure then goes on at the next maintenance.
    package func eraseDeleted(_ household: String, _ identity: HouseholdIdentity) async throws {
        guard HouseholdName.isValid(household) else { throw ShardError.badHouseholdName }
        try await Blocking.run(options.face) { [self] in
            try folder(of: household).markErased(identity, of: service, runtime: runtime)
        }
        options.failPoints.reach(ErasureFailPoint.marked)
        try await erase(household)
        await settleErased(household)
        quarantine.set(QuarantineSummary(), of: household)
    }

    /// Erases what is left of deleted households, or has come back: work that was in flight may write files late.
    func eraseRemains() async {
        for household in HouseholdFolder.names(in: data) where HouseholdName.isValid(household) {
            let folder = folder(of: household)
            guard folder.erasedIdentity(of: service) != nil else { continue }
            do {
                if hasFiles(of: household) { try await erase(household) }
                await settleErased(household)
            } catch {
                logger.error(
                    "The data of a deleted household cannot be erased; the next attempt follows.",
                    metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    /// In profiles, without which there is no household, nothing is left to be told of an erased one.
    private func settleErased(_ household: String) async {
        guard createsHouseholds else { return }
        await Blocking.run(options.face) { [self] in
            folder(of: household).removeErasedMark(of: service)
            if rmdir("\(data)/\(household)") == 0 { _ = Files.sync(data) }
        }
    }

    /// Whether the service has files of a household, apart from the mark.
    private func hasFiles(of household: String) -> Bool {
        let names = HouseholdFolder.names(in: "\(root)/\(household)") + folder(of: household).names
        return names.contains { name in
            name == service || name.hasPrefix("\(service).") && !name.hasSuffix(HouseholdFolder.erasedSuffix)
                || createsHouseholds && name == HouseholdFolder.identityName
        }
    }

    /// Rejects a household that was deleted, and lets another one of its name begin.
    ///
    /// - Parameter claimed: the identity in the caller's token, for a machine without profiles.
    /// - Throws: ``ShardError/unknownHousehold(_:)``.
    func checkIsNotErased(_ household: String, claimed: HouseholdIdentity?) throws {
        let folder = folder(of: household)
        guard let erased = folder.erasedIdentity(of: service) else { return }
        if !createsHouseholds {
            guard let current = try folder.identity() ?? claimed, current != erased else {
                throw ShardError.unknownHousehold(household)
            }
        }
        // An erasure that was cut short ends first.
        try removeFiles(household)
        folder.removeErasedMark(of: service)
    }

    /// The other services that have data of a household on this machine, sorted.
    package func servicesWithData(of household: String) -> [String] {
        var services: Set<String> = []
        for directory in Set([data, root]) {
            for name in HouseholdFolder.names(in: "\(directory)/\(household)") {
                for suffix in [".sqlite", HouseholdFolder.markerSuffix] where name.hasSuffix(suffix) {
                    services.insert(String(name.dropLast(suffix.count)))
                }
            }
        }
        return services.subtracting([service]).sorted()
    }

    /// Writes a household's shard back to its file and opens it again, so that deleted data is in neither the file nor
    /// its log, and removes copies of it from before upgrades.
    ///
    /// - Throws: ``ShardError``.
    package func overwriteDeleted(in household: String) async throws {
        await close(household)
        await Blocking.run(options.face) { [self] in
            try? FileManager.default.removeItem(atPath: upgradeCopies(of: household))
            removeCopy(of: household)
        }
        _ = try await shard(for: household)
    }
}
