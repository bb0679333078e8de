internal import Foundation
internal import RPC

/// Serves the requests of one connection, one after the other.
struct HTTPConnection: Sendable {
    let id: UInt64
    let socket: ConnectionSocket
    let table: ConnectionTable
    let limits: HTTPLimits
    let handler: HTTPListener.Handler

    /// How long what an unwanted body still sends is dropped, before the connection is closed.
    private static let lingerTime = Duration.seconds(2)

    func run() async {
        let reader = ConnectionReader(socket, limits: limits)
        var served = 0
        while served < limits.requestsPerConnection, table.note(id, isIdle: true) {
            do {
                guard let head = try await reader.head() else { return }
                _ = table.note(id, isIdle: false)
                served += 1
                let isLast = served == limits.requestsPerConnection
                guard try await serve(head, reader, isLast: isLast) else { break }
            } catch let problem as HTTPProblem {
                _ = try? await send(problem.response, to: nil, keepsAlive: false, reader)
                break
            } catch {
                return
            }
        }
        socket.finishWriting()
        await reader.drop(within: Self.lingerTime)
    }

    /// - Returns: whether another request may follow.
    private func serve(_ head: RequestHead, _ reader: ConnectionReader, isLast: Bool) async throws -> Bool {
        var invite: (@Sendable () async throws -> Void)?
        if head.expectsContinue {
            invite = { [socket, limits] in
                try await socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), within: limits.stallTime)
            }
        }
        let body = RequestBody(reader, head.framing, limits: limits, invite: invite)
        let response = try await respond(to: HTTPRequest(head, body, peer: socket.peer, reader: reader))
        let keepsAlive =
            head.keepsAlive && !response.closes && body.isFinished && !isLast && !response.isEndless
            && !table.isDraining
        return try await send(response, to: head, keepsAlive: keepsAlive, reader) && keepsAlive
    }

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await within(limits.responseTime, on: socket.runtime) { [handler] in try await handler(request) }
        } catch let problem as HTTPProblem {
            return problem.response
        } catch is TimedOut {
            return HTTPProblem(504, "slow-response", "There was no response within \(limits.responseTime).").response
        }
    }

    /// Sends a response.
    ///
    /// - Parameter head: the request's; nil when it could not be read.
    /// - Returns: whether it was sent completely.
    @discardableResult
    private func send(
        _ response: HTTPResponse, to head: RequestHead?, keepsAlive: Bool, _ reader: ConnectionReader
    ) async throws -> Bool {
        try await send(response, isHead: head?.method == "HEAD", keepsAlive: keepsAlive, reader)
    }

    private func send(
        _ response: HTTPResponse, isHead: Bool, keepsAlive: Bool, _ reader: ConnectionReader
    ) async throws -> Bool {
        let hasBody = response.status >= 200 && ![204, 304].contains(response.status)
        var fields = response.fields
        fields.set("Connection", keepsAlive ? "keep-alive" : "close")
        fields.set("Date", HTTPDate.text(socket.runtime.wallTime.secondsSince1970))
        switch response.body {
        case .bytes(let bytes):
            if hasBody { fields.set("Content-Length", "\(bytes.count)") }
            let start = Self.encoded(response.status, fields)
            try await socket.write(isHead || !hasBody ? start : start + bytes, within: limits.stallTime)
            return true
        case .stream(let length, let body):
            if let length {
                fields.set("Content-Length", "\(length)")
            } else {
                fields.set("Transfer-Encoding", "chunked")
            }
            try await socket.write(Self.encoded(response.status, fields), within: limits.stallTime)
            let writer = ResponseWriter(
                socket, length: length, isDropped: isHead || !hasBody, stall: limits.stallTime)
            guard !isHead, hasBody else { return try await writer.finish() }
            do {
                try await stream(isEndless: response.isEndless, reader) { try await body(writer) }
            } catch is HTTPProblem {
                // The response has begun: only the connection's end can say that it is not complete.
                throw HTTPRequest.HungUp()
            }
            return try await writer.finish()
        case .late(let body): return try await sendLate(response, body, isHead: isHead, keepsAlive: keepsAlive, reader)
        }
    }

    /// Sends a response that its writer begins.
    private func sendLate(
        _ response: HTTPResponse, _ body: @escaping @Sendable (ResponseStarter) async throws -> Void, isHead: Bool,
        keepsAlive: Bool, _ reader: ConnectionReader
    ) async throws -> Bool {
        let starter = ResponseStarter { [socket, limits] status, fields, length in
            var fields = fields
            fields.fill(response.fields)
            fields.set("Connection", keepsAlive ? "keep-alive" : "close")
            fields.set("Date", HTTPDate.text(socket.runtime.wallTime.secondsSince1970))
            if let length {
                fields.set("Content-Length", "\(length)")
            } else {
                fields.set("Transfer-Encoding", "chunked")
            }
            try await socket.write(Self.encoded(status, fields), within: limits.stallTime)
            return ResponseWriter(socket, length: length, isDropped: isHead, stall: limits.stallTime)
        }
        do {
            try await stream(isEndless: response.isEndless, reader) { try await body(starter) }
        } catch let problem as HTTPProblem where starter.writer == nil {
            var refusal = problem.response
            refusal.fields.fill(response.fields)
            return try await send(refusal, isHead: isHead, keepsAlive: keepsAlive, reader)
        } catch is HTTPProblem {
            // As above: a second response within the first would be taken for its content.
            throw HTTPRequest.HungUp()
        }
        guard let writer = starter.writer else {
            throw HTTPProblem(500, "internal", "There is no response.", closes: true)
        }
        return try await writer.finish()
    }

    /// Runs the body's writer until it is done, the client leaves, or, of an endless one, the server drains.
    private func stream(
        isEndless: Bool, _ reader: ConnectionReader, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let drain = isEndless ? table.drainSignal(of: id) : nil
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                try await reader.waitForHangUp()
                throw HTTPRequest.HungUp()
            }
            if let drain {
                group.addTask {
                    for await _ in drain {}
                    try Task.checkCancellation()
                    return false
                }
            }
            let isDone = try await group.next()
            group.cancelAll()
            // The writer that the drain ends may be in the middle of a piece: wait for it.
            if isDone == false { while (try? await group.next()) ?? nil != nil {} }
        }
    }

    /// A problem as the bytes of a last response.
    static func refusal(_ problem: HTTPProblem) -> [UInt8] {
        let response = problem.response
        guard case .bytes(let bytes) = response.body else { return [] }
        var fields = response.fields
        fields.set("Connection", "close")
        fields.set("Content-Length", "\(bytes.count)")
        return encoded(response.status, fields) + bytes
    }

    private static func encoded(_ status: Int, _ fields: HeaderFields) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(HTTPResponse.reason(of: status))\r\n"
        for field in fields.all {
            // A value never begins another line, whatever it was made of.
            let value = field.value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
            text += "\(field.name): \(String(String.UnicodeScalarView(value)))\r\n"
        }
        return Array("\(text)\r\n".utf8)
    }
}
