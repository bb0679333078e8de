/// Whether floating-point numbers take no more bytes than they need.
enum FloatWidth {
    /// Checks a number of two, four or eight bytes (additional information 25, 26, 27) by its bits.
    static func isShortest(_ information: UInt8, _ bits: UInt64) -> Bool {
        switch information {
        case 25:
            let half = UInt16(truncatingIfNeeded: bits)
            return half & 0x7C00 != 0x7C00 || half & 0x3FF == 0 || half == HalfFloat.quietNaN
        case 26:
            return HalfFloat.bitPattern(exactly: Float(bitPattern: UInt32(truncatingIfNeeded: bits))) == nil
        default:
            let value = Double(bitPattern: bits)
            return !value.isNaN && Double(Float(value)) != value
        }
    }
}
