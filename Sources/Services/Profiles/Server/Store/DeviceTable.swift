internal import CBOR
internal import Foundation
internal import GRDB
internal import ProfilesAPI

/// The rows of devices.
enum DeviceTable {
    private static let columns = """
        id, member, profile, name, platform, capabilities, signedIn, refreshed, isDisabled, signedOut, family, current, \
        previous, nonce, rotatedIn, rotatedAt, isShared
        """

    /// Every device of the household, the last seen first.
    static func all(_ db: Database) throws -> [DeviceRow] {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns) FROM device ORDER BY refreshed DESC, row DESC")
        return try Row.fetchAll(statement).map(DeviceRow.init)
    }

    static func find(_ id: String, _ db: Database) throws -> DeviceRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM device WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(DeviceRow.init)
    }

    /// How many devices are signed in.
    static func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM device WHERE signedOut IS NULL") ?? 0
    }

    /// Inserts a device, or replaces the one of the same id.
    static func put(_ device: DeviceRow, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO device (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let (family, about) = (device.family, device.description)
        try statement.execute(arguments: [
            device.id, device.member, device.profile, about.name, about.platform,
            try DeviceDescription.body(about.capabilities), device.signedIn, device.refreshed, device.isDisabled,
            device.signedOut, Data(family.shared), Data(family.current), Data(family.previous), Data(family.nonce),
            family.rotated.life, family.rotated.milliseconds, about.isShared == true,
        ])
    }

    static func remove(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM device WHERE id = ?").execute(arguments: [id])
    }

    /// Removes the devices of a member.
    ///
    /// - Returns: how many.
    static func removeAll(of member: String, _ db: Database) throws -> Int {
        try db.cachedStatement(sql: "DELETE FROM device WHERE member = ?").execute(arguments: [member])
        return db.changesCount
    }

    /// Removes the devices that were signed out, to make room.
    static func removeSignedOut(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM device WHERE signedOut IS NOT NULL")
    }
}

/// A device on which a member has signed in.
struct DeviceRow: Sendable, Hashable {
    var id: String
    var member: String
    /// The profile that it goes on with.
    var profile: String
    var description: DeviceDescription
    /// Milliseconds since 1970.
    var signedIn: Int64
    /// When it last fetched a token, in milliseconds since 1970.
    var refreshed: Int64
    var isDisabled = false
    /// When its tokens were revoked for being used twice, in milliseconds since 1970.
    var signedOut: Int64?
    var family: RefreshFamily
}

extension DeviceRow {
    fileprivate init(_ row: Row) throws {
        id = row[0]
        member = row[1]
        profile = row[2]
        description = try DeviceDescription(name: row[3], platform: row[4], body: row[5], isShared: row[16])
        signedIn = row[6]
        refreshed = row[7]
        isDisabled = row[8]
        signedOut = row[9]
        let (shared, current, previous, nonce): (Data, Data, Data, Data) = (row[10], row[11], row[12], row[13])
        family = RefreshFamily(
            shared: [UInt8](shared), current: [UInt8](current), previous: [UInt8](previous), nonce: [UInt8](nonce),
            rotated: RotationTime(life: row[14], milliseconds: row[15]))
    }
}

extension DeviceDescription {
    /// A description out of its columns.
    init(name: String, platform: String, body: Data?, isShared: Bool) throws {
        self.init(
            name: name, platform: platform,
            capabilities: try body.map { try CBORDecoder().decode(DeviceCapabilities.self, from: Array($0)) },
            isShared: isShared ? true : nil)
    }

    /// The column of capabilities.
    static func body(_ capabilities: DeviceCapabilities?) throws -> Data? {
        try capabilities.map { Data(try CBOREncoder().encode($0)) }
    }
}
