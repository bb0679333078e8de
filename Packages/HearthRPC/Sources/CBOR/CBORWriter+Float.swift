extension CBORWriter {
    /// Writes a floating-point number in the fewest bytes that keep its value: two, four or eight
    /// (RFC 8949 section 4.2.1). Every NaN becomes the one of two bytes.
    public mutating func double(_ value: Double) {
        let single = Float(value)
        if Double(single) == value {
            float(single)
        } else if value.isNaN {
            bytes.append(0xF9)
            bigEndian(HalfFloat.quietNaN)
        } else {
            bytes.append(0xFB)
            bigEndian(value.bitPattern)
        }
    }

    /// Writes a floating-point number in the fewest bytes that keep its value: two or four.
    public mutating func float(_ value: Float) {
        if let half = HalfFloat.bitPattern(exactly: value) {
            bytes.append(0xF9)
            bigEndian(half)
        } else {
            bytes.append(0xFA)
            bigEndian(value.bitPattern)
        }
    }

    /// Writes a simple value other than false, true and null. 24 to 31 do not exist (RFC 8949 section 3.3): it writes
    /// nothing and returns false.
    @discardableResult
    public mutating func simple(_ value: UInt8) -> Bool {
        guard value < 24 || value >= 32 else { return false }
        head(.simple, UInt64(value))
        return true
    }
}
