import Foundation
import Synchronization
import TestSupport

/// A server of media on loopback: it knows parts, and misbehaves as a test wants.
final class MediaServer: Sendable {
    /// What a server does with a request instead of answering it properly; false leaves it to the server.
    typealias Misbehaviour = @Sendable (ServedRequest, ServedConnection, _ file: [UInt8]) throws -> Bool

    /// A file with what the server says of it.
    struct File: Sendable {
        var bytes: [UInt8]
        var etag: String?
        var type = "application/octet-stream"
    }

    private struct State {
        var files: [String: File] = [:]
        var misbehaviour: [String: Misbehaviour] = [:]
    }

    private let state = Mutex(State())
    private let served: Mutex<ScriptedServer?> = Mutex(nil)

    init() throws {
        let server = try ScriptedServer { [state = Reference(self)] request, connection in
            try state.value?.serve(request, connection)
        }
        served.withLock { $0 = server }
    }

    // Unchecked: set once, before the server begins.
    private final class Reference: @unchecked Sendable {
        weak var value: MediaServer?
        init(_ value: MediaServer) { self.value = value }
    }

    deinit { stop() }

    func stop() { served.withLock { $0 }?.stop() }

    /// Where it listens, as it is allowed by name.
    var host: String { "127.0.0.1:\(served.withLock { $0?.port ?? 0 })" }

    func url(_ path: String) -> String { "http://\(host)\(path)" }

    /// The requests that have come, as path and asked-for part.
    var requests: [String] { heard.map { "\($0.target) \($0["range"] ?? "all")" } }

    /// The requests that have come, with all that their clients said.
    var heard: [ServedRequest] { served.withLock { $0 }?.requests ?? [] }

    /// Serves a file.
    func serve(_ path: String, _ file: File) { state.withLock { $0.files[path] = file } }

    /// Serves the files of a folder.
    func serve(_ folder: URL, under path: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let url = folder.appending(path: name)
            guard !url.hasDirectoryPath, let bytes = try? Data(contentsOf: url) else { continue }
            serve("\(path)/\(name)", File(bytes: [UInt8](bytes)))
        }
    }

    /// Has the requests for a path answered otherwise.
    func misbehave(_ path: String, _ how: Misbehaviour?) { state.withLock { $0.misbehaviour[path] = how } }

    private func serve(_ request: ServedRequest, _ connection: ServedConnection) throws {
        let path = String(request.target.prefix { $0 != "?" })
        let (file, how) = state.withLock { ($0.files[path], $0.misbehaviour[path]) }
        if let how, try how(request, connection, file?.bytes ?? []) { return }
        guard let file else { return try connection.respond(404, [:], "nothing") }
        var fields = ["Content-Type": file.type, "Accept-Ranges": "bytes"]
        fields["ETag"] = file.etag
        let isSame = request["if-range"].map { $0 == file.etag } ?? true
        guard let part = request["range"].flatMap({ Self.part($0, of: file.bytes.count) }), isSame else {
            return try connection.respond(200, fields, file.bytes)
        }
        guard !part.isEmpty else { return try connection.respond(416, fields, "") }
        fields["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.bytes.count)"
        try connection.respond(206, fields, Array(file.bytes[part]))
    }

    private static func part(_ text: String, of count: Int) -> Range<Int>? {
        let bounds = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Int(bounds[0]) else { return nil }
        guard first < count else { return 0..<0 }
        return first..<min(count, (Int(bounds[1]) ?? count - 1) + 1)
    }
}
