internal import Foundation
internal import GRDB
package import HearthModel
internal import Logging
internal import RPC

// The remains of a shard whose file is gone, and their consequence: a shard is created where there was none, and never
// in the place of a missing one.
extension ShardDirectory {
    /// Files beside a shard that prove it once existed. A log beside a shard that has pages proves nothing: the
    /// creation of a shard may have been interrupted there.
    private static let companions = [".opening", ".ballast"]
    private static let log = "-wal"

    /// The household's folder in the data directory.
    func folder(of household: String) -> HouseholdFolder { HouseholdFolder(data: data, household: household) }

    /// The names of the files that prove that this service had a shard of the household, apart from the shard itself.
    /// In profiles, without which there is no household, every trace of the household counts.
    func remains(of household: String) -> [String] {
        let folder = folder(of: household)
        let file = path(of: household)
        let companions = Self.companions + (Files.bytes(file) == 0 ? [Self.log] : [])
        var names = companions.filter { Files.bytes(file + $0) > 0 }.map { "\(service).sqlite\($0)" }
        let noted = "\(service)\(HouseholdFolder.markerSuffix)"
        names += folder.names.filter { name in
            name == noted || createsHouseholds && (name == HouseholdFolder.identityName || belongsToOtherService(name))
        }
        if createsHouseholds, root != data {
            names += HouseholdFolder.names(in: "\(root)/\(household)").filter(belongsToOtherService)
        }
        return names
    }

    /// Whether a file is another service's shard, or its marker.
    private func belongsToOtherService(_ name: String) -> Bool {
        for suffix in [".sqlite", HouseholdFolder.markerSuffix] where name.hasSuffix(suffix) {
            return name.dropLast(suffix.count) != service
        }
        return false
    }

    /// The households of which this service has or had a shard, sorted.
    func knownHouseholds() -> [String] {
        Set(HouseholdFolder.names(in: root) + HouseholdFolder.names(in: data))
            .filter { HouseholdName.isValid($0) && knows($0) }.sorted()
    }

    /// Whether this service has or had a shard of the household.
    package func knows(_ household: String) -> Bool {
        FileManager.default.fileExists(atPath: path(of: household)) || !remains(of: household).isEmpty
    }

    /// Whether no household was ever here, apart from one of this name: keys and empty folders do not count.
    package func isFirstStart(of household: String) -> Bool {
        for directory in Set([data, root]) {
            for name in HouseholdFolder.names(in: directory) where HouseholdName.isValid(name) && name != household {
                if !HouseholdFolder.names(in: "\(directory)/\(name)").isEmpty { return false }
            }
        }
        return true
    }

    /// Checks that the household exists and that its shard is not missing, and creates a folder for the shard. A
    /// rejection leaves no trace.
    ///
    /// - Returns: the conditions that the shard must meet when opened.
    func prepare(_ household: String) throws -> ShardExpectation {
        let folder = folder(of: household)
        guard createsHouseholds || folder.exists else { throw ShardError.unknownHousehold(household) }
        let file = path(of: household)
        let remains = folder.permitsEmpty(service) ? [] : remains(of: household)
        if !remains.isEmpty, Files.bytes(file) == 0 {
            throw ShardError.missing(path: file, remains: remains)
        }
        try Files.makePrivate(folder.path)
        try Files.makePrivate("\(root)/\(household)")
        let note = folder.note(of: service)
        let noted = note?.identity.flatMap { HouseholdIdentity($0) }
        var expectation = ShardExpectation(
            remains: remains, drawsIdentity: createsHouseholds, previousVersion: note?.hearthVersion)
        do {
            expectation.identity = try folder.identity() ?? noted
        } catch {
            // Profiles' own shard contains the identity, too, and the file is then rewritten.
            guard createsHouseholds, Files.bytes(file) > 0, let noted else { throw error }
            expectation.identity = noted
        }
        return expectation
    }

    /// Records that the shard of a household is here, and its identity. A failure, as on a full disk, is made up for at
    /// the next opening.
    func noteOpened(_ household: String, _ identity: HouseholdIdentity?) {
        if let identity { identities[household] = identity }
        let folder = folder(of: household)
        do {
            if createsHouseholds, let identity, (try? folder.identity()) != identity {
                try folder.write(identity, runtime: runtime)
            }
            try folder.writeMarker(of: service, identity, runtime: runtime)
            folder.endPermission(of: service)
        } catch {
            logger.warning(
                "It could not be noted that a shard was opened.",
                metadata: ["household": "\(household)", "error": "\(error)"])
        }
    }

    // MARK: Identities

    /// The identity of a household as known to this service; nil when it has not opened or learned it.
    package func identity(of household: String) -> HouseholdIdentity? { identities[household] }

    /// Caches the identity that a household's shard has learned.
    func cacheIdentity(_ identity: HouseholdIdentity, of household: String) {
        identities[household] = identity
        openShards[household]?.cacheIdentity(identity)
        // On failure the next opening writes it.
        try? folder(of: household).writeMarker(of: service, identity, runtime: runtime)
    }

    /// Lets a shard without identity adopt that of a verified token. The call continues meanwhile.
    func adoptIdentity(of shard: Shard, _ household: String) {
        guard let viewer = ServerCall.current?.identity as? Viewer, viewer.household == household,
            let identity = viewer.identity, shard.claimIdentityWrite()
        else { return }
        runtime.spawn { [self] in
            guard let own = try? await shard.write({ try HouseholdIdentityTable.adopt(identity, $0) }) else { return }
            cacheIdentity(own, of: household)
        }
    }
}

/// The conditions that a shard must meet to be opened.
struct ShardExpectation: Sendable {
    /// The household's identity; nil when nothing here records it.
    var identity: HouseholdIdentity?
    /// The files that prove that there was a shard; empty where one may be created.
    var remains: [String] = []
    /// Whether an identity is generated when the shard has none: in profiles alone.
    var drawsIdentity = false
    /// The version of the build that had the shard open last; nil when it is not recorded.
    var previousVersion: String?

    /// Rejects a missing or empty shard although there was one, and a shard of another household.
    ///
    /// - Throws: ``ShardError``.
    func check(_ look: ShardSchema.Inspection, path: String) throws {
        if !look.isShard, !remains.isEmpty { throw ShardError.missing(path: path, remains: remains) }
        if let identity, let found = look.identity, found != identity {
            throw ShardError.otherHousehold(path: path, found: found, expected: identity)
        }
    }

    /// The shard's identity, written when it had none and one is recorded or generated.
    func settle(runtime: any Runtime, _ db: Database) throws -> HouseholdIdentity? {
        if let own = try HouseholdIdentityTable.read(db) { return own }
        let drawn = { HouseholdIdentity(high: runtime.random(), low: runtime.random()) }
        guard let identity = identity ?? (drawsIdentity ? drawn() : nil) else { return nil }
        return try HouseholdIdentityTable.adopt(identity, db)
    }
}
