internal import CBOR
internal import RPC
internal import ServiceKit

/// The description of all methods for programs (OpenAPI 3.1), from the same shapes that calls are converted by.
struct OpenAPIDocument: Sendable {
    /// The document as JSON, in UTF-8. Responses share these bytes: a reader that is slow costs no copy of them.
    let json: [UInt8]

    /// Describes the methods of a table.
    init(_ table: MethodTable) {
        let methods = table.methods.values.sorted { $0.name < $1.name }
        let paths = methods.map { CBORValue.Pair(.text("/\($0.name)"), .object(("post", Self.operation($0)))) }
        let rules = table.schema.rules.sorted { $0.key < $1.key }.map { name, rule in
            CBORValue.Pair(.text(name), Self.component(rule))
        }
        let about = "The methods of a household's services, in the manner of the Connect protocol."
        let info = CBORValue.object(
            ("title", .text("Hearth")), ("version", .text(HearthVersion.current)), ("description", .text(about)))
        let schemas = CBORValue.map(rules + [CBORValue.Pair(.text(Self.errorName), Self.error)])
        let components = CBORValue.object(("schemas", schemas), ("securitySchemes", Self.securitySchemes))
        let empty = CBORValue.array([])
        let security = CBORValue.array([.object(("bearer", empty)), .object(("session", empty))])
        let document = CBORValue.object(
            ("openapi", .text("3.1.0")), ("info", info), ("servers", .array([.object(("url", .text(".")))])),
            ("security", security), ("paths", .map(paths)), ("components", components))
        json = Array(Schema().json(from: document, as: Schema.Shape(.any)).utf8)
    }

    /// The document of all methods, made once.
    static let all = OpenAPIDocument(.all)

    private static let errorName = "connect-error"

    private static let securitySchemes: CBORValue = {
        let bearer = CBORValue.object(("type", .text("http")), ("scheme", .text("bearer")))
        let session = CBORValue.object(
            ("type", .text("apiKey")), ("in", .text("cookie")), ("name", .text(SessionCookie.session.rawValue)))
        return .object(("bearer", bearer), ("session", session))
    }()

    private static func operation(_ method: OfferedMethod) -> CBORValue {
        let shapes = method.shapes
        var pairs: [(String, CBORValue)] = [
            ("operationId", .text(method.name.replacing("/", with: "."))),
            ("tags", .array([.text(String(method.name.prefix { $0 != "/" }))])),
        ]
        if method.process == nil {
            let parameter = CBORValue.object(
                ("name", .text("process")), ("in", .text("query")), ("required", .bool(true)),
                ("schema", .object(("type", .text("string")))))
            pairs.append(("parameters", .array([parameter])))
        }
        if !method.descriptor.access.needsToken { pairs.append(("security", .array([]))) }
        var body = [(CallHandler.json, CBORValue.object(("schema", schema(shapes.input))))]
        if method.descriptor.shape == .clientStream {
            let binary = CBORValue.object(("schema", .object(("type", .text("string")), ("format", .text("binary")))))
            body = [(CallHandler.rawBytes, binary), (CallHandler.connectStream, binary)]
        }
        pairs.append(("requestBody", .object(("required", .bool(true)), ("content", .object(pairs: body)))))
        let content: [(String, CBORValue)]
        if let item = shapes.responseItem {
            // The items of the stream, of which OpenAPI 3.1 has no notion.
            let events = CBORValue.object(("schema", .object(("type", .text("string")))), ("x-item", schema(item)))
            content = [(CallHandler.eventStream, events)]
        } else {
            let form = shapes.response.map(schema) ?? .object(("type", .text("object")))
            content = [(CallHandler.json, .object(("schema", form)))]
        }
        let success = CBORValue.object(("description", .text("The response.")), ("content", .object(pairs: content)))
        let failure = CBORValue.object(
            ("description", .text("Why the call failed, and whether it had an effect.")),
            ("content", .object((CallHandler.json, .object(("schema", reference(errorName)))))))
        pairs.append(("responses", .object(("200", success), ("default", failure))))
        return .object(pairs: pairs)
    }

    private static func reference(_ name: String) -> CBORValue {
        .object(("$ref", .text("#/components/schemas/\(name)")))
    }

    private static let error: CBORValue = {
        let text = CBORValue.object(("type", .text("string")))
        let details = CBORValue.object(("type", .text("array")), ("items", .object(("type", .text("object")))))
        return .object(
            ("type", .text("object")), ("required", .array([.text("code"), .text("message")])),
            ("properties", .object(("code", text), ("message", text), ("details", details))))
    }()

    private static func component(_ rule: Schema.Rule) -> CBORValue {
        guard let fields = rule.fields else {
            let cases = (rule.cases ?? []).map { CBORValue.text($0) }
            guard !rule.isOpen, !cases.isEmpty else {
                // Others may come: a client takes what it does not know.
                return cases.isEmpty
                    ? .object(("type", .text("string")))
                    : .object(("type", .text("string")), ("examples", .array(cases)))
            }
            return .object(("type", .text("string")), ("enum", .array(cases)))
        }
        var pairs: [(String, CBORValue)] = [
            ("type", .text("object")),
            ("properties", .object(pairs: fields.map { ($0.name, schema($0.shape)) })),
        ]
        let required = fields.filter { !$0.isOptional }.map { CBORValue.text($0.name) }
        if !required.isEmpty { pairs.append(("required", .array(required))) }
        return .object(pairs: pairs)
    }

    /// The form of a value in JSON Schema (2020-12).
    private static func schema(_ shape: Schema.Shape) -> CBORValue {
        switch shape.kind {
        case .bool: .object(("type", .text("boolean")))
        case .double: .object(("type", .text("number")))
        case .text: .object(("type", .text("string")))
        case .bytes: .object(("type", .text("string")), ("contentEncoding", .text("base64")))
        case .date: .object(("type", .text("string")), ("format", .text("date-time")))
        case .uuid: .object(("type", .text("string")), ("format", .text("uuid")))
        case .url: .object(("type", .text("string")), ("format", .text("uri")))
        case .array: .object(("type", .text("array")), ("items", shape.of.first.map(schema) ?? .map([])))
        case .map:
            .object(("type", .text("object")), ("additionalProperties", shape.of.last.map(schema) ?? .map([])))
        case .nullable:
            .object(("anyOf", .array([shape.of.first.map(schema) ?? .map([]), .object(("type", .text("null")))])))
        case .reference: reference(shape.name ?? "")
        case .uint8, .uint16, .uint32, .uint64: .object(("type", .text("integer")), ("minimum", .unsigned(0)))
        case .int8, .int16, .int32, .int64: .object(("type", .text("integer")))
        default: .map([])
        }
    }
}

extension CBORValue {
    /// A map of texts.
    static func object(_ pairs: (String, CBORValue)...) -> CBORValue { object(pairs: pairs) }

    /// A map of texts.
    static func object(pairs: [(String, CBORValue)]) -> CBORValue {
        .map(pairs.map { Pair(.text($0.0), $0.1) })
    }
}
