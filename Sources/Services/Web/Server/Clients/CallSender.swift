internal import CBOR
internal import RPC
internal import ServiceKit

/// Sends calls of methods that are known by reflection.
struct CallSender: Sendable {
    let clients: any ServiceClients
    let runtime: any Runtime
    let schema: Schema

    /// A call with everything that it needs but its token.
    struct Prepared: Sendable {
        var method: OfferedMethod
        /// The process that is called.
        var process: String
        var body: [UInt8]
        var metadata: CallMetadata
        /// The last item that a resuming follower received.
        var resumeAfter: StreamPosition?
        /// The same in all attempts.
        var key: IdempotencyKey?
        var deadline: MonotonicInstant
    }

    /// Converts a request's JSON.
    ///
    /// - Throws: ``ConnectError`` of code `invalid_argument`, with the path of the field.
    func body(_ json: String, of method: OfferedMethod) throws(ConnectError) -> [UInt8] {
        try encoded(json, as: method.shapes.input)
    }

    /// Converts an item's JSON.
    ///
    /// - Throws: as ``body(_:of:)``.
    func encoded(_ json: String, as shape: Schema.Shape) throws(ConnectError) -> [UInt8] {
        do {
            return try CBOREncoder().encode(try schema.value(fromJSON: json, as: shape))
        } catch {
            throw ConnectError(.invalidArgument, "The request does not fit: \(error)")
        }
    }

    /// Completes a call.
    func prepare(
        _ method: OfferedMethod, to process: String, body: [UInt8], _ metadata: CallMetadata,
        resumeAfter: StreamPosition? = nil
    ) -> Prepared {
        let own = method.descriptor.timeout
        let timeout = metadata.timeout ?? own
        let needsKey = method.descriptor.safety == .idempotentByKey
        return Prepared(
            method: method, process: process, body: body, metadata: metadata, resumeAfter: resumeAfter,
            key: metadata.key ?? (needsKey ? IdempotencyKey(runtime: runtime) : nil),
            deadline: timeout == .unlimited ? .distantFuture : runtime.now.advanced(by: timeout))
    }

    private func encodedCall(_ call: Prepared, _ token: AccessToken?, attempt: Int = 1) -> EncodedCall {
        let descriptor = call.method.descriptor
        let trace = call.metadata.trace?.child(runtime: runtime) ?? .root(runtime: runtime)
        return EncodedCall(
            method: descriptor, body: call.body, deadline: call.deadline,
            token: descriptor.access.needsToken || !descriptor.access.detailRoles.isEmpty ? token : nil,
            idempotencyKey: call.key, attempt: attempt, trace: trace, resumeAfter: call.resumeAfter,
            criticality: descriptor.criticality)
    }

    /// Makes a call with one response, and repeats it for a moment while its service is not there and nothing was executed.
    ///
    /// - Throws: `RPCError`.
    func send(_ call: Prepared, token: AccessToken?) async throws(RPCError) -> CBORValue {
        let channel = clients.channel(to: call.process)
        var (attempt, pause) = (1, WebLimits.attemptPause)
        while true {
            do {
                let response = try await channel.call(encodedCall(call, token, attempt: attempt))
                return try decoded(response.body, executed: .yes)
            } catch {
                guard error.code == .unavailable, error.executed == .no, !error.isHeldBack,
                    attempt < WebLimits.attempts, runtime.now.advanced(by: pause) < call.deadline
                else { throw error }
                do { try await runtime.sleep(for: error.retryAfter ?? pause) } catch { throw Self.cancelled }
                (attempt, pause) = (attempt + 1, pause * 2)
            }
        }
    }

    private static let cancelled = RPCError(.cancelled, "The call was cancelled.", executed: .no)

    /// Begins a streaming call.
    ///
    /// - Throws: `RPCError`.
    func stream(_ call: Prepared, token: AccessToken?) async throws(RPCError) -> EncodedStream {
        try await clients.channel(to: call.process).stream(encodedCall(call, token))
    }

    /// A message as a value.
    ///
    /// - Throws: INTERNAL when it does not decode.
    func decoded(_ bytes: [UInt8], executed: Executed) throws(RPCError) -> CBORValue {
        do { return try CBORDecoder().decode(CBORValue.self, from: bytes) } catch {
            throw RPCError(.internal, "The service's message does not decode.", executed: executed)
        }
    }
}
