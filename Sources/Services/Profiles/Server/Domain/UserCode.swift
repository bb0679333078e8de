internal import Cryptography
internal import RPC

/// The code that a device shows and a member types: eight letters of an alphabet of twenty without vowels, so that none is a
/// word and few look alike (RFC 8628, section 6.1).
struct UserCode: Sendable, Hashable {
    /// The letters, without the dash.
    let letters: [UInt8]

    static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    static let length = 8
    static let saltBytes = 16
    private static let linkPrefix = "hearth://pair/"
    /// The longest text that is read as a code: a link, with spaces.
    private static let textBytes = 64

    /// A random code: 34.5 bits.
    init(runtime: any Runtime) {
        var letters: [UInt8] = []
        // Bytes beyond the last whole multiple of 20 are drawn again: all letters are equally likely.
        let limit = 256 / Self.alphabet.count * Self.alphabet.count
        while letters.count < Self.length {
            guard let byte = runtime.randomBytes(1).first, Int(byte) < limit else { continue }
            letters.append(Self.alphabet[Int(byte) % Self.alphabet.count])
        }
        self.letters = letters
    }

    /// The code in what a person typed, or in its link; nil when there is none. Case and anything but letters and digits do
    /// not matter.
    init?(_ text: String) {
        guard text.utf8.count <= Self.textBytes else { return nil }
        let code = text.lowercased().hasPrefix(Self.linkPrefix) ? text.dropFirst(Self.linkPrefix.count) : text[...]
        let letters = Array(
            code.uppercased().utf8.filter { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte >= 0x80
            })
        guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        self.letters = letters
    }

    /// `XXXX-XXXX`.
    var text: String {
        String(decoding: letters[..<4], as: UTF8.self) + "-" + String(decoding: letters[4...], as: UTF8.self)
    }

    /// The code as a link.
    var link: String { Self.linkPrefix + text }

    /// What is stored of it.
    func hash(salt: [UInt8]) throws -> [UInt8] { try SHA256.digest(of: salt + letters) }

    /// Whether it is the code of a stored pairing.
    func matches(_ pairing: PairingRow) throws -> Bool {
        constantTimeEqual(try hash(salt: pairing.salt), pairing.userCode)
    }
}
