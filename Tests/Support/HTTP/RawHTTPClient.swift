internal import FlyingSocks
internal import Foundation
internal import Glibc
internal import Synchronization

/// A connection to an HTTP server that sends any bytes, and reads responses as they are framed.
public final class RawHTTPClient: Sendable {
    private let socket: AsyncSocket
    private let buffer = Mutex<[UInt8]>([])

    /// A response as it was read.
    public struct Response: Sendable {
        /// The status.
        public let status: Int
        /// The fields by name, in lower case; those of one name joined by line breaks.
        public let fields: [String: String]
        /// The body, without its framing.
        public let body: [UInt8]

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }

        /// The body as a JSON object.
        ///
        /// - Throws: when it is none.
        public var json: [String: Any] {
            get throws { try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:] }
        }
    }

    /// The server has closed the connection.
    public struct Closed: Error {}

    private init(_ socket: AsyncSocket) { self.socket = socket }

    deinit { try? socket.close() }

    /// Connects to a port of loopback.
    ///
    /// - Throws: `SocketError`.
    public static func connect(to port: UInt16) async throws -> RawHTTPClient {
        RawHTTPClient(
            try await AsyncSocket.connected(
                to: .inet(ip4: "127.0.0.1", port: port), timeout: TestTimeout.longest / .seconds(1)))
    }

    /// Sends text.
    ///
    /// - Throws: `SocketError`.
    public func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends bytes.
    ///
    /// - Throws: `SocketError`.
    public func send(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

    /// Closes the connection.
    public func close() { shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }

    /// Sends a request and reads its response.
    ///
    /// - Throws: `SocketError`, ``Closed``.
    public func request(
        _ method: String = "GET", _ target: String, _ fields: [String: String] = [:], _ body: String? = nil
    ) async throws -> Response {
        var fields = fields
        if fields["Host"] == nil { fields["Host"] = "localhost" }
        if let body { fields["Content-Length"] = "\(body.utf8.count)" }
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        try await send("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")")
        return try await response(to: method)
    }

    /// Reads the next response.
    ///
    /// - Throws: ``Closed`` when the server closes first.
    public func response(to method: String = "GET") async throws -> Response {
        let (status, fields) = try await head()
        if method == "HEAD" || status == 204 || status == 304 || (100..<200).contains(status) {
            return Response(status: status, fields: fields, body: [])
        }
        if let length = fields["content-length"].flatMap({ Int($0) }) {
            return Response(status: status, fields: fields, body: try await take(length))
        }
        var body: [UInt8] = []
        while let chunk = try await chunk() { body += chunk }
        return Response(status: status, fields: fields, body: body)
    }

    /// Reads the head of a response.
    ///
    /// - Throws: ``Closed``.
    public func head() async throws -> (status: Int, fields: [String: String]) {
        let text = String(decoding: try await take(to: "\r\n\r\n"), as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
            fields[name] = fields[name].map { "\($0)\n\(value)" } ?? value
        }
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0, fields)
    }

    /// Reads a chunk of a body; nil at its end.
    ///
    /// - Throws: ``Closed``.
    public func chunk() async throws -> [UInt8]? {
        let size = Int(String(decoding: try await take(to: "\r\n"), as: UTF8.self), radix: 16) ?? 0
        let bytes = try await take(size)
        _ = try await take(2)
        return size == 0 ? nil : bytes
    }

    /// Whether the server closes the connection without another byte.
    public func isClosed() async -> Bool {
        guard buffer.withLock(\.isEmpty) else { return false }
        do { return try await !fill() } catch { return true }
    }

    private func take(to end: String) async throws -> [UInt8] {
        while true {
            let found = buffer.withLock { buffer -> [UInt8]? in
                guard let range = buffer.firstRange(of: Array(end.utf8)) else { return nil }
                let bytes = Array(buffer[..<range.lowerBound])
                buffer.removeFirst(range.upperBound)
                return bytes
            }
            if let found { return found }
            guard try await fill() else { throw Closed() }
        }
    }

    /// Reads so many bytes.
    ///
    /// - Throws: when the connection ends before.
    public func take(_ count: Int) async throws -> [UInt8] {
        while buffer.withLock(\.count) < count { guard try await fill() else { throw Closed() } }
        return buffer.withLock { buffer in
            defer { buffer.removeFirst(count) }
            return Array(buffer[..<count])
        }
    }

    private func fill() async throws -> Bool {
        do {
            let bytes = try await socket.read(atMost: 64 << 10)
            buffer.withLock { $0 += bytes }
            return !bytes.isEmpty
        } catch SocketError.disconnected {
            return false
        }
    }
}
