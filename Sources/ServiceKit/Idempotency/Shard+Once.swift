internal import CBOR
package import GRDB
package import RPC

extension Shard {
    /// Runs `body` once per key, however often the call arrives: key, response and change are one transaction.
    ///
    /// A retried call gets the first call's response. Definite errors of the domain are responses too: they are stored
    /// and rethrown, while calls that failed otherwise may be retried under their key. Responses are kept for
    /// ``ShardLimits/keyLifetime``, and those of a subject over its budget at least for ``ShardLimits/retryWindow``.
    ///
    /// - Throws: FAILED_PRECONDITION when the key was used for another request; RESOURCE_EXHAUSTED when recent
    ///   responses use up the subject's budget; otherwise as ``write(deadline:releasingBallast:_:)``.
    package func write<Response: Codable & Sendable>(
        once call: KeyedCall, deadline: MonotonicInstant? = nil, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Response
    ) async throws -> Response {
        let outcome: Result<Response, any Error> = try await write(
            deadline: deadline, releasingBallast: releasingBallast
        ) {
            [self] db in
            if let known: Result<Response, any Error> = try storedResponse(call, db) { return known }
            return try runOnce(call, db, body)
        }
        return try outcome.get()
    }

    /// The same for the call that is being handled.
    ///
    /// - Throws: also INVALID_ARGUMENT when it has no key.
    package func write<Response: Codable & Sendable>(
        once call: ServerCall, releasingBallast: Bool = false, _ body: @escaping @Sendable (Database) throws -> Response
    ) async throws -> Response {
        try await write(once: try KeyedCall(call), deadline: call.deadline, releasingBallast: releasingBallast, body)
    }

    /// The same for a method whose callers of earlier releases send no key: calls without one are not deduplicated.
    ///
    /// - Throws: FAILED_PRECONDITION when the key was used for another request; otherwise as
    ///   ``write(deadline:releasingBallast:_:)``.
    package func write<Response: Codable & Sendable>(
        onceIfKeyed call: ServerCall, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Response
    ) async throws -> Response {
        guard call.idempotencyKey != nil else {
            return try await write(deadline: call.deadline, releasingBallast: releasingBallast, body)
        }
        return try await write(once: call, releasingBallast: releasingBallast, body)
    }

    private func storedResponse<Response: Codable>(
        _ call: KeyedCall, _ db: Database
    ) throws -> Result<Response, any Error>? {
        guard let row = try IdempotencyTable.find(call, db),
            row.storedAt >= (try retention.oldestStored(db))
        else { return nil }
        guard row.bodyHash == call.bodyHash else {
            throw RPCError(
                .failedPrecondition,
                "This idempotency key was used for another request. Use a new key for each thing you want done.",
                executed: .no)
        }
        if row.isError {
            return .failure(try CBORDecoder().decode(StoredError.self, from: row.response).rpcError)
        }
        return .success(try CBORDecoder().decode(Response.self, from: row.response))
    }

    private func runOnce<Response: Codable>(
        _ call: KeyedCall, _ db: Database, _ body: (Database) throws -> Response
    ) throws -> Result<Response, any Error> {
        let hasRemoved = try retention.makeRoom(for: call.subject, db)
        do {
            return try runAndStore(call, db, body)
        } catch {
            // Removed responses come back when the transaction rolls back.
            if hasRemoved { retention.recount(call.subject) }
            throw error
        }
    }

    private func runAndStore<Response: Codable>(
        _ call: KeyedCall, _ db: Database, _ body: (Database) throws -> Response
    ) throws -> Result<Response, any Error> {
        let result = Result { try db.rollingBackOnError(body) }
        // Decoding errors and the like are no responses: everything is rolled back and nothing stored.
        let response: [UInt8]
        var isError = false
        switch result {
        case .success(let value): response = try CBOREncoder().encode(value)
        case .failure(let error):
            guard let definite = StoredError(error) else { throw error }
            response = try CBOREncoder().encode(definite)
            isError = true
        }
        guard response.count <= options.limits.storedResponseBytes else {
            throw RPCError(.internal, "The answer is too long to be kept for its key.", executed: .no)
        }
        try IdempotencyTable.keep(response, isError: isError, call, at: retention.now(db), db)
        retention.added(bytes: response.count, of: call.subject)
        return result
    }

    /// Removes expired responses, in small writes.
    ///
    /// - Returns: the number removed.
    /// - Throws: as ``write(deadline:releasingBallast:_:)``.
    @discardableResult
    public func sweepKeys() async throws -> Int {
        let limit = options.limits.sweptKeys
        var sum = 0
        while true {
            let swept = try await write(releasingBallast: true) { [retention] db in
                try IdempotencyTable.sweep(before: retention.oldestStored(db), limit: limit, db)
            }
            sum += swept
            if swept < limit { break }
        }
        if sum > 0 { retention.recount() }
        return sum
    }
}
