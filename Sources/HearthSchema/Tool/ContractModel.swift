public import CBOR
public import RPC

/// A contract as recorded from its types: methods with the rules of their messages.
public struct ContractModel: Sendable {
    /// A message: a request, a response or an error's detail.
    public struct Message: Sendable {
        /// Its name in vectors: `Search request`.
        public let name: String
        /// Its shape, a reference to a rule for everything but plain arrays and maps.
        public let shape: Schema.Shape
        /// Decodes bytes as the message's type and encodes the value again.
        public let roundTrip: @Sendable ([UInt8]) throws -> [UInt8]

        fileprivate init(_ name: String, _ type: MessageType, _ shape: Schema.Shape?) {
            self.name = name
            self.shape = shape ?? Schema.Shape(.any)
            roundTrip = type.roundTrip
        }
    }

    /// A method with its messages.
    public struct Method: Sendable {
        /// The method's descriptor.
        public let descriptor: MethodDescriptor
        /// Its request.
        public let request: Message
        /// Its answer; nil for a stream that ends without one.
        public let response: Message?
        /// One of the client's items.
        public let requestItem: Message?
        /// One of the server's items.
        public let responseItem: Message?

        /// All of them.
        public var messages: [Message] { [request, response, requestItem, responseItem].compactMap(\.self) }
    }

    /// The recorded contract.
    public let contract: Contract
    /// The methods, in the order of the contract.
    public let methods: [Method]
    /// Details by their type names on the wire.
    public let details: [(type: String, message: Message)]
    /// The rules of all messages.
    public let schema: Schema
    /// Violations of the closed set of types, a sentence each.
    public let violations: [String]

    /// Every message.
    public var messages: [Message] { methods.flatMap(\.messages) + details.map(\.message) }

    /// Records a contract from its types.
    public init(_ contract: Contract) {
        self.contract = contract
        let requests = contract.service.requests.map { Self.types(of: $0) }
        let details = contract.details.map { Self.type(of: $0) }
        let recording = SchemaRecorder.record(requests.flatMap { $0.types.map(\.type) } + details.map(\.type.type))
        var shapes = recording.shapes[...]
        methods = requests.map { method in
            Method(
                descriptor: method.descriptor,
                request: Message("\(method.name) request", method.request, shapes.popFirst()),
                response: method.response.map { Message("\(method.name) response", $0, shapes.popFirst()) },
                requestItem: method.requestItem.map { Message("\(method.name) request item", $0, shapes.popFirst()) },
                responseItem: method.responseItem.map {
                    Message("\(method.name) response item", $0, shapes.popFirst())
                })
        }
        self.details = details.map { ($0.name, Message("\($0.name) detail", $0.type, shapes.popFirst())) }
        schema = recording.schema
        violations = recording.violations
    }

    private static func types<Request: RPCMethod>(of request: Request.Type) -> MethodTypes {
        let messages = Request.messages
        return MethodTypes(
            name: Request.method, descriptor: MethodDescriptor.of(request), request: MessageType(Request.self),
            response: messages.response.map { type(ofAny: $0) },
            requestItem: messages.requestItem.map { type(ofAny: $0) },
            responseItem: messages.responseItem.map { type(ofAny: $0) })
    }

    private static func type<Value: Codable & Sendable>(ofAny type: Value.Type) -> MessageType { MessageType(type) }

    private static func type<Detail: RPCDetail>(of detail: Detail.Type) -> (name: String, type: MessageType) {
        (Detail.typeName, MessageType(Detail.self))
    }
}

/// A method's types, in the order of their shapes.
private struct MethodTypes {
    let name: String
    let descriptor: MethodDescriptor
    let request: MessageType
    let response: MessageType?
    let requestItem: MessageType?
    let responseItem: MessageType?

    var types: [MessageType] { [request, response, requestItem, responseItem].compactMap(\.self) }
}

/// A message's type, with the operations that need the type itself.
private struct MessageType {
    let type: any Decodable.Type
    let roundTrip: @Sendable ([UInt8]) throws -> [UInt8]

    init<Value: Codable & Sendable>(_ type: Value.Type) {
        self.type = type
        roundTrip = { try CBOREncoder().encode(try CBORDecoder().decode(Value.self, from: $0)) }
    }
}

extension ContractModel.Message {
    /// The CDDL rule of the message.
    public var rule: String { shape.name ?? "any" }
}
