import EchoControl
import GRPCCore

/// Answers with the request's bytes, once or as a stream.
struct EchoService: RegistrableRPCService {
    /// With its type declared, as generated code does: the transport then flushes once for a whole request or answer.
    static let method = MethodDescriptor(fullyQualifiedService: "echo.Echo", method: "Say", type: .unary)

    /// Answers with `payloadBytes` bytes as often as the request, a number in ASCII, says.
    static let items = MethodDescriptor(
        fullyQualifiedService: "echo.Echo", method: "Repeat", type: .serverStreaming)

    func registerMethods(with router: inout RPCRouter<some ServerTransport>) {
        router.registerHandler(forMethod: Self.method, deserializer: RawBytes(), serializer: RawBytes()) { request, _ in
            let single = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: single.message))
        }
        router.registerHandler(forMethod: Self.items, deserializer: RawBytes(), serializer: RawBytes()) { request, _ in
            let single = try await ServerRequest(stream: request)
            let payload = [UInt8](repeating: 7, count: EchoControl.payloadBytes)
            return StreamingServerResponse { writer in
                for _ in 0..<(Int(String(decoding: single.message, as: UTF8.self)) ?? 0) {
                    try await writer.write(payload)
                }
                return [:]
            }
        }
    }
}

/// Raw bytes: no codec is compared here.
struct RawBytes: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        bytes.withUnsafeBytes { Array($0) }
    }
}
