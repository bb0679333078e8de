import RPC
import Testing

@testable import ProfilesService

/// The codes that devices show.
struct UserCodeTests {
    @Test func `codes are eight letters of the alphabet of RFC 8628, all equally likely`() throws {
        let simulation = Simulation(seed: 7)
        var counts: [UInt8: Int] = [:]
        for _ in 0..<5_000 {
            let code = UserCode(runtime: simulation)
            #expect(code.letters.count == 8)
            for letter in code.letters { counts[letter, default: 0] += 1 }
            #expect(UserCode(code.text) == code)
            #expect(UserCode(code.link) == code)
        }
        #expect(Set(counts.keys) == Set("BCDFGHJKLMNPQRSTVWXZ".utf8))
        // 2,000 of each on average, with a standard deviation of 44.
        for (letter, count) in counts { #expect(abs(count - 2_000) < 250, "\(letter)") }
    }

    @Test(arguments: [
        "WDJBMJHT", "wdjb-mjht", " WDJB MJHT ", "hearth://pair/WDJB-MJHT", "HEARTH://pair/wdjbmjht", "w.d.j.b/m-j-h-t",
    ])
    func `case, spaces and dashes do not matter, and the link is one`(text: String) throws {
        #expect(try #require(UserCode(text)).text == "WDJB-MJHT")
    }

    @Test(arguments: [
        "", "WDJB-MJH", "WDJB-MJHTT", "WDJB-MJHA", "WDJB-MJH1", "WDJB-MJHÉ", "pair WDJB-MJHT",
        String(repeating: "-", count: 100),
    ])
    func `anything else is no code`(text: String) { #expect(UserCode(text) == nil) }

    @Test func `equal codes with other salts are stored as other hashes, and only the right one matches`() throws {
        let code = try #require(UserCode("WDJB-MJHT"))
        let salts: [[UInt8]] = [Array(repeating: 1, count: 16), Array(repeating: 2, count: 16)]
        #expect(try code.hash(salt: salts[0]) != code.hash(salt: salts[1]))
        let pairing = PairingRow(
            deviceCode: [], userCode: try code.hash(salt: salts[0]), salt: salts[0],
            description: .test(), life: .none)
        #expect(try code.matches(pairing))
        #expect(try !#require(UserCode("WDJB-MJHX")).matches(pairing))
    }
}
