import Foundation
import Synchronization
import Testing

@testable import FaultMatrixPeer

/// A process that runs the table's server (``FaultMatrixPeer``), and what it says.
final class ServerProcess: Sendable {
    private struct State {
        var process: pid_t = 0
        var hasEnded = false
        /// Who waits for an order to be carried out, in the order of the orders; the first waits for the server to listen.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var leaving: [CheckedContinuation<Void, Never>] = []
        var address: String?
        /// Calls whose handlers run.
        var running: [String] = []
    }

    private let ledger: EffectLedger
    private let connection: Int32
    private let state = Mutex(State())

    /// Starts one, and returns when it listens.
    ///
    /// - Throws: ``Refused`` when it ends instead.
    static func start(_ arguments: [String], ledger: EffectLedger) async throws -> ServerProcess {
        var ends: [Int32] = [0, 0]
        // Not for other processes that start meanwhile: this one's end would not be seen.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let child = ServerProcess(ledger, ends[0])
        defer { close(ends[1]) }
        let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "FaultMatrixPeer")
        try child.spawn(executable.path, arguments, ends[1])
        await withCheckedContinuation { continuation in
            child.state.withLock { $0.waiting.append(continuation) }
            Thread.detachNewThread { child.read() }
        }
        guard child.address != nil else { throw Refused() }
        return child
    }

    /// It ended before it listened.
    struct Refused: Error {}

    private init(_ ledger: EffectLedger, _ connection: Int32) { (self.ledger, self.connection) = (ledger, connection) }

    private func spawn(_ executable: String, _ arguments: [String], _ end: Int32) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for standard in [STDIN_FILENO, STDOUT_FILENO] { posix_spawn_file_actions_adddup2(&actions, end, standard) }
        var words = ([executable] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var process: pid_t = 0
        try #require(posix_spawn(&process, executable, &actions, nil, words, environ) == 0, "\(executable)")
        state.withLock { $0.process = process }
    }

    /// Where it listens.
    var address: String? { state.withLock { $0.address } }

    var process: pid_t { state.withLock { $0.process } }

    // MARK: Orders and signals

    /// Has it do something, and returns when that is done, or it has ended.
    func say(_ order: PeerMessage.Order) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return !state.hasEnded
            }
            guard isThere else { return continuation.resume() }
            let line = Array((order.rawValue + "\n").utf8)
            // One that has just died is found out by its end.
            _ = send(connection, line, line.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Returns when it has ended, and all that it said was read.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasEnded { state.leaving.append(continuation) }
                return state.hasEnded
            }
            if isOver { continuation.resume() }
        }
    }

    func kill() async {
        signal(SIGKILL)
        await ended()
    }

    /// Returns when it has stopped.
    func stop() {
        signal(SIGSTOP)
        var status: Int32 = 0
        waitpid(process, &status, WUNTRACED)
    }

    func goOn() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        // Its number belongs to no other process until it was waited for, and that is under the lock, too.
        state.withLock { if !$0.hasEnded { _ = Glibc.kill($0.process, number) } }
    }

    // MARK: What it says

    private func read() {
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while true {
            let count = Glibc.read(connection, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            text += buffer[..<count]
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                if let line = PeerMessage(String(decoding: text[..<end], as: UTF8.self)) { take(line) }
                text.removeSubrange(...end)
            }
        }
        close(connection)
        let left = state.withLock { state in
            var status: Int32 = 0
            waitpid(state.process, &status, 0)
            state.hasEnded = true
            defer { (state.running, state.waiting, state.leaving) = ([], [], []) }
            return (running: state.running, waiting: state.waiting + state.leaving)
        }
        for call in left.running { ledger.end(call) }
        for waiter in left.waiting { waiter.resume() }
    }

    private func take(_ line: PeerMessage) {
        switch line {
        case .listening(let address):
            state.withLock { $0.address = address }
            carriedOut()
        case .begin(let call, let now):
            state.withLock { $0.running.append(call) }
            ledger.begin(call, at: now)
        case .commit(let call, let key): ledger.commit(call, key: key)
        case .end(let call):
            state.withLock { state in
                if let index = state.running.firstIndex(of: call) { state.running.remove(at: index) }
            }
            ledger.end(call)
        case .arrival(let call): ledger.arrivals.note(call)
        case .drop: ledger.noteDrop()
        case .done: carriedOut()
        }
    }

    private func carriedOut() {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume()
    }
}
