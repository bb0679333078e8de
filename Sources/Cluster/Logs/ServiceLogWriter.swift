internal import Basics
internal import Foundation
internal import Glibc
internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Writes what services say, and what the supervisor says of each, to the services' log files.
///
/// A line is queued, and one thread writes: neither a service nor its supervision waits for the disk. What cannot be
/// written in time is dropped and counted, see `LogQueue`.
final class ServiceLogWriter: Sendable {
    private struct Entry: Sendable {
        var service: String
        /// The line with its end.
        var text: String
    }

    private let queue: LogQueue<Entry>
    private let formatter: LogLineFormatter
    private let runtime: any Runtime

    /// A writer to the logs of a data directory; files are created with their first line.
    init(dataDirectory: String, format: LogFormat, limit: Int = ServiceLogFiles.limitBytes, runtime: any Runtime) {
        let formatter = LogLineFormatter(format: format, runtime: runtime)
        let files = OpenLogFiles(dataDirectory: dataDirectory, limit: limit)
        (self.formatter, self.runtime) = (formatter, runtime)
        queue = LogQueue(
            size: { $0.text.utf8.count },
            dropped: { count in
                let text = formatter.line(.warning, "hearth", DroppedLines.message(count)) + "\n"
                return Entry(service: ServiceLogFiles.supervisor, text: text)
            },
            write: { entries in
                // The order of a service's lines is that of its entries.
                let texts = Dictionary(grouping: entries, by: \.service)
                return texts.reduce(true) { files.append($1.value.map(\.text).joined(), to: $1.key) && $0 }
            })
    }

    /// Logs a line that a service wrote. A line without a time, such as a crash report of the runtime, gets one.
    func put(_ line: String, of service: String) {
        let text = LogRecord.isComplete(line) ? line : formatter.line(.error, service, line)
        queue.put(Entry(service: service, text: text + "\n"))
    }

    /// Writes all queued lines, for the end of the process; gives up when the disk hangs.
    func flush() async { await queue.flush(within: LogQueueLimits.flushTime, runtime: runtime) }
}

/// The log files that are open for writing. One thread uses them at a time.
private final class OpenLogFiles: Sendable {
    private struct File {
        var descriptor: Int32
        var size: Int64
        /// Its last write was cut off, so that the next line needs a line end before it.
        var isCut: Bool
    }

    private let dataDirectory: String
    private let limit: Int
    private let files = Mutex<[String: File]>([:])

    init(dataDirectory: String, limit: Int) { (self.dataDirectory, self.limit) = (dataDirectory, limit) }

    deinit { files.withLock { for file in $0.values { close(file.descriptor) } } }

    /// Appends whole lines to a service's log, and rotates it first when it is full.
    ///
    /// - Returns: false when they could not be written.
    func append(_ text: String, to service: String) -> Bool {
        let log = ServiceLogFiles(service: service, dataDirectory: dataDirectory)
        return files.withLock { files in
            guard var file = current(files[service], log, adding: text.utf8.count) else {
                files[service] = nil
                return false
            }
            let isWritten = DescriptorWriter.write(file.isCut ? "\n" + text : text, to: file.descriptor)
            file.isCut = !isWritten
            file.size = FileStatus(descriptor: file.descriptor)?.size ?? file.size
            files[service] = file
            return isWritten
        }
    }

    /// The file to write to: the open one, or a new one when that is full, or was moved or removed by hand.
    private func current(_ file: File?, _ log: ServiceLogFiles, adding bytes: Int) -> File? {
        guard let file else { return open(log, adding: bytes) }
        let (named, held) = (FileStatus(path: log.path, followsLinks: false), FileStatus(descriptor: file.descriptor))
        let isNamed = named != nil && named?.inode == held?.inode && named?.device == held?.device
        guard !isNamed || file.size > 0 && file.size + Int64(bytes) > Int64(limit) else { return file }
        close(file.descriptor)
        return open(log, adding: bytes)
    }

    private func open(_ log: ServiceLogFiles, adding bytes: Int) -> File? {
        let directory = ServiceLogFiles.directory(in: dataDirectory)
        if mkdir(directory, 0o700) != 0, errno != EEXIST { return nil }
        if let size = FileStatus(path: log.path, followsLinks: false)?.size, size > 0,
            size + Int64(bytes) > Int64(limit)
        {
            // Where it cannot be moved it grows: lines are worth more than the limit.
            _ = log.rotate()
        }
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let descriptor = Glibc.open(log.path, flags, 0o600)
        guard descriptor >= 0, let status = FileStatus(descriptor: descriptor), status.isRegularFile else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        // The process before may have been killed in the middle of a line.
        var last: UInt8 = 0
        let isCut = status.size > 0 && pread(descriptor, &last, 1, off_t(status.size - 1)) == 1
        return File(descriptor: descriptor, size: status.size, isCut: isCut && last != UInt8(ascii: "\n"))
    }
}
