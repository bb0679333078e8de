internal import Foundation
internal import Synchronization

/// A file with the output and events of a run's services.
final class ServiceLogFile: Sendable {
    private struct State: Sendable {
        var handle: FileHandle?
        var bytes = 0
    }

    private let state: Mutex<State>

    /// Output beyond this size is dropped: a crash loop must not fill the disk.
    private static let mostBytes = 64 << 20

    /// Creates or truncates a file.
    init(path: String) {
        // On failure there is no handle either.
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        state = Mutex(State(handle: FileHandle(forWritingAtPath: path)))
    }

    func write(_ line: String) {
        state.withLock { state in
            guard state.bytes < Self.mostBytes else { return }
            let data = Data((line + "\n").utf8)
            state.bytes += data.count
            // For people alone; a full disk must not end the run.
            try? state.handle?.write(contentsOf: data)
        }
    }

    func close() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
    }
}
