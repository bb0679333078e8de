internal import Glibc
internal import Logging
package import RPC
internal import Synchronization

/// The process's standard error as its log: lines are queued, and written by a dedicated thread.
package enum StandardErrorLog {
    /// The label and format of a line about dropped lines.
    private struct Style: Sendable {
        var label = "log"
        var format = LogFormat.text
        var runtime: any Runtime = SystemRuntime.shared
    }

    private static let style = Mutex(Style())

    private static let queue = LogQueue<String>(
        size: { $0.utf8.count }, dropped: { notice(of: $0) },
        write: { lines in DescriptorWriter.write(lines.joined(), to: STDERR_FILENO) })

    /// Sets the label and format.
    static func configure(label: String, format: LogFormat, runtime: any Runtime) {
        style.withLock { $0 = Style(label: label, format: format, runtime: runtime) }
    }

    /// Queues a whole line with its line end. Does not wait for the reader.
    package static func put(_ line: String) { queue.put(line) }

    /// Flushes queued lines, for the end of the process; gives up after ``LogQueueLimits/flushTime``.
    package static func flush(runtime: any Runtime) async {
        await queue.flush(within: LogQueueLimits.flushTime, runtime: runtime)
    }

    private static func notice(of count: Int) -> String {
        let style = style.withLock { $0 }
        let line = LogLine(
            time: style.runtime.wallTime, level: .warning, label: style.label,
            message: DroppedLines.message(count), metadata: [("count", "\(count)")])
        return style.format == .json ? line.json : line.text
    }
}

/// The message about dropped lines.
package enum DroppedLines {
    /// The message, for people.
    package static func message(_ count: Int) -> String {
        "\(count) log \(count == 1 ? "line was" : "lines were") dropped: they could not be written in time."
    }
}

/// Writes to file descriptors.
package enum DescriptorWriter {
    /// Writes a whole text, however long the reader takes.
    ///
    /// - Returns: false when it cannot be written: the reader has closed its end, or the disk is full.
    package static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var sent = 0
            while sent < bytes.count {
                let step = Glibc.write(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
                if step > 0 {
                    sent += step
                } else if errno == EAGAIN {
                    // Another process that shares the terminal has made it non-blocking.
                    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&entry, 1, -1)
                } else if step == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
