internal import Foundation
internal import GRDB
package import Household
internal import Logging
internal import RPC
internal import Synchronization

// What a shard leaves behind when its file goes, and what follows from that: a shard is made where there was none, and never in
// the place of one that is missing.
extension ShardDirectory {
    /// What lies beside a shard that was there once. A log beside a shard that has pages says nothing: the making of a shard may
    /// have been cut short there.
    private static let companions = [".opening", ".ballast"]
    private static let log = "-wal"

    /// The household's folder in the data directory.
    func folder(of household: String) -> HouseholdFolder { HouseholdFolder(data: data, household: household) }

    /// The names of the files which tell that this service had a shard of the household, the shard itself aside. In profiles,
    /// without which there is no household, everything counts that tells of the household.
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

    /// Whether a file is another service's shard, or its note of one.
    private func belongsToOtherService(_ name: String) -> Bool {
        for suffix in [".sqlite", HouseholdFolder.markerSuffix] where name.hasSuffix(suffix) {
            return name.dropLast(suffix.count) != service
        }
        return false
    }

    /// The households of which this service has a shard, or had one, sorted.
    func knownHouseholds() -> [String] {
        Set(HouseholdFolder.names(in: root) + HouseholdFolder.names(in: data))
            .filter { HouseholdName.isValid($0) && knows($0) }.sorted()
    }

    /// Whether this service has a shard of the household, or had one.
    package func knows(_ household: String) -> Bool {
        FileManager.default.fileExists(atPath: path(of: household)) || !remains(of: household).isEmpty
    }

    /// Whether no household was ever here, one of this name aside: the keys and empty folders tell of none.
    package func isFirstStart(of household: String) -> Bool {
        for directory in Set([data, root]) {
            for name in HouseholdFolder.names(in: directory) where HouseholdName.isValid(name) && name != household {
                if !HouseholdFolder.names(in: "\(directory)/\(name)").isEmpty { return false }
            }
        }
        return true
    }

    /// Makes sure that the household exists, that its shard is not missing, and that there is a folder for the shard. A refusal
    /// leaves no trace.
    ///
    /// - Returns: what the shard must be, to be opened.
    func prepare(_ household: String) throws -> ShardExpectation {
        let folder = folder(of: household)
        guard createsHouseholds || folder.exists else { throw ShardError.unknownHousehold(household) }
        let file = path(of: household)
        let maySilently = options.has(.foundsSilently, runtime)
        let remains = folder.permitsEmpty(service) || maySilently ? [] : remains(of: household)
        if !remains.isEmpty, Files.bytes(file) == 0 {
            throw ShardError.missing(path: file, remains: remains)
        }
        try Files.makePrivate(folder.path)
        try Files.makePrivate("\(root)/\(household)")
        let noted = folder.note(of: service)?.identity.flatMap { HouseholdIdentity($0) }
        var expectation = ShardExpectation(remains: remains, drawsIdentity: createsHouseholds)
        do {
            expectation.identity = try folder.identity() ?? noted
        } catch {
            // Profiles' own shard says it, too, and then the file is written again.
            guard createsHouseholds, Files.bytes(file) > 0, let noted else { throw error }
            expectation.identity = noted
        }
        if options.has(.mixesHouseholds, runtime) { expectation.identity = nil }
        return expectation
    }

    /// Writes down that the shard of a household is here, and whose it is. What cannot be written, as on a full disk, is written
    /// at the next opening.
    func noteOpened(_ household: String, _ identity: HouseholdIdentity?) {
        if let identity { identities.withLock { $0[household] = identity } }
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

    /// The identity of a household as this service knows it; nil when it has not opened or learned it.
    package func identity(of household: String) -> HouseholdIdentity? { identities.withLock { $0[household] } }

    /// Remembers what a household's shard has learned.
    func cacheIdentity(_ identity: HouseholdIdentity, of household: String) {
        identities.withLock { $0[household] = identity }
        openShards[household]?.cacheIdentity(identity)
        // Not written: the next opening writes it.
        try? folder(of: household).writeMarker(of: service, identity, runtime: runtime)
    }

    /// Has a shard that does not know whose it is learn it of a verified token. The call goes on meanwhile.
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

/// What a shard must be to be opened.
struct ShardExpectation: Sendable {
    /// The household's identity; nil when nothing here says it.
    var identity: HouseholdIdentity?
    /// The files which tell that there was a shard; empty where one may be made.
    var remains: [String] = []
    /// Whether an identity is drawn when the shard has none: in profiles alone.
    var drawsIdentity = false

    /// Refuses a shard that is none although there was one, and one of another household.
    ///
    /// - Throws: ``ShardError``.
    func check(_ look: ShardSchema.Inspection, path: String) throws {
        if !look.isShard, !remains.isEmpty { throw ShardError.missing(path: path, remains: remains) }
        if let identity, let found = look.identity, found != identity {
            throw ShardError.otherHousehold(path: path, found: found, expected: identity)
        }
    }

    /// The shard's identity, written when it had none and something says or draws one.
    func settle(runtime: any Runtime, _ db: Database) throws -> HouseholdIdentity? {
        if let own = try HouseholdIdentityTable.read(db) { return own }
        let drawn = { HouseholdIdentity(high: runtime.random(), low: runtime.random()) }
        guard let identity = identity ?? (drawsIdentity ? drawn() : nil) else { return nil }
        return try HouseholdIdentityTable.adopt(identity, db)
    }
}
