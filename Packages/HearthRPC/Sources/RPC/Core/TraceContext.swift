/// W3C trace context (https://www.w3.org/TR/trace-context/): which trace a call belongs to, and under which span.
public struct TraceContext: Sendable, Hashable {
    /// The trace's 16 bytes as two words.
    public var traceID: (high: UInt64, low: UInt64)
    /// The span's 8 bytes.
    public var spanID: UInt64
    /// Whether the caller records this trace.
    public var isSampled: Bool

    /// Makes the context of a span.
    public init(traceID: (high: UInt64, low: UInt64), spanID: UInt64, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// Parses a `traceparent` text; nil when it is invalid (W3C trace context, section 3.2).
    ///
    /// Of a version after 00 only the four fields of 00 are read.
    public init?(traceparent: some StringProtocol) {
        let fields = Array(traceparent.utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard fields.count >= 4, fields[0].count == 2, fields[1].count == 32, fields[2].count == 16,
            fields[3].count == 2,
            let version = Self.word(fields[0]), version != 0xff, version > 0 || fields.count == 4,
            let high = Self.word(fields[1].prefix(16)), let low = Self.word(fields[1].suffix(16)), high | low != 0,
            let span = Self.word(fields[2]), span != 0, let flags = Self.word(fields[3])
        else { return nil }
        self.init(traceID: (high, low), spanID: span, isSampled: flags & 1 != 0)
    }

    /// Parses up to 16 lower-case hexadecimal digits.
    private static func word(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var word: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return word
    }

    /// A new trace with its first span.
    public static func root(runtime: any Runtime) -> TraceContext {
        TraceContext(
            traceID: (runtime.random() | 1, runtime.random()), spanID: runtime.random() | 1, isSampled: false)
    }

    /// A new span under this one.
    public func child(runtime: any Runtime) -> TraceContext {
        TraceContext(traceID: traceID, spanID: runtime.random() | 1, isSampled: isSampled)
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.traceID == right.traceID && left.spanID == right.spanID && left.isSampled == right.isSampled
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(traceID.high)
        hasher.combine(traceID.low)
        hasher.combine(spanID)
    }

    /// The `traceparent` text, `00-<trace>-<span>-<flags>`.
    public var traceparent: String { "00-\(traceIDText)-\(spanIDText)-\(isSampled ? "01" : "00")" }

    /// The trace's id as W3C writes it: 32 hexadecimal digits.
    public var traceIDText: String { Self.hexadecimal(traceID.high) + Self.hexadecimal(traceID.low) }

    /// The span's id as W3C writes it: 16 hexadecimal digits.
    public var spanIDText: String { Self.text(ofSpan: spanID) }

    /// A span's id as W3C writes it.
    package static func text(ofSpan id: UInt64) -> String { hexadecimal(id) }

    private static func hexadecimal(_ word: UInt64) -> String {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }.hexadecimal
    }
}
