/// A request of OTLP over HTTP in the JSON mapping of its protocol buffers
/// (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids in hexadecimal, enumerations as numbers, and
/// 64-bit integers as text.
struct OTLPRequest: Encodable {
    var resourceSpans: [ResourceSpans]

    /// The spans of one process.
    struct ResourceSpans: Encodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    /// A process.
    struct Resource: Encodable {
        var attributes: [Attribute]
    }

    /// The spans of one library.
    struct ScopeSpans: Encodable {
        var scope: Scope
        var spans: [Span]
    }

    /// The library that made the spans.
    struct Scope: Encodable {
        var name: String
        var version: String
    }

    struct Span: Encodable {
        var traceId: String
        var spanId: String
        /// Absent at the root of a trace.
        var parentSpanId: String?
        var name: String
        var kind: Int
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
        var events: [Event]
        var status: Status
    }

    struct Event: Encodable {
        var timeUnixNano: String
        var name: String
    }

    struct Status: Encodable {
        /// 2 for an error; absent when it is not set.
        var code: Int?
    }

    struct Attribute: Encodable {
        var key: String
        var value: Value
    }

    /// An attribute's value, of one type.
    enum Value: Encodable, Hashable {
        case text(String)
        case number(Int64)

        private enum CodingKeys: String, CodingKey { case stringValue, intValue }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .text(let text): try container.encode(text, forKey: .stringValue)
            case .number(let number): try container.encode("\(number)", forKey: .intValue)
            }
        }
    }
}

/// What a collector answers: whether it has rejected some of the spans.
struct OTLPResponse: Decodable {
    private struct PartialSuccess: Decodable {
        var rejectedSpans: Count?
    }

    /// A 64-bit integer, which the JSON mapping writes as text and accepts as a number.
    private struct Count: Decodable {
        var value: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                value = Int(text) ?? 0
            } else {
                value = try container.decode(Int.self)
            }
        }
    }

    private var partialSuccess: PartialSuccess?

    /// The number of rejected spans.
    var rejected: Int { max(0, partialSuccess?.rejectedSpans?.value ?? 0) }
}
