internal import Foundation
internal import GRDB
internal import ProfilesAPI

/// The rows of devices that wait for approval, and the count of wrong codes.
enum PairingTable {
    private static let columns = """
        deviceCode, userCode, salt, name, platform, capabilities, state, member, profile, device, isShared, \
        waitMilliseconds, countedFrom, clock
        """

    /// All that were not removed yet, the oldest first.
    static func all(_ db: Database) throws -> [PairingRow] {
        let statement = try db.cachedStatement(sql: "SELECT \(columns), row FROM pairing ORDER BY row")
        return try Row.fetchAll(statement).map(PairingRow.init)
    }

    /// The one of a device code, by the code's SHA-256.
    static func find(deviceCode: [UInt8], _ db: Database) throws -> PairingRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns), row FROM pairing WHERE deviceCode = ?")
        return try Row.fetchOne(statement, arguments: [Data(deviceCode)]).map(PairingRow.init)
    }

    static func insert(_ pairing: PairingRow, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO pairing (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let about = pairing.description
        try statement.execute(arguments: [
            Data(pairing.deviceCode), Data(pairing.userCode), Data(pairing.salt), about.name, about.platform,
            try DeviceDescription.body(about.capabilities), pairing.state.rawValue, pairing.member, pairing.profile,
            pairing.device, about.isShared == true, pairing.life.milliseconds, pairing.life.countedFrom,
            pairing.life.clock,
        ])
    }

    /// Stores what was decided.
    static func update(_ pairing: PairingRow, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE pairing SET state = ?, member = ?, profile = ?, device = ? WHERE row = ?")
            .execute(arguments: [
                pairing.state.rawValue, pairing.member, pairing.profile, pairing.device, pairing.row,
            ])
    }

    static func remove(_ pairing: PairingRow, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM pairing WHERE row = ?").execute(arguments: [pairing.row])
    }

    /// The wrong codes, and how long they count; none at first.
    static func guesses(_ db: Database) throws -> (tries: Int, lock: PINLock) {
        let statement = try db.cachedStatement(
            sql: "SELECT tries, waitMilliseconds, countedFrom, clock FROM pairingGuesses")
        guard let row = try Row.fetchOne(statement) else { return (0, .none) }
        return (row[0], PINLock(milliseconds: row[1], countedFrom: row[2], clock: row[3]))
    }

    static func note(tries: Int, lock: PINLock, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO pairingGuesses VALUES (1, ?, ?, ?, ?)")
            .execute(arguments: [tries, lock.milliseconds, lock.countedFrom, lock.clock])
    }
}

/// A device that wants to sign in.
struct PairingRow: Sendable, Hashable {
    /// Nil until it is stored.
    var row: Int64?
    /// The SHA-256 of the device code's secret.
    var deviceCode: [UInt8]
    /// The SHA-256 of salt and user code.
    var userCode: [UInt8]
    var salt: [UInt8]
    var description: DeviceDescription
    var state = Pairing.State.pending
    /// Who approved it, or was named by the owner.
    var member: String?
    /// The profile to begin with.
    var profile: String?
    /// The device that it has become.
    var device: String?
    /// The rest of its life.
    var life: PINLock
}

extension PairingRow {
    fileprivate init(_ row: Row) throws {
        let (deviceCode, userCode, salt): (Data, Data, Data) = (row[0], row[1], row[2])
        self.deviceCode = [UInt8](deviceCode)
        self.userCode = [UInt8](userCode)
        self.salt = [UInt8](salt)
        description = try DeviceDescription(name: row[3], platform: row[4], body: row[5], isShared: row[10])
        state = Pairing.State(rawValue: row[6])
        member = row[7]
        profile = row[8]
        device = row[9]
        life = PINLock(milliseconds: row[11], countedFrom: row[12], clock: row[13])
        self.row = row[14]
    }
}
