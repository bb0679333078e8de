import EchoControl
import Foundation

/// A server or client program with a line protocol.
final class EchoProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let name: String
    private var received: [UInt8] = []

    /// The timeout of one answer; under valgrind everything takes fifty times as long.
    private static let responseTimeoutMilliseconds: Int32 = 120_000

    init(_ path: String, _ arguments: [String]) throws {
        name = ([path] + arguments).joined(separator: " ")
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// The process's id.
    var id: Int32 { process.processIdentifier }

    deinit {
        if process.isRunning { process.terminate() }
    }

    func write(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Sends a line and reads the answer, one object in JSON.
    func request<Response: Decodable>(_ line: String, as type: Response.Type) throws -> Response {
        try write(line)
        return try JSONDecoder().decode(type, from: Data(readLine().utf8))
    }

    func readLine() throws -> String {
        let descriptor = output.fileHandleForReading.fileDescriptor
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 1)
                return line
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.responseTimeoutMilliseconds) != 0 else {
                throw EchoFailure(reason: "no answer: \(name)")
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw EchoFailure(reason: "ended early: \(name)") }
            received += data
        }
    }

    /// Waits until a server listens.
    ///
    /// - Returns: its endpoint, and since when it listens by ``ProcessClock``, if it reports that.
    func readReady() throws -> (endpoint: String, since: UInt64?) {
        let words = try readLine().split(separator: " ")
        guard words.count >= 2, words[0] == "ready" else { throw EchoFailure(reason: "not ready: \(name)") }
        return (String(words[1]), words.count > 2 ? UInt64(words[2]) : nil)
    }

    /// Closes the program's input, which ends the program, and waits for it.
    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw EchoFailure(reason: "exit code \(process.terminationStatus): \(name)")
        }
    }
}
