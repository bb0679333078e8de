internal import Foundation

/// Host names in canonical form: ASCII, lower case.
enum HostName {
    private static let maximumBytes = 253
    private static let labelBytes = 63

    /// A host in its ASCII form; nil when it is invalid.
    ///
    /// Names in other scripts become Punycode (RFC 3492) after the compatibility mapping that IDNA prescribes (RFC 5895).
    static func ascii(_ text: String) -> String? {
        if text.hasPrefix("[") { return IPHost.address6(text) }
        // A host may be percent-encoded, too.
        let decoded = text.contains("%") ? String(decoding: PercentEncoding.decoded(text), as: UTF8.self) : text
        let isPlain = decoded.utf8.allSatisfy { $0 < 0x80 }
        let mapped = isPlain ? decoded.lowercased() : decoded.precomposedStringWithCompatibilityMapping.lowercased()
        // The full stops of East Asian scripts (RFC 3490, section 3.1).
        let dotted = String(String.UnicodeScalarView(mapped.unicodeScalars.map { stops.contains($0) ? "." : $0 }))
        var labels = dotted.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        guard !labels.isEmpty else { return nil }
        var result: [String] = []
        for label in labels {
            guard let ascii = asciiLabel(label) else { return nil }
            result.append(ascii)
        }
        let host = result.joined(separator: ".")
        if IPHost.endsInNumber(result) { return IPHost.address4(result) }
        return host.utf8.count <= maximumBytes ? host : nil
    }

    /// Whether a host is a number and has no domain.
    static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static let stops: Set<Unicode.Scalar> = ["\u{3002}", "\u{ff0e}", "\u{ff61}"]

    private static func asciiLabel(_ label: Substring) -> String? {
        guard !label.isEmpty else { return nil }
        if label.utf8.allSatisfy({ $0 < 0x80 }) {
            // Underscores are no letters of host names, and there are hosts that have them.
            let isGood = label.utf8.allSatisfy {
                (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f
            }
            return isGood && label.utf8.count <= labelBytes ? String(label) : nil
        }
        let scalars = Array(label.unicodeScalars.filter { !isIgnored($0) })
        guard scalars.allSatisfy(isAllowed), let encoded = Punycode.encode(scalars) else { return nil }
        // Ignored characters may leave ASCII letters only.
        if scalars.allSatisfy(\.isASCII) { return asciiLabel(Substring(String(String.UnicodeScalarView(scalars)))) }
        let ascii = "xn--" + encoded
        return ascii.utf8.count <= labelBytes ? ascii : nil
    }

    /// Ignored code points of a name: soft hyphen, joiners, variation selectors.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isDefaultIgnorableCodePoint }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" }
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
            return false
        default: return scalar != "\u{fffd}"
        }
    }
}

/// Unicode in the letters of host names (RFC 3492, section 6).
enum Punycode {
    private static let (base, tMin, tMax, skew, damp): (UInt32, UInt32, UInt32, UInt32, UInt32) = (36, 1, 26, 38, 700)
    private static let (initialBias, initialN): (UInt32, UInt32) = (72, 128)
    private static let maximumScalars = 63

    /// A label without its `xn--`; nil when it is too long for a host.
    static func encode(_ label: [Unicode.Scalar]) -> String? {
        guard label.count <= maximumScalars else { return nil }
        var output = label.filter(\.isASCII).map { UInt8($0.value) }
        let basic = UInt32(output.count)
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (n, delta, bias, handled) = (initialN, UInt32(0), initialBias, basic)
        while handled < UInt32(label.count) {
            let next = label.map(\.value).filter { $0 >= n }.min() ?? n
            delta += (next - n) * (handled + 1)
            n = next
            for scalar in label {
                if scalar.value < n { delta += 1 }
                guard scalar.value == n else { continue }
                appendNumber(delta, bias, to: &output)
                bias = adapted(delta, points: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func appendNumber(_ number: UInt32, _ bias: UInt32, to output: inout [UInt8]) {
        var (q, k) = (number, base)
        while true {
            let t = k <= bias ? tMin : min(k - bias, tMax)
            if q < t { break }
            output.append(digit(t + (q - t) % (base - t)))
            q = (q - t) / (base - t)
            k += base
        }
        output.append(digit(q))
    }

    private static func digit(_ value: UInt32) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

    private static func adapted(_ delta: UInt32, points: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / points
        var k: UInt32 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }
}
