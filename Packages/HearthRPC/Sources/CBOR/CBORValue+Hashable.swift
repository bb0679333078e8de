// Text is compared by its bytes: `String` treats some different sequences of scalars as equal, the data model does not.
extension CBORValue {
    public static func == (left: CBORValue, right: CBORValue) -> Bool {
        switch (left, right) {
        case (.unsigned(let left), .unsigned(let right)), (.negative(let left), .negative(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right || isSame(left, right)
        case (.tagged(let left, let first), .tagged(let right, let second)): left == right && first == second
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null), (.undefined, .undefined): true
        case (.simple(let left), .simple(let right)): left == right
        case (.double(let left), .double(let right)): left.canonicalBits == right.canonicalBits
        default: false
        }
    }

    /// Whether two maps hold the same pairs in any order.
    private static func isSame(_ left: [Pair], _ right: [Pair]) -> Bool {
        guard left.count == right.count else { return false }
        let values = Dictionary(left.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        return values.count == left.count && right.allSatisfy { values[$0.key] == $0.value }
            && Set(right.map(\.key)).count == right.count
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .unsigned(let value): hasher.combine(value)
        case .negative(let value): hasher.combine(~value)
        case .bytes(let bytes): hasher.combine(bytes)
        case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .array(let items): hasher.combine(items)
        case .map(let pairs):
            // A sum, because the order of the pairs does not matter.
            var sum = 0
            for pair in pairs {
                var own = Hasher()
                own.combine(pair)
                sum &+= own.finalize()
            }
            hasher.combine(sum)
        case .tagged(let number, let item):
            hasher.combine(number)
            hasher.combine(item)
        case .bool(let value): hasher.combine(value)
        case .null: hasher.combine(0xF6)
        case .undefined: hasher.combine(0xF7)
        case .simple(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.canonicalBits)
        }
    }
}

extension Double {
    /// The bits, of which all NaNs have the same. Negative zero is not zero.
    fileprivate var canonicalBits: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}
