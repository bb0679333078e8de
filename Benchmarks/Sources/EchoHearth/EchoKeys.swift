import EchoControl
import RPCZeroMQ
import ZeroMQ

/// The CURVE keys of both programs: constant, as nothing here is secret.
struct EchoKeys {
    let server: ZeroMQServerSecurity
    let client: ZeroMQClientSecurity

    init() throws {
        let (serverKeys, clientKeys) = (try Self.pair(1), try Self.pair(2))
        server = ZeroMQServerSecurity(keys: serverKeys, clients: [clientKeys.publicKey: "bench"])
        client = ZeroMQClientSecurity(keys: clientKeys, servers: [serverKeys.publicKey])
    }

    private static func pair(_ byte: UInt8) throws -> CurveKeyPair {
        guard let secret = CurveSecretKey(bytes: [UInt8](repeating: byte, count: CurveKeyPair.keyBytes)) else {
            throw EchoFailure(reason: "no key")
        }
        return try CurveKeyPair(secret: secret)
    }
}
