internal import CBOR
internal import Foundation
internal import FuzzKit

extension RPCFuzzTargets {
    /// One byte of options, then the input of the decoder.
    ///
    /// Validator, decoder and reader agree; a decoded value survives encoding and decoding; input accepted by the
    /// deterministic profile equals the encoder's output; typed decoding is as stable as that of trees.
    static func codec(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        let options = CBORDecodingOptions(rawValue: first & 7)
        let depth = first & 8 == 0 ? CBORReader.defaultMaxDepth : Int(first >> 4)
        let limits = CBORLimits(maxDepth: depth)
        let bytes = [UInt8](input.dropFirst())
        let decoder = CBORDecoder(limits: limits, options: options)
        let tree = try? decoder.decode(CBORValue.self, from: bytes)
        let isValid = (try? CBORValidator(limits: limits, options: options).validate(bytes)) != nil
        expect((tree != nil) == isValid, "what is valid decodes, and nothing else")
        skim(bytes, isValid: isValid && !options.contains(.indefiniteLengths), maxDepth: limits.maxDepth)
        if let tree { check(tree, bytes, options, limits) }
        checkRecord(bytes, decoder)
    }

    /// Reads all items without decoding them.
    private static func skim(_ bytes: [UInt8], isValid: Bool, maxDepth: Int) {
        bytes.withUnsafeBytes { bytes in
            var reader = CBORReader(bytes)
            let skipped = try? reader.skip(maxDepth: maxDepth)
            expect(reader.offset <= bytes.count, "a reader stays within its bytes")
            if isValid { expect(skipped?.count == bytes.count, "what is valid is skipped whole") }
        }
    }

    private static func check(
        _ tree: CBORValue, _ bytes: [UInt8], _ options: CBORDecodingOptions, _ limits: CBORLimits
    ) {
        expect(depth(of: tree) <= limits.maxDepth, "nesting is within its limit")
        expect(size(of: tree) <= bytes.count, "no tree has more items than its bytes could hold")
        let encoder = CBOREncoder(maxDepth: 256)
        let normal = normal(tree)
        expect(!repeatsPlainKey(tree), "no map has a key twice")
        guard let written = try? encoder.encode(tree) else {
            return expect(repeatsKey(normal), "what was decoded is encoded")
        }
        let strict = CBORDecoder(limits: CBORLimits(maxDepth: 256), options: .deterministic)
        guard let again = try? strict.decode(CBORValue.self, from: written) else {
            fatalError("broken: what was encoded is decoded by the strictest profile")
        }
        expect(again == normal, "decoding, encoding and decoding is decoding")
        expect(try encoder.encode(again) == written, "encoding is stable")
        if options == .deterministic, !hasNaN(tree) {
            expect(written == bytes, "the profile accepts one encoding only")
        }
        expect(!tree.description.isEmpty, "every tree has a notation")
    }

    private static func checkRecord(_ bytes: [UInt8], _ decoder: CBORDecoder) {
        guard let record = try? decoder.decode(Record.self, from: bytes) else { return }
        // A decoded date or URL may have no encoding; an encoded value decodes to itself.
        guard let written = try? CBOREncoder(maxDepth: 256).encode(record) else { return }
        let plain = CBORDecoder(limits: CBORLimits(maxDepth: 256))
        guard let again = try? plain.decode(Record.self, from: written) else {
            fatalError("broken: an encoded record is decoded")
        }
        expect(try CBOREncoder(maxDepth: 256).encode(again) == written, "records are encoded as they were decoded")
    }

    private static func depth(of tree: CBORValue) -> Int {
        switch tree {
        case .array(let items): 1 + (items.map(depth).max() ?? 0)
        case .map(let pairs): 1 + (pairs.map { max(depth(of: $0.key), depth(of: $0.value)) }.max() ?? 0)
        case .tagged(_, let item): 1 + depth(of: item)
        default: 0
        }
    }

    private static func size(of tree: CBORValue) -> Int {
        switch tree {
        case .array(let items): 1 + items.reduce(0) { $0 + size(of: $1) }
        case .map(let pairs): 1 + pairs.reduce(0) { $0 + size(of: $1.key) + size(of: $1.value) }
        case .tagged(_, let item): 1 + size(of: item)
        default: 1
        }
    }

    /// The tree in its encoded form: big integers that 64 bits hold are plain ones, and none has leading zeros.
    private static func normal(_ tree: CBORValue) -> CBORValue {
        switch tree {
        case .array(let items): return .array(items.map(normal))
        case .map(let pairs): return .map(pairs.map { CBORValue.Pair(normal($0.key), normal($0.value)) })
        case .tagged(let number, .bytes(let bytes)) where number == 2 || number == 3:
            let digits = Array(bytes.drop { $0 == 0 })
            guard digits.count <= 8 else { return .tagged(number, .bytes(digits)) }
            let value = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return number == 2 ? .unsigned(value) : .negative(value)
        case .tagged(let number, let item): return .tagged(number, normal(item))
        default: return tree
        }
    }

    /// Whether a map has a duplicate key, which two encodings of one big integer can cause.
    private static func repeatsKey(_ tree: CBORValue) -> Bool {
        switch tree {
        case .array(let items): items.contains(where: repeatsKey)
        case .map(let pairs):
            Set(pairs.map(\.key)).count < pairs.count || pairs.contains { repeatsKey($0.key) || repeatsKey($0.value) }
        case .tagged(_, let item): repeatsKey(item)
        default: false
        }
    }

    /// Whether a map has a duplicate key that is a number or a string. Other keys are compared by their bytes as sent,
    /// which may be two encodings of one value.
    private static func repeatsPlainKey(_ tree: CBORValue) -> Bool {
        switch tree {
        case .array(let items): return items.contains(where: repeatsPlainKey)
        case .map(let pairs):
            let plain = pairs.map(\.key).filter {
                switch $0 {
                case .unsigned, .negative, .text, .bytes: true
                default: false
                }
            }
            return Set(plain).count < plain.count
                || pairs.contains { repeatsPlainKey($0.key) || repeatsPlainKey($0.value) }
        case .tagged(_, let item): return repeatsPlainKey(item)
        default: return false
        }
    }

    /// All NaNs are equal, and encoded as one.
    private static func hasNaN(_ tree: CBORValue) -> Bool {
        switch tree {
        case .double(let value): value.isNaN
        case .array(let items): items.contains(where: hasNaN)
        case .map(let pairs): pairs.contains { hasNaN($0.key) || hasNaN($0.value) }
        case .tagged(_, let item): hasNaN(item)
        default: false
        }
    }
}

/// A type with every kind of field of messages.
private struct Record: Codable {
    enum Kind: String, Codable { case plain, fancy }

    struct Inner: Codable {
        enum CodingKeys: Int, CodingKey {
            case small = 1
            case large = 2
            case next = 3
        }
        var small: Int8
        var large: UInt64?
        var next: [Inner]?
    }

    var i: Int64?
    var u: UInt32?
    var d: Double?
    var f: Float?
    var b: Bool?
    var t: String?
    var y: [UInt8]?
    var data: Data?
    var date: Date?
    var id: UUID?
    var url: URL?
    var kind: Kind?
    var list: [String?]?
    var map: [String: [Double]]?
    var numbers: [Int: String]?
    var inner: Inner?
    var r: [Record]?
}
