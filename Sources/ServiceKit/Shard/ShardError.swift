public import HearthModel
public import RPC

/// Why a shard cannot be opened or used at all.
public enum ShardError: Error, Sendable, Hashable {
    /// A newer version of the service wrote it. It was not modified.
    case newer(path: String, found: Int, known: Int)
    /// Another process has it open, or this one already does.
    case inUse(path: String, holder: String)
    /// `PRAGMA synchronous` is not FULL (2): a power failure could lose acknowledged writes.
    case notDurable(path: String, level: Int)
    /// Its pages are not sealed, or this SQLite does not support selecting a VFS by name.
    case notSealed(path: String)
    /// A migration failed; the shard is unchanged.
    case migrationFailed(path: String, name: String, reason: String)
    /// A service's migrations are not numbered 1, 2, 3 and so on.
    case migrationsMisnumbered(name: String)
    /// SQLite or the file system reported an error.
    case cannotOpen(path: String, reason: String)
    /// A page of the file is not what was written there.
    case damaged(path: String, reason: String)
    /// The folder is owned by another user, or is a symbolic link.
    case notPrivate(path: String, reason: String)
    /// Not a household's name.
    case badHouseholdName
    /// No household has this name, and this service may not create one.
    case unknownHousehold(String)
    /// The file is missing or empty, although other files prove that the shard existed. It was not created again.
    case missing(path: String, remains: [String])
    /// It has to be upgraded, and there is no room for a copy and the migration. It was not modified.
    case noRoomToUpgrade(path: String, from: Int, to: Int, needed: Int64, free: Int64)
    /// The directory is on a file system over a network, which is not allowed for shards.
    case networkFileSystem(path: String, kind: String)
    /// It belongs to another household of the same name. It was not modified.
    case otherHousehold(path: String, found: HouseholdIdentity, expected: HouseholdIdentity)
}

extension ShardError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .newer(let path, let found, let known):
            "\(path) was written by a newer version (schema \(found), this one knows \(known)). It was not touched. Update the "
                + "service; or go back to the copy from before the upgrade with: hearth rollback \(Self.service(path))"
        case .inUse(let path, let holder): "\(path) is in use by \(holder)."
        case .notDurable(let path, let level):
            "\(path) would not be durable: synchronous is \(level) instead of 2 (FULL)."
        case .notSealed(let path): "\(path) cannot be opened with sealed pages."
        case .migrationFailed(let path, let name, let reason): "\(path): migration \"\(name)\" failed: \(reason)"
        case .migrationsMisnumbered(let name): "Migration \"\(name)\" is out of order: versions are 1, 2, 3 and so on."
        case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)"
        case .damaged(let path, let reason):
            "\(path) is damaged, and nothing of it is used. Check the disk, and restore a copy: "
                + "hearth restore BACKUP --service \(Self.service(path)) (\(reason))"
        case .notPrivate(let path, let reason): "\(path) cannot hold private data: \(reason)"
        case .badHouseholdName: "A household's name is \(HouseholdName.rule)."
        case .unknownHousehold(let name):
            "There is no household \"\(name)\". Create it with: hearth household create \(name)"
        case .missing(let path, let remains):
            "\(path) is missing or empty, although \(Self.listed(remains)) \(remains.count == 1 ? "tells" : "tell") that it was "
                + "there. No new one was made. Mount its volume or put a copy back in its place; to give up what was in it, run: "
                + "hearth household begin-empty \(Self.service(path))"
        case .noRoomToUpgrade(let path, let from, let to, let needed, let free):
            "\(path) has to be upgraded from schema \(from) to \(to), which needs \(needed) bytes beside it for a copy and the "
                + "migration, and \(free) are free. It was not touched. Free some space; the service then continues by itself."
        case .networkFileSystem(let path, let kind):
            "\(path) is on a network file system (\(kind)), which loses and mixes up the data of shards. Put the shards on a "
                + "disk of this machine. To use them there all the same, unsafely: "
                + "\(CommonSettings.networkFileSystem.variable)=allow"
        case .otherHousehold(let path, let found, let expected):
            "\(path) belongs to another household (\(found.abbreviated)) than this one (\(expected.abbreviated)). It was not "
                + "touched. Put the shard of this household in its place."
        }
    }

    private static let listedNames = 3

    private static func listed(_ names: [String]) -> String {
        names.prefix(listedNames).joined(separator: ", ") + (names.count > listedNames ? " and others" : "")
    }

    /// The service of the shard at a path.
    private static func service(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
    }

    private static let suffix = ".sqlite"
}

extension ShardError: RPCErrorConvertible {
    /// Callers get errors about households and about shards that an operator has to restore, by service and without
    /// paths; everything else is for the log.
    public var rpcError: RPCError {
        switch self {
        case .badHouseholdName: .invalidArgument("household", description)
        case .unknownHousehold:
            RPCError(
                .notFound, description, executed: .no, details: [RPCErrorDetail(HouseholdProblem(.unknownHousehold))])
        case .missing(let path, _):
            RPCError(
                .failedPrecondition,
                "\(Self.service(path)) has lost its shard of this household: \(Self.service(path)).sqlite is missing or empty. "
                    + "Nothing was changed. Mount its volume or put a copy back in its place.",
                executed: .no, details: [RPCErrorDetail(HouseholdProblem(.shardMissing))])
        case .otherHousehold(let path, _, _):
            RPCError(
                .failedPrecondition,
                "\(Self.service(path)).sqlite belongs to another household. Nothing was changed. Put the shard of this household "
                    + "in its place.",
                executed: .no, details: [RPCErrorDetail(HouseholdProblem(.otherHousehold))])
        default:
            RPCError(.unavailable, "The household's data cannot be opened; the service's log says why.", executed: .no)
        }
    }
}
