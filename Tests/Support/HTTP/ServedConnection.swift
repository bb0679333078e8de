public import Foundation
internal import Glibc

/// One connection to a `ScriptedServer`, on its thread.
public final class ServedConnection {
    private let file: Int32
    private let note: (ServedRequest) -> Void
    private var buffer: [UInt8] = []

    init(_ file: Int32, note: @escaping (ServedRequest) -> Void) { (self.file, self.note) = (file, note) }

    /// Sends bytes.
    ///
    /// - Throws: `POSIXError` when the other side has gone.
    public func send(_ bytes: some ContiguousBytes) throws {
        try bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    file, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { throw POSIXError(.EPIPE) }
                sent += count
            }
        }
    }

    /// Sends text.
    ///
    /// - Throws: `POSIXError` when the other side has gone.
    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends a whole answer with its length, and whatever else of a header is given.
    ///
    /// - Throws: `POSIXError` when the other side has gone.
    public func respond(_ status: Int = 200, _ fields: [String: String] = [:], _ body: [UInt8] = []) throws {
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        try send("HTTP/1.1 \(status) Words\r\nContent-Length: \(body.count)\r\n\(lines)\r\n")
        try send(body)
    }

    /// Sends a whole answer of text.
    ///
    /// - Throws: `POSIXError` when the other side has gone.
    public func respond(_ status: Int = 200, _ fields: [String: String] = [:], _ text: String) throws {
        try respond(status, fields, Array(text.utf8))
    }

    /// Reads as many bytes as there are, up to a number.
    ///
    /// - Throws: `POSIXError` when fewer come.
    public func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { guard fill() else { throw POSIXError(.ECONNRESET) } }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Reads a request; nil when the other side has gone instead.
    ///
    /// - Throws: `POSIXError` when it goes in the middle of one.
    public func readRequest() throws -> ServedRequest? {
        let end = Array("\r\n\r\n".utf8)
        var range = buffer.firstRange(of: end)
        while range == nil {
            guard fill() else { return nil }
            range = buffer.firstRange(of: end)
        }
        guard let range else { return nil }
        var request = ServedRequest(String(decoding: buffer[..<range.lowerBound], as: UTF8.self))
        buffer.removeFirst(range.upperBound)
        request.body = try read(request["content-length"].flatMap { Int($0) } ?? 0)
        note(request)
        return request
    }

    /// Says nothing, and returns when the other side has gone.
    public func waitForDisconnect() { while fill() { buffer = [] } }

    /// Breaks the connection with a reset.
    ///
    /// - Throws: always, which ends the script.
    public func reset() throws -> Never {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(file, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        throw POSIXError(.ECONNRESET)
    }

    /// Ends the connection.
    ///
    /// - Throws: always, which ends the script.
    public func hangUp() throws -> Never { throw POSIXError(.ECONNABORTED) }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(file, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffer += piece[..<count]
        return true
    }
}

/// A request as it came.
public struct ServedRequest: Sendable {
    /// The method.
    public let method: String

    /// The path with the query.
    public let target: String

    /// The header's lines, as they came.
    public let lines: [String]

    /// The body.
    public internal(set) var body: [UInt8] = []

    init(_ head: String) {
        let all = head.components(separatedBy: "\r\n")
        let words = (all.first ?? "").split(separator: " ").map(String.init)
        (method, target) = (words.first ?? "", words.count > 1 ? words[1] : "")
        lines = Array(all.dropFirst())
    }

    /// The value of a header's field, in whose name capitals do not count.
    public subscript(name: String) -> String? {
        let start = name.lowercased() + ":"
        return lines.first { $0.lowercased().hasPrefix(start) }
            .map { $0.dropFirst(start.count).trimmingCharacters(in: .whitespaces) }
    }
}
