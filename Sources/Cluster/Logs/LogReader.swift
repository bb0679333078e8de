internal import Basics
internal import Glibc
internal import Logging

/// Reads one service's log, line by line, on across rotations.
final class LogReader {
    private let files: ServiceLogFiles
    /// The path to open first.
    private let first: String
    private var descriptor: Int32 = -1
    private var splitter = LineSplitter()
    private var last: LogRecord?

    private static let bufferBytes = 64 << 10

    /// Creates a reader.
    ///
    /// - Parameter rotated: how many of the rotated logs to read before the current one; missing ones are skipped.
    init(_ files: ServiceLogFiles, rotated: Int) {
        self.files = files
        let paths = files.paths.suffix(rotated + 1)
        first = paths.first { FileStatus(path: $0, followsLinks: false) != nil } ?? files.path
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The records that were written since the last call, in their order. An unfinished line waits for its end.
    func read() -> [LogRecord] {
        var records: [LogRecord] = []
        if descriptor < 0 { open(first) }
        while descriptor >= 0 {
            readToEnd(&records)
            guard let next = nextPath() else { break }
            // Lines that were written between the last read and the rotation.
            readToEnd(&records)
            splitter.finish { records.append(record(of: $0)) }
            close(descriptor)
            descriptor = -1
            open(next)
        }
        return records
    }

    private func open(_ path: String) { descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }

    /// The log after the one that is being read; nil while that is the current one.
    private func nextPath() -> String? {
        guard let own = FileStatus(descriptor: descriptor) else { return nil }
        let paths = files.paths
        let found = paths.map { FileStatus(path: $0, followsLinks: false) }
        guard let place = found.firstIndex(where: { $0?.inode == own.inode && $0?.device == own.device }) else {
            // It was rotated away meanwhile, or removed by hand.
            return zip(paths, found).first { $1 != nil }?.0
        }
        return zip(paths, found).dropFirst(place + 1).first { $1 != nil }?.0
    }

    private func readToEnd(_ records: inout [LogRecord]) {
        var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            buffer.withUnsafeBytes { bytes in
                splitter.append(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { records.append(record(of: $0)) }
            }
        }
    }

    /// A line of a hand-edited file without a time belongs to the one above it.
    private func record(of line: String) -> LogRecord {
        let record =
            LogRecord(service: files.service, line: line)
            ?? LogRecord(service: files.service, time: last?.time ?? "", level: last?.level ?? .info, line: line)
        last = record
        return record
    }
}
