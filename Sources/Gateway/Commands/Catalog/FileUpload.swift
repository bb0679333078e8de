internal import Basics
internal import Foundation
internal import Glibc
internal import HearthModel
internal import RPC
internal import ServiceKit

/// A file on this machine, or the standard input, that is sent to a service: no service opens a path.
final class FileUpload: Sendable {
    /// The argument for standard input.
    static let standardInput = "-"

    /// The file's displayed name: its absolute path, or "standard input".
    let file: String
    /// Its length in bytes when it was opened; nil for the standard input.
    let bytes: Int64?
    /// Its first bytes, up to ``headBytes``.
    let head: [UInt8]

    /// How much of a file is read before it is uploaded.
    static let headBytes = 64 << 10

    private let descriptor: Int32

    /// Opens a file, and reads its beginning.
    ///
    /// - Parameter name: a path, or ``standardInput``.
    /// - Throws: ``GatewayFailure`` when it cannot be read, or is none that has an end.
    init(_ name: String) async throws {
        if name == Self.standardInput {
            (file, bytes, descriptor) = ("standard input", nil, dup(STDIN_FILENO))
        } else {
            file = URL(filePath: name).standardizedFileURL.path
            (descriptor, bytes) = try Self.open(file)
        }
        head = try await Self.read(descriptor, Self.headBytes, file)
    }

    deinit { close(descriptor) }

    /// Rejects a file that cannot be read.
    ///
    /// - Throws: ``GatewayFailure``.
    static func check(_ name: String) throws {
        guard name != standardInput else { return }
        close(try open(URL(filePath: name).standardizedFileURL.path).0)
    }

    private static func open(_ path: String) throws -> (Int32, Int64) {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = errno
            throw GatewayFailure(
                "NO_SUCH_FILE", "\(path) cannot be read: \(String(cString: strerror(error))).",
                advice: error == EACCES
                    ? "Check its permissions, or send it: hearth import - --source NAME < \(path.shellWord)"
                    : "Check the path.",
                status: .noInput)
        }
        guard let status = FileStatus(descriptor: descriptor), status.isRegularFile else {
            close(descriptor)
            throw GatewayFailure(
                "NOT_A_FILE", "\(path) is a folder, a pipe or a device, and no file.",
                advice: "What comes from a pipe is read with - in place of the file.", status: .noInput)
        }
        return (descriptor, status.size)
    }

    /// Reads so many bytes, or all up to the end.
    private static func read(_ descriptor: Int32, _ count: Int, _ file: String) async throws -> [UInt8] {
        // A pipe may have nothing for long.
        let bytes: [UInt8]? = await Blocking.run(.queued) {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: count)
            while bytes.count < count {
                let length = buffer.withUnsafeMutableBytes {
                    Glibc.read(descriptor, $0.baseAddress, count - bytes.count)
                }
                if length < 0, errno == EINTR { continue }
                guard length >= 0 else { return nil }
                guard length > 0 else { break }
                bytes += buffer[..<length]
            }
            return bytes
        }
        guard let bytes else {
            throw GatewayFailure("NO_SUCH_FILE", "\(file) cannot be read to its end.", status: .noInput)
        }
        return bytes
    }

    /// Sends all of it in chunks: as many bytes as the file had when it was opened, or up to the input's end.
    ///
    /// - Parameter sent: called with the number of bytes sent, after each chunk.
    /// - Throws: ``GatewayFailure`` when the file is truncated in the meantime; `RPCError` when the call fails.
    func send(to writer: RPCWriter<UploadPiece>, sent: (Int64) -> Void) async throws {
        var (piece, count) = (head, Int64(0))
        while !piece.isEmpty {
            if let bytes, count + Int64(piece.count) > bytes {
                piece.removeLast(Int(count + Int64(piece.count) - bytes))
            }
            try await writer.write(UploadPiece(Data(piece)))
            count += Int64(piece.count)
            sent(count)
            if count == bytes { break }
            piece = try await Self.read(descriptor, UploadPiece.maximumBytes, file)
        }
        if let bytes, count < bytes {
            throw GatewayFailure(
                "FILE_CHANGED", "\(file) was cut short while it was sent. Nothing was imported.",
                advice: "Import it again when nothing writes to it any more.", canRetry: true, status: .data)
        }
    }

    /// Seeks to the start, where that is possible.
    ///
    /// - Returns: whether all of it can be sent (again).
    func rewind() -> Bool {
        let place = lseek(descriptor, off_t(head.count), SEEK_SET)
        return place == off_t(head.count)
    }
}
