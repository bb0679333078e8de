/// Half-precision numbers (IEEE 754 binary16) as bits: `Float16` is not available on every platform.
@usableFromInline
enum HalfFloat {
    /// The canonical NaN.
    static let quietNaN: UInt16 = 0x7E00

    /// The bits of a number that half precision holds exactly, or nil. Every NaN becomes ``quietNaN``.
    static func bitPattern(exactly value: Float) -> UInt16? {
        let bits = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
        let exponent = Int((bits >> 23) & 0xFF) - 127
        let fraction = bits & 0x7F_FFFF
        switch exponent {
        case -14...15:
            guard fraction & 0x1FFF == 0 else { return nil }
            return sign | UInt16(exponent + 15) << 10 | UInt16(truncatingIfNeeded: fraction >> 13)
        case -24 ... -15:  // subnormal in half precision: the leading one becomes explicit
            let significand = fraction | 0x80_0000
            let shift = UInt32(-1 - exponent)
            guard significand & ((1 << shift) - 1) == 0 else { return nil }
            return sign | UInt16(truncatingIfNeeded: significand >> shift)
        case -127 where fraction == 0: return sign
        case 128: return fraction == 0 ? sign | 0x7C00 : quietNaN
        default: return nil
        }
    }

    /// The value of half-precision bits.
    @usableFromInline
    static func value(_ bits: UInt16) -> Double {
        let exponent = Int((bits >> 10) & 0x1F)
        let fraction = Double(bits & 0x3FF)
        let sign: FloatingPointSign = bits & 0x8000 == 0 ? .plus : .minus
        return switch exponent {
        case 0: Double(sign: sign, exponent: -24, significand: fraction)
        case 31 where fraction == 0: sign == .plus ? .infinity : -.infinity
        case 31: .nan
        default: Double(sign: sign, exponent: exponent - 15, significand: 1 + fraction / 1024)
        }
    }
}
