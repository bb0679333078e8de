internal import Foundation

/// A span as a ``TraceCollector`` has read it, strictly by the JSON mapping of OTLP.
public struct CollectedSpan: Sendable, Hashable {
    /// The service that it is of.
    public let service: String
    /// The trace's id, in hexadecimal.
    public let trace: String
    /// Its id.
    public let id: String
    /// The id of the span around it; nil at the root.
    public let parent: String?
    /// Its name.
    public let name: String
    /// `SpanKind`: 1 internal, 2 server, 3 client.
    public let kind: Int
    /// When it began and ended, in nanoseconds since 1970.
    public let (start, end): (UInt64, UInt64)
    /// Its attributes, numbers as text behind a `#`.
    public let attributes: [String: String]
    /// Whether its status is an error.
    public let isError: Bool

    /// What the format does not allow.
    struct Violation: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// Every span of a request.
    ///
    /// - Throws: ``Violation``.
    static func all(in body: [UInt8]) throws -> [CollectedSpan] {
        let root = try object(
            (try? JSONSerialization.jsonObject(with: Data(body))) as Any, "the request", ["resourceSpans"])
        return try list(root["resourceSpans"], "resourceSpans").flatMap { resourceSpans -> [CollectedSpan] in
            let group = try object(resourceSpans, "resourceSpans", ["resource", "scopeSpans"], ["schemaUrl"])
            let resource = try object(group["resource"], "resource", ["attributes"], ["droppedAttributesCount"])
            let facts = try attributes(resource["attributes"], "resource")
            guard let service = facts["service.name"], !service.isEmpty else { throw Violation("no service.name") }
            return try list(group["scopeSpans"], "scopeSpans").flatMap { scopeSpans -> [CollectedSpan] in
                let group = try object(scopeSpans, "scopeSpans", ["scope", "spans"], ["schemaUrl"])
                let scope = try object(group["scope"], "scope", ["name"], ["version", "attributes"])
                _ = try text(scope["name"], "scope.name")
                return try list(group["spans"], "spans").map { try CollectedSpan($0, service) }
            }
        }
    }

    private init(_ json: Any, _ service: String) throws {
        let span = try Self.object(
            json, "span", ["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano"],
            ["parentSpanId", "attributes", "events", "status", "flags", "traceState", "links"])
        self.service = service
        trace = try Self.hexadecimal(span["traceId"], "traceId", digits: 32)
        id = try Self.hexadecimal(span["spanId"], "spanId", digits: 16)
        parent = try span["parentSpanId"].map { try Self.hexadecimal($0, "parentSpanId", digits: 16) }
        guard parent != id else { throw Violation("a span is its own parent") }
        name = try Self.text(span["name"], "name")
        guard let kind = span["kind"] as? Int, (1...5).contains(kind) else { throw Violation("kind") }
        self.kind = kind
        start = try Self.number(span["startTimeUnixNano"], "startTimeUnixNano")
        end = try Self.number(span["endTimeUnixNano"], "endTimeUnixNano")
        guard start > 0, end >= start else { throw Violation("a span ends at \(end) and began at \(start)") }
        attributes = try Self.attributes(span["attributes"] ?? [Any](), "attributes")
        for event in span["events"] as? [Any] ?? [] {
            let event = try Self.object(event, "event", ["timeUnixNano", "name"], ["attributes"])
            _ = try Self.number(event["timeUnixNano"], "timeUnixNano")
            _ = try Self.text(event["name"], "event.name")
        }
        let status = try Self.object(span["status"] ?? [String: Any](), "status", [], ["code", "message"])
        let code = try status["code"].map { code in
            guard let code = code as? Int, (0...2).contains(code) else { throw Violation("status.code") }
            return code
        }
        isError = code == 2
    }

    // MARK: Values

    private static func object(
        _ json: Any?, _ place: String, _ needed: Set<String>, _ allowed: Set<String> = []
    ) throws -> [String: Any] {
        guard let object = json as? [String: Any] else { throw Violation("\(place) is no object") }
        let keys = Set(object.keys)
        guard needed.isSubset(of: keys) else { throw Violation("\(place) has no \(needed.subtracting(keys))") }
        let unknown = keys.subtracting(needed).subtracting(allowed)
        guard unknown.isEmpty else { throw Violation("\(place) has \(unknown)") }
        return object
    }

    private static func list(_ json: Any?, _ place: String) throws -> [Any] {
        guard let list = json as? [Any], !list.isEmpty else { throw Violation("\(place) is no list with elements") }
        return list
    }

    private static func text(_ json: Any?, _ place: String) throws -> String {
        guard let text = json as? String, !text.isEmpty else { throw Violation("\(place) is no text") }
        return text
    }

    private static func hexadecimal(_ json: Any?, _ place: String, digits: Int) throws -> String {
        let text = try text(json, place)
        guard text.utf8.count == digits, text.allSatisfy({ "0123456789abcdef".contains($0) }),
            text.contains(where: { $0 != "0" })
        else { throw Violation("\(place) is \(text)") }
        return text
    }

    /// A 64-bit integer, which is written as text.
    private static func number(_ json: Any?, _ place: String) throws -> UInt64 {
        guard let text = json as? String, let number = UInt64(text) else { throw Violation("\(place) is no number") }
        return number
    }

    private static func attributes(_ json: Any?, _ place: String) throws -> [String: String] {
        guard let list = json as? [Any] else { throw Violation("the attributes of \(place) are no list") }
        var values: [String: String] = [:]
        for attribute in list {
            let pair = try object(attribute, "an attribute", ["key", "value"])
            let key = try text(pair["key"], "key")
            let value = try object(pair["value"], key, [], ["stringValue", "intValue"])
            guard value.count == 1, values[key] == nil else { throw Violation("\(key) has not one value") }
            if let text = value["stringValue"] as? String {
                values[key] = text
            } else if let text = value["intValue"] as? String, Int64(text) != nil {
                values[key] = "#" + text
            } else {
                throw Violation("\(key) has a value of another type")
            }
        }
        return values
    }
}
