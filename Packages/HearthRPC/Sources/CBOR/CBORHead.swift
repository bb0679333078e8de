/// The head of an item: its major type and argument (RFC 8949 section 3).
public struct CBORHead: Hashable, Sendable {
    /// The major type.
    public var major: CBORMajorType
    /// The low five bits of the first byte: 0 to 23 is the argument itself, 24 to 27 say how many bytes it takes,
    /// 31 marks an indefinite length or a break.
    public var additionalInformation: UInt8
    /// The argument: a value, a length, a count, a tag number, or the bits of a floating-point number.
    public var argument: UInt64

    /// Creates a head.
    @inlinable
    public init(major: CBORMajorType, additionalInformation: UInt8, argument: UInt64) {
        self.major = major
        self.additionalInformation = additionalInformation
        self.argument = argument
    }

    /// Whether this starts an indefinite-length item or is the break that ends one.
    @inlinable public var isIndefinite: Bool { additionalInformation == 31 }

    /// Whether the argument takes no more bytes than it needs. The width of a floating-point number is not checked.
    @inlinable public var isShortest: Bool {
        switch additionalInformation {
        case 24: major == .simple || argument >= 24
        case 25: major == .simple || argument > 0xFF
        case 26: major == .simple || argument > 0xFFFF
        case 27: major == .simple || argument > 0xFFFF_FFFF
        default: true
        }
    }
}
