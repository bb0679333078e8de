/// Checks UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Validation {
    @inline(__always)
    static func isValid(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var index = 0
        // Eight ASCII bytes at a time.
        while count - index >= 8 {
            let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { break }
            index += 8
        }
        while index < count, bytes[index] < 0x80 { index += 1 }
        return index == count || isValidSlow(bytes, from: index, count)
    }

    @inline(never)
    private static func isValidSlow(_ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Bool {
        var index = start
        while index < count {
            let first = bytes[index]
            if first < 0x80 {
                index += 1
                continue
            }
            let length: Int
            let second: ClosedRange<UInt8>  // the second byte is what excludes overlong forms and surrogates
            switch first {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return false
            }
            guard count - index >= length, second.contains(bytes[index + 1]) else { return false }
            for offset in 2..<4 where offset < length {
                guard bytes[index + offset] & 0xC0 == 0x80 else { return false }
            }
            index += length
        }
        return true
    }
}
