import Testing

@testable import BackupFormat

/// Keys out of files and passphrases.
struct BackupKeyTests {
    private static let bytes = (0..<32).map { UInt8($0) }
    private static let digits = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F"

    @Test func `bytes and digits are the same key`() throws {
        let cost = BackupKey.Cost(logRounds: 4, blockSize: 1, parallelism: 1)
        let salt = [UInt8](repeating: 7, count: 32)
        let keys = [
            try BackupKey(keyFile: Self.bytes), try BackupKey(keyFile: Array("\(Self.digits)\n".utf8)),
            try BackupKey(passphrase: "open sesame"),
        ]
        let derived = try keys.map { try $0.derive(salt: salt, cost: cost) }
        #expect(derived[0].chunks == derived[1].chunks)
        #expect(Set(derived.flatMap { [$0.chunks, $0.check] }).count == 4)
        #expect(try keys[0].derive(salt: [1], cost: cost).chunks != derived[0].chunks)
    }

    @Test(arguments: ["", "00", String(repeating: "x", count: 64), String(repeating: "0", count: 66)])
    func `other files are no keys`(text: String) {
        #expect(throws: BackupError.self) { try BackupKey(keyFile: Array(text.utf8)) }
    }

    @Test func `a passphrase is neither empty nor endless`() {
        #expect(throws: BackupError.self) { try BackupKey(passphrase: "") }
        #expect(throws: BackupError.self) { try BackupKey(passphrase: String(repeating: "a", count: 1_025)) }
    }

    @Test func `a header cannot ask for more than the limit`() throws {
        let key = try BackupKey(passphrase: "open sesame")
        for cost in [(30, 255, 1), (17, 8, 5), (0, 8, 1), (31, 8, 1)] {
            let cost = BackupKey.Cost(
                logRounds: UInt8(cost.0), blockSize: UInt8(cost.1), parallelism: UInt8(cost.2))
            #expect(throws: BackupError.self) { try key.derive(salt: [1], cost: cost) }
        }
    }
}
