extension Schema {
    /// The shape of a value.
    public struct Shape: Codable, Hashable, Sendable {
        /// The kind of value.
        public var kind: Kind
        /// The name of a reference's rule.
        public var name: String?
        /// The item of an array, the key and the value of a map, or the value of a nullable.
        public var of: [Shape]

        /// Creates a shape.
        public init(_ kind: Kind, name: String? = nil, of: [Shape] = []) {
            self.kind = kind
            self.name = name
            self.of = of
        }

        /// A sequence of items.
        public static func array(_ item: Shape) -> Shape { Shape(.array, of: [item]) }
        /// Values by their keys, which are text or `int64`.
        public static func map(_ key: Shape, _ value: Shape) -> Shape { Shape(.map, of: [key, value]) }
        /// A value or null.
        public static func nullable(_ value: Shape) -> Shape { Shape(.nullable, of: [value]) }
        /// A named type.
        public static func reference(_ name: String) -> Shape { Shape(.reference, name: name) }
    }

    /// A kind of value. More may be added; readers treat unknown ones as ``any``.
    public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
        /// The kind's name.
        public var rawValue: String

        /// Creates a kind by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// `Bool`.
        public static let bool = Kind(rawValue: "bool")
        /// `Int8`.
        public static let int8 = Kind(rawValue: "int8")
        /// `Int16`.
        public static let int16 = Kind(rawValue: "int16")
        /// `Int32`.
        public static let int32 = Kind(rawValue: "int32")
        /// `Int64` and `Int`.
        public static let int64 = Kind(rawValue: "int64")
        /// `UInt8`.
        public static let uint8 = Kind(rawValue: "uint8")
        /// `UInt16`.
        public static let uint16 = Kind(rawValue: "uint16")
        /// `UInt32`.
        public static let uint32 = Kind(rawValue: "uint32")
        /// `UInt64` and `UInt`.
        public static let uint64 = Kind(rawValue: "uint64")
        /// `Double`.
        public static let double = Kind(rawValue: "double")
        /// `String`.
        public static let text = Kind(rawValue: "text")
        /// `Data` and `[UInt8]`.
        public static let bytes = Kind(rawValue: "bytes")
        /// `Date`: tag 1.
        public static let date = Kind(rawValue: "date")
        /// `UUID`: tag 37.
        public static let uuid = Kind(rawValue: "uuid")
        /// `URL`: tag 32.
        public static let url = Kind(rawValue: "url")
        /// An array; its item is in `of`.
        public static let array = Kind(rawValue: "array")
        /// A dictionary; its key and value are in `of`.
        public static let map = Kind(rawValue: "map")
        /// A value, in `of`, or null.
        public static let nullable = Kind(rawValue: "nullable")
        /// A named type.
        public static let reference = Kind(rawValue: "reference")
        /// Anything.
        public static let any = Kind(rawValue: "any")

        /// The smallest and the greatest number of a kind of integer.
        var integerRange: (least: Int64, greatest: UInt64)? {
            switch self {
            case .int8: (-0x80, 0x7F)
            case .int16: (-0x8000, 0x7FFF)
            case .int32: (-0x8000_0000, 0x7FFF_FFFF)
            case .int64: (.min, UInt64(Int64.max))
            case .uint8: (0, 0xFF)
            case .uint16: (0, 0xFFFF)
            case .uint32: (0, 0xFFFF_FFFF)
            case .uint64: (0, .max)
            default: nil
            }
        }
    }
}
