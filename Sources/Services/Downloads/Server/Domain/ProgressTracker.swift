internal import RPC
internal import Synchronization

/// The change log of a household's files, which wakes followers, and the progress of the running fetches.
///
/// It stores no events: a follower receives the present state of each file that changed since its position, once.
final class ProgressTracker: Sendable {
    /// The progress of a running fetch.
    struct Live: Sendable {
        var bytes: Int64
        var total: Int64?
        var bytesPerSecond: Int64?
    }

    /// A change to send to a follower.
    struct Change: Sendable {
        enum Kind: Sendable {
            case file(Int64)
            case gone(String)
        }

        var sequence: UInt64
        var kind: Kind
    }

    private struct Running {
        var live: Live
        var speed = TransferRate()
        var told: MonotonicInstant?
    }

    private struct Gone {
        var sequence: UInt64
        var id: String
        var profile: String
    }

    private struct State {
        var sequence: UInt64 = 0
        var changed: [Int64: UInt64] = [:]
        var gone: [Gone] = []
        /// The position from which on all deletions are known.
        var knownFrom: UInt64 = 0
        var running: [Int64: Running] = [:]
        var followers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var nextFollower: UInt64 = 0
    }

    /// Identifies this log: another one's positions are invalid here.
    let generation: UInt64
    private let state = Mutex(State())
    private static let maximumRemovals = 1_000

    init(generation: UInt64) { self.generation = generation }

    // MARK: Changes

    /// Records a change of a file's downloads.
    func touch(_ file: Int64) { state.withLock { Self.touch(file, &$0) } }

    /// Records that a profile released a download.
    func leave(_ id: String, of profile: String) {
        state.withLock { state in
            state.sequence += 1
            state.gone.append(Gone(sequence: state.sequence, id: id, profile: profile))
            if state.gone.count > Self.maximumRemovals * 2 {
                state.knownFrom = state.gone[state.gone.count - Self.maximumRemovals - 1].sequence
                state.gone.removeFirst(state.gone.count - Self.maximumRemovals)
            }
            for follower in state.followers.values { follower.yield() }
        }
    }

    /// Registers a started fetch.
    func begin(_ file: Int64, bytes: Int64, total: Int64?) {
        state.withLock { state in
            state.running[file] = Running(live: Live(bytes: bytes, total: total))
            Self.touch(file, &state)
        }
    }

    /// Removes an ended fetch.
    func end(_ file: Int64) {
        state.withLock { state in
            state.running[file] = nil
            Self.touch(file, &state)
        }
    }

    /// Records a fetch's progress; followers are woken at intervals.
    func progress(_ file: Int64, bytes: Int64, total: Int64?, at time: MonotonicInstant) {
        state.withLock { state in
            guard var running = state.running[file] else { return }
            running.speed.note(bytes, at: time)
            running.live = Live(
                bytes: bytes, total: total, bytesPerSecond: running.speed.bytesPerSecond.map { Int64($0) })
            let isDue = running.told.map { $0.duration(to: time) >= DownloadsLimits.progressInterval } ?? true
            if isDue { running.told = time }
            state.running[file] = running
            if isDue { Self.touch(file, &state) }
        }
    }

    private static func touch(_ file: Int64, _ state: inout State) {
        state.sequence += 1
        state.changed[file] = state.sequence
        for follower in state.followers.values { follower.yield() }
    }

    // MARK: Reading

    /// The progress of the running fetches.
    var live: [Int64: Live] { state.withLock { $0.running.mapValues(\.live) } }

    /// The position of the last change.
    var sequence: UInt64 { state.withLock { $0.sequence } }

    /// The changes for a profile after a cursor, in order; nil when the log no longer reaches back that far.
    func changes(after sequence: UInt64, for profile: String) -> [Change]? {
        state.withLock { state in
            guard sequence <= state.sequence, sequence >= state.knownFrom else { return nil }
            let files = state.changed.filter { $0.value > sequence }
                .map { Change(sequence: $0.value, kind: .file($0.key)) }
            let gone = state.gone.filter { $0.sequence > sequence && $0.profile == profile }
                .map { Change(sequence: $0.sequence, kind: .gone($0.id)) }
            return (files + gone).sorted { $0.sequence < $1.sequence }
        }
    }

    /// Subscribes a follower to change signals.
    func join() -> (id: UInt64, signals: AsyncStream<Void>) {
        // One signal is enough for any number of changes.
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        return (id, signals)
    }

    /// Unsubscribes a follower.
    func leaveFollowers(_ id: UInt64) { _ = state.withLock { $0.followers.removeValue(forKey: id) } }
}
