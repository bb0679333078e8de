import EchoControl
import GRPCCore

/// Answers with the request's bytes.
struct EchoService: RegistrableRPCService {
    /// With its type declared, as generated code does: the transport then flushes once for a whole request or answer.
    static let method = MethodDescriptor(fullyQualifiedService: "echo.Echo", method: "Say", type: .unary)

    func registerMethods(with router: inout RPCRouter<some ServerTransport>) {
        router.registerHandler(forMethod: Self.method, deserializer: RawBytes(), serializer: RawBytes()) { request, _ in
            let single = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: single.message))
        }
    }
}

/// Bytes as they are: no codec is compared here.
struct RawBytes: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        bytes.withUnsafeBytes { Array($0) }
    }
}
