import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import Testing

@testable import ServiceKit

/// Data of two households never mix, whatever they are called.
@Suite struct HouseholdIdentityTests {
    private func directory(
        _ root: String, _ service: String = "catalog", runtime: any Runtime = SystemRuntime.shared
    ) throws -> ShardDirectory {
        var options = ShardOptions()
        options.limits.ballastBytes = 0
        return try ShardDirectory(
            root: root, service: service, migrations: [ShardFixture.rows], createsHouseholds: service == "profiles",
            options: options, runtime: runtime,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), onFatal: { _ in })
    }

    /// Founds a household in a directory of its own.
    private func found(_ root: String) async throws -> HouseholdIdentity? {
        var identities: Set<HouseholdIdentity?> = []
        for service in ["profiles", "catalog"] {
            let shards = try directory(root, service)
            let shard = try await shards.shard(for: "home")
            identities.insert(shard.identity)
            #expect(shards.identity(of: "home") == shard.identity)
            await shards.close()
        }
        #expect(identities.count == 1, "both have the same")
        return identities.first ?? nil
    }

    @Test func `each household has another one, which stays`() async throws {
        try await ShardFixture.with { fixture in
            let first = try await found(fixture.directory + "/one")
            let second = try await found(fixture.directory + "/two")
            #expect(first != nil)
            #expect(first != second)
            #expect(try await found(fixture.directory + "/one") == first)
            let text = try String(contentsOfFile: fixture.directory + "/one/home/household.id", encoding: .utf8)
            #expect(text == "\(first?.text ?? "")\n")
        }
    }

    @Test(arguments: ["catalog", "profiles"])
    func `a shard of another household is refused untouched`(service: String) async throws {
        try await ShardFixture.with { fixture in
            let (one, two) = (fixture.directory + "/one", fixture.directory + "/two")
            let first = try #require(try await found(one))
            let second = try #require(try await found(two))
            let path = "\(one)/home/\(service).sqlite"
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: "\(two)/home/\(service).sqlite", toPath: path)
            let before = FileManager.default.contents(atPath: path)
            let shards = try directory(one, service)
            let error = await #expect(throws: ShardError.self) { try await shards.shard(for: "home") }
            #expect(error == .otherHousehold(path: path, found: second, expected: first))
            #expect(error?.rpcError.detail(HouseholdProblem.self)?.code == .otherHousehold)
            #expect(error?.rpcError.executed == .no)
            #expect(FileManager.default.contents(atPath: path) == before)
            await shards.close()
        }
    }

    @Test func `without profiles' file the own note tells whose a shard must be`() async throws {
        try await ShardFixture.with { fixture in
            let (one, two) = (fixture.directory + "/one", fixture.directory + "/two")
            _ = try await found(one)
            _ = try await found(two)
            try FileManager.default.removeItem(atPath: "\(one)/home/household.id")
            let path = "\(one)/home/catalog.sqlite"
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: "\(two)/home/catalog.sqlite", toPath: path)
            let shards = try directory(one)
            await #expect(throws: ShardError.self) { try await shards.shard(for: "home") }
            await shards.close()
        }
    }

    @Test func `shards of older builds take the identity that is there, or profiles draws one`() async throws {
        try await ShardFixture.with { fixture in
            let root = fixture.directory + "/one"
            _ = try await found(root)
            for name in ["household.id", "catalog.shard", "profiles.shard"] {
                try FileManager.default.removeItem(atPath: "\(root)/home/\(name)")
            }
            for service in ["catalog", "profiles"] {
                let database = try DatabaseQueue(path: ShardVFS.uri("\(root)/home/\(service).sqlite"))
                try await database.write { try $0.execute(sql: "DELETE FROM householdIdentity") }
                try database.close()
            }
            let early = try directory(root)
            #expect(try await early.shard(for: "home").identity == nil)
            await early.close()
            let drawn = try await found(root)
            #expect(drawn != nil)
        }
    }

    @Test(arguments: ["", "zz", "0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F"])
    func `a damaged identity file is an error, which profiles mends`(text: String) async throws {
        try await ShardFixture.with { fixture in
            let root = fixture.directory + "/one"
            let identity = try await found(root)
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/home/household.id"))
            let catalog = try directory(root)
            let error = await #expect(throws: ShardError.self) { try await catalog.shard(for: "home") }
            #expect(error?.description.contains("household.id") == true)
            await catalog.close()
            #expect(try await found(root) == identity)
        }
    }

    @Test func `the text is read as it is written, and nothing else`() {
        let identity = HouseholdIdentity(high: 0x0123_4567_89ab_cdef, low: 0x0000_0000_0000_000a)
        #expect(identity.text == "0123456789abcdef000000000000000a")
        #expect(HouseholdIdentity(identity.text) == identity)
        #expect(identity.abbreviated == "01234567")
        for text in ["", "0", identity.text + "0", identity.text.uppercased(), String(identity.text.dropLast()) + "g"] {
            #expect(HouseholdIdentity(text) == nil, "\(text)")
        }
    }
}

/// What is looked at for each call.
@Suite struct IdentityCacheTests {
    @Test func `many households keep theirs, and one that is taken away is unknown`() {
        let known = IdentityCache()
        for number in 0..<20 as Range<UInt64> { known["h\(number)"] = HouseholdIdentity(high: 1, low: number) }
        known["h3"] = HouseholdIdentity(high: 2, low: 3)
        known["h15"] = nil
        for number in 0..<20 as Range<UInt64> where number != 15 {
            #expect(known["h\(number)"] == HouseholdIdentity(high: number == 3 ? 2 : 1, low: number))
        }
        #expect(known["h15"] == nil)
        #expect(known["other"] == nil)
    }
}
