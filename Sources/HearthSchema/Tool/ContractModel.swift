public import CBOR
public import RPC

/// A contract as the recorder sees it: methods with the rules of their messages.
public struct ContractModel: Sendable {
    /// A message: a request, a response or an error's detail.
    public struct Message: Sendable {
        /// What it is called in vectors: `Search request`.
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

    /// A method with its two messages.
    public struct Method: Sendable {
        /// What clients and servers know of it.
        public let descriptor: MethodDescriptor
        /// Its request.
        public let request: Message
        /// Its response.
        public let response: Message
    }

    /// The contract that this was read off.
    public let contract: Contract
    /// The methods, in the order of the contract.
    public let methods: [Method]
    /// Details by their type names on the wire.
    public let details: [(type: String, message: Message)]
    /// The rules of all messages.
    public let schema: Schema
    /// What is outside the closed vocabulary, a sentence each.
    public let violations: [String]

    /// Every message.
    public var messages: [Message] { methods.flatMap { [$0.request, $0.response] } + details.map(\.message) }

    /// Reads a contract off its types.
    public init(_ contract: Contract) {
        self.contract = contract
        let requests = contract.service.requests.map { Self.types(of: $0) }
        let details = contract.details.map { Self.type(of: $0) }
        let recording = SchemaRecorder.record(
            requests.flatMap { [$0.request.type, $0.response.type] } + details.map(\.type.type))
        var shapes = recording.shapes[...]
        methods = requests.map { method in
            Method(
                descriptor: method.descriptor,
                request: Message("\(method.name) request", method.request, shapes.popFirst()),
                response: Message("\(method.name) response", method.response, shapes.popFirst()))
        }
        self.details = details.map { ($0.name, Message("\($0.name) detail", $0.type, shapes.popFirst())) }
        schema = recording.schema
        violations = recording.violations
    }

    private static func types<Request: RPCRequest>(
        of request: Request.Type
    ) -> (name: String, descriptor: MethodDescriptor, request: MessageType, response: MessageType) {
        (Request.method, MethodDescriptor.of(request), MessageType(Request.self), MessageType(Request.Response.self))
    }

    private static func type<Detail: RPCDetail>(of detail: Detail.Type) -> (name: String, type: MessageType) {
        (Detail.typeName, MessageType(Detail.self))
    }
}

/// A message's type, with what needs the type itself.
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
