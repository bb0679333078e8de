import Foundation

/// A file of Wycheproof's in the folder `vectors`.
struct Vectors<Group: Decodable>: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]

    init(_ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "vectors/\(name)_test.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
}

/// What a vector expects.
enum VectorResult: String, Decodable {
    case valid, invalid
    /// An implementation may accept or reject it; the tests say which one this module does.
    case acceptable
}

/// A vector of signatures.
struct SignatureVector: Decodable {
    let tcId: Int
    let msg: String
    let sig: String
    let result: VectorResult
}

/// The outcome of all vectors of a file, to be compared as a whole.
struct VectorOutcome: Equatable {
    /// How many vectors ran.
    var count = 0
    /// The numbers of those with another outcome than expected.
    var wrong: [Int] = []
    /// The numbers of the accepted ones of those that may be accepted or rejected.
    var acceptedByChoice: [Int] = []

    mutating func add(_ number: Int, _ result: VectorResult, isAccepted: Bool) {
        count += 1
        switch result {
        case .valid: if !isAccepted { wrong.append(number) }
        case .invalid: if isAccepted { wrong.append(number) }
        case .acceptable: if isAccepted { acceptedByChoice.append(number) }
        }
    }
}

extension [UInt8] {
    /// The bytes of a text of hexadecimal digits, two for a byte.
    init(hexadecimal text: String) throws {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count % 2 == 0 else { throw NotHexadecimal(text: text) }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

struct NotHexadecimal: Error {
    let text: String
}
