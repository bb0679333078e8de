internal import RPC
internal import RPCDiagnostics
internal import Tracing

extension OTLPRequest {
    /// The request for spans of this process.
    init(_ spans: [SpanRecord], of source: SpanSource) {
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: source.attributes),
                scopeSpans: [
                    ScopeSpans(
                        scope: Scope(name: SpanSource.scope, version: source.version), spans: spans.map(Span.init))
                ])
        ]
    }
}

extension OTLPRequest.Span {
    fileprivate init(_ span: SpanRecord) {
        self.init(
            traceId: span.trace.traceIDText, spanId: span.trace.spanIDText,
            parentSpanId: span.parent.map { TraceContext(traceID: (0, 1), spanID: $0, isSampled: true).spanIDText },
            name: span.name, kind: Self.number(of: span.kind), startTimeUnixNano: Self.time(span.began),
            // A clock that was set back in between would make the duration negative.
            endTimeUnixNano: Self.time(max(span.began, span.ended)), attributes: SpanAttributeFilter.kept(of: span),
            events: span.events.map { OTLPRequest.Event(timeUnixNano: Self.time($0.time), name: $0.name) },
            status: OTLPRequest.Status(code: span.failed ? Self.errorStatus : nil))
    }

    /// `STATUS_CODE_ERROR`.
    private static let errorStatus = 2

    /// `SpanKind` of OTLP's protocol buffers.
    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func time(_ time: WallTime) -> String { "\(max(0, time.nanosecondsSince1970))" }
}

/// Which attributes leave the household: those on this list, whose values come from the code and from no person.
enum SpanAttributeFilter {
    /// Attributes of text.
    private static let texts: Set = [
        "rpc.service", "rpc.method", "rpc.response.status_code", "rpc.executed", "db.system.name",
    ]
    /// Attributes of whole numbers.
    private static let numbers: Set = ["rpc.queue_us", "rpc.attempt"]

    /// The attributes of a span, with those that OpenTelemetry's conventions for RPC ask for.
    static func kept(of span: SpanRecord) -> [OTLPRequest.Attribute] {
        var kept: [OTLPRequest.Attribute] = []
        for (name, text) in span.attributes.sorted(by: { $0.key < $1.key }) {
            if texts.contains(name) {
                kept.append(OTLPRequest.Attribute(key: name, value: .text(text)))
            } else if numbers.contains(name), let number = Int64(text) {
                kept.append(OTLPRequest.Attribute(key: name, value: .number(number)))
            }
        }
        guard span.attributes["rpc.service"] != nil else { return kept }
        kept.append(OTLPRequest.Attribute(key: "rpc.system", value: .text("hearth")))
        if let name = span.attributes["rpc.response.status_code"],
            let code = RPCCode.allCases.first(where: { $0.description == name })
        {
            kept.append(OTLPRequest.Attribute(key: "rpc.grpc.status_code", value: .number(Int64(code.number))))
        }
        return kept
    }
}
