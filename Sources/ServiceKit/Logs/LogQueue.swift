internal import Basics
internal import Glibc
package import RPC
internal import Synchronization

/// A queue of log lines for a reader that may stop reading: a terminal after Ctrl-S, a pipe to a hung process, a full
/// disk.
///
/// Logging only appends a line to memory. One thread writes, and it alone waits for the reader. When the queue is full,
/// lines are dropped and counted; the count is written as a line of its own as soon as writing resumes.
package final class LogQueue<Line: Sendable>: Sendable {
    /// A line, and the number of lines lost with it when it cannot be written.
    private struct Entry {
        var line: Line
        var weight = 1
    }

    private struct State {
        var lines: [Entry] = []
        /// Bytes of lines that are queued or being written.
        var bytes = 0
        /// Lines dropped since the last report.
        var dropped = 0
        var isWriting = false
        var hasThread = false
    }

    private let state = Mutex(State())
    private let capacityBytes: Int
    private let news = Semaphore()
    private let size: @Sendable (Line) -> Int
    private let dropped: @Sendable (Int) -> Line
    private let write: @Sendable ([Line]) -> Bool

    /// Creates a queue; its thread starts with the first line.
    ///
    /// - Parameters:
    ///   - capacityBytes: the maximum of queued bytes. Memory use is this and the lines' own overhead.
    ///   - size: a line's size in bytes.
    ///   - dropped: creates the line that reports dropped lines.
    ///   - write: writes lines, on the queue's thread, for as long as it takes; false when they could not be written,
    ///     and count as dropped.
    package init(
        capacityBytes: Int = LogQueueLimits.capacityBytes, size: @escaping @Sendable (Line) -> Int,
        dropped: @escaping @Sendable (Int) -> Line, write: @escaping @Sendable ([Line]) -> Bool
    ) {
        (self.capacityBytes, self.size, self.dropped, self.write) = (capacityBytes, size, dropped, write)
    }

    /// Queues a line, or drops it. Never waits for the reader.
    package func put(_ line: Line) {
        let count = size(line)
        let (isNew, needsThread) = state.withLock { state in
            guard state.bytes + count <= capacityBytes else {
                state.dropped += 1
                return (false, false)
            }
            let wasIdle = state.lines.isEmpty && !state.isWriting
            noteDropped(&state)
            state.lines.append(Entry(line: line))
            state.bytes += count
            defer { state.hasThread = true }
            return (wasIdle, !state.hasThread)
        }
        if needsThread { start() }
        if isNew { news.signal() }
    }

    /// Waits until everything is written, at most for `patience`: for the end of a process.
    ///
    /// - Returns: false when the reader does not read in time.
    @discardableResult
    package func flush(within patience: Duration, runtime: any Runtime) async -> Bool {
        let end = runtime.now.advanced(by: patience)
        while state.withLock({ $0.isWriting || !$0.lines.isEmpty }) {
            guard runtime.now < end else { return false }
            do { try await runtime.sleep(for: LogQueueLimits.flushPoll) } catch { return false }
        }
        return true
    }

    private func start() {
        let isStarted = DedicatedThread.start { [self] in
            while true {
                writeAll()
                news.wait()
            }
        }
        // The next line retries.
        if !isStarted { state.withLock { $0.hasThread = false } }
    }

    private func writeAll() {
        while let (batch, bytes) = take() {
            let isWritten = write(batch.map(\.line))
            state.withLock { state in
                state.bytes -= bytes
                state.isWriting = false
                if isWritten {
                    // Report the lines dropped during this write now, as no further line may come.
                    noteDropped(&state)
                } else {
                    state.dropped += batch.reduce(0) { $0 + $1.weight }
                }
            }
        }
    }

    /// The next batch to write; nil when the queue is empty.
    private func take() -> (batch: [Entry], bytes: Int)? {
        state.withLock { state in
            guard !state.lines.isEmpty else { return nil }
            var (count, bytes) = (0, 0)
            while count < state.lines.count, count == 0 || bytes < LogQueueLimits.batchBytes {
                bytes += size(state.lines[count].line)
                count += 1
            }
            let batch = Array(state.lines.prefix(count))
            state.lines.removeFirst(count)
            state.isWriting = true
            return (batch, bytes)
        }
    }

    /// Queues the report of dropped lines, in their place.
    private func noteDropped(_ state: inout State) {
        guard state.dropped > 0 else { return }
        let line = dropped(state.dropped)
        state.lines.append(Entry(line: line, weight: state.dropped))
        state.bytes += size(line)
        state.dropped = 0
    }
}

/// The limits of a queue of log lines.
package enum LogQueueLimits {
    /// The maximum of queued bytes: 1 MiB, several thousand lines.
    package static let capacityBytes = 1 << 20
    /// The maximum of bytes written with one call, so that room becomes free while more is queued.
    package static let batchBytes = 64 << 10
    /// How long a process that exits waits until its last lines are written.
    package static let flushTime = Duration.seconds(1)
    /// The polling interval of that wait.
    static let flushPoll = Duration.milliseconds(2)
}

/// A counting semaphore: sem_init(3).
// Unchecked: the system's functions are thread-safe.
private final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }

    func wait() {
        while sem_wait(semaphore) != 0 && errno == EINTR {}
    }
}
