internal import CBOR
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// Calls methods by reflection as the audited profile, and examines everything that is returned.
struct AuditCaller: Sendable {
    let gateway: Gateway
    let token: AccessToken
    let secrets: AuditSecrets

    /// How a call ended, and what it told.
    struct Outcome: Sendable {
        /// Nil when it was answered.
        var refusal: RPCCode?
        var leaks: Set<AuditSecrets.Leak> = []
    }

    /// Items of a stream that are read; one that follows changes sends only its first ones at once.
    private static let streamItems = 50
    /// How long a stream may take to send them.
    private static let streamTimeout = Duration.seconds(1)
    private static let timeout = Duration.seconds(10)

    /// Calls a method; with the sample's next body where one is no valid request.
    func call(_ method: Sys.SchemaMethod, with sample: AuditSample, of service: String) async -> Outcome {
        var outcome = Outcome()
        for body in sample.bodies {
            let next = await call(method, body, naming: sample.named, of: service)
            outcome.leaks.formUnion(next.leaks)
            outcome.refusal = next.refusal
            if next.refusal != .invalidArgument { break }
        }
        return outcome
    }

    private func call(
        _ method: Sys.SchemaMethod, _ body: CBORValue, naming named: Set<String>, of service: String
    ) async -> Outcome {
        var outcome = Outcome()
        do throws(RPCError) {
            let channel = gateway.clients.channel(to: service)
            guard method.responseItem != nil else {
                let response = try await channel.call(
                    encoded(method, body, within: gateway.options.timeout ?? Self.timeout))
                outcome.leaks = leaks(in: response.body, named)
                return outcome
            }
            let items = try await channel.stream(encoded(method, body, within: Self.streamTimeout))
            defer { items.cancel() }
            var count = 0
            do throws(RPCError) {
                while count < Self.streamItems, let item = try await items.next() {
                    count += 1
                    outcome.leaks.formUnion(leaks(in: item, named))
                }
            } catch {
                // A stream that follows changes lasts until its deadline.
                guard error.code == .deadlineExceeded else { throw error }
            }
        } catch {
            outcome.refusal = error.code
            outcome.leaks.formUnion(secrets.leaks(in: error, naming: named))
        }
        return outcome
    }

    private func leaks(in body: [UInt8], _ named: Set<String>) -> Set<AuditSecrets.Leak> {
        guard let value = try? CBORDecoder().decode(CBORValue.self, from: body) else { return [] }
        return secrets.leaks(in: value, naming: named)
    }

    private func encoded(
        _ method: Sys.SchemaMethod, _ body: CBORValue, within timeout: Duration
    ) throws(RPCError) -> EncodedCall {
        let shape = method.shape.flatMap(CallShape.init(rawValue:)) ?? .unary
        let bytes: [UInt8]
        do { bytes = try CBOREncoder().encode(body) } catch {
            throw RPCError(.internal, "The sample does not encode.", executed: .no)
        }
        return EncodedCall(
            method: MethodDescriptor(name: method.name, safety: method.safety, shape: shape, timeout: timeout),
            body: bytes, deadline: gateway.runtime.now.advanced(by: timeout), token: token,
            trace: .root(runtime: gateway.runtime))
    }
}
