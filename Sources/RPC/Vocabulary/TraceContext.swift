/// W3C trace context (https://www.w3.org/TR/trace-context/): which trace a call belongs to, and under which span.
public struct TraceContext: Sendable, Hashable {
    /// The trace's 16 bytes as two words.
    public var traceID: (high: UInt64, low: UInt64)
    /// The span's 8 bytes.
    public var spanID: UInt64
    /// Whether the caller records this trace.
    public var isSampled: Bool

    /// Names a span of a trace.
    public init(traceID: (high: UInt64, low: UInt64), spanID: UInt64, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
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
    public var traceparent: String { "00-\(traceIDText)-\(Self.hexadecimal(spanID))-\(isSampled ? "01" : "00")" }

    /// The trace's id as W3C writes it: 32 hexadecimal digits.
    public var traceIDText: String { Self.hexadecimal(traceID.high) + Self.hexadecimal(traceID.low) }

    private static func hexadecimal(_ word: UInt64) -> String {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }.hexadecimal
    }
}
