internal import Basics
internal import Synchronization

/// The shards of a directory by household: each is open, or one task opens or closes it and others wait for that.
final class OpenShards: Sendable {
    /// The end of an opening or closing; nil when the waiting tasks must retry.
    typealias Settlement = Promise<Result<Shard, any Error>?>

    private enum Entry {
        case open(Shard)
        case busy(Settlement)
    }

    private struct State {
        var households: [String: Entry] = [:]
        var isClosed = false
        /// The observers of opened shards.
        var observers: [AsyncStream<String>.Continuation] = []
    }

    private let state = Mutex(State())

    /// What a caller gets of a household.
    enum Claim {
        case open(Shard)
        /// This caller opens the shard, and then calls ``OpenShards/settle(_:_:_:)``.
        case opens
        case busy(Settlement)
    }

    /// The open shards, by household.
    var all: [String: Shard] {
        state.withLock { state in
            state.households.compactMapValues { if case .open(let shard) = $0 { shard } else { nil } }
        }
    }

    /// The households whose shards are open, or being opened or closed, sorted.
    var households: [String] { state.withLock { $0.households.keys.sorted() } }

    /// Requests a household's shard; nil when no more are opened.
    func claim(_ household: String) -> Claim? {
        state.withLock { state in
            if state.isClosed { return nil }
            switch state.households[household] {
            case .open(let shard):
                shard.touch()
                return .open(shard)
            case .busy(let settlement): return .busy(settlement)
            case nil:
                state.households[household] = .busy(Settlement())
                return .opens
            }
        }
    }

    /// Takes a household's open shard in order to close it; then the caller calls ``settle(_:_:_:)``.
    ///
    /// - Returns: nil when it is not open, or does not meet the condition.
    func take(_ household: String, if condition: (Shard) -> Bool) -> Shard? {
        state.withLock { state in
            guard case .open(let shard) = state.households[household], condition(shard) else { return nil }
            state.households[household] = .busy(Settlement())
            return shard
        }
    }

    /// Takes a household, once no other task opens or closes its shard; then the caller calls ``settle(_:_:_:)``.
    ///
    /// - Returns: its shard; nil when that is not open.
    func takeWhenSettled(_ household: String) async -> Shard? {
        while true {
            let (isTaken, shard) = state.withLock { state -> (Bool, Shard?) in
                var open: Shard?
                switch state.households[household] {
                case .busy: return (false, nil)
                case .open(let shard): open = shard
                case nil: break
                }
                state.households[household] = .busy(Settlement())
                return (true, open)
            }
            if isTaken { return shard }
            await settled(household)
        }
    }

    /// Waits for the end of an opening or closing, if there is one.
    func settled(_ household: String) async {
        let settlement = state.withLock { state -> Settlement? in
            guard case .busy(let settlement) = state.households[household] else { return nil }
            return settlement
        }
        _ = await settlement?.value
    }

    /// Ends the opening or closing of a household's shard, and wakes the waiting tasks.
    func settle(_ household: String, _ shard: Shard?, _ result: Result<Shard, any Error>?) {
        let (settlement, observers) = state.withLock { state -> (Settlement?, [AsyncStream<String>.Continuation]) in
            guard case .busy(let settlement) = state.households[household] else { return (nil, []) }
            state.households[household] = shard.map(Entry.open)
            return (settlement, shard == nil ? [] : state.observers)
        }
        for observer in observers { observer.yield(household) }
        settlement?.fulfill(result)
    }

    /// The households whose shards are open, followed by each household whose shard is opened, until the end.
    func openings() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let open = state.withLock { state -> [String] in
            state.observers.append(continuation)
            return state.households.compactMap { if case .open = $0.value { $0.key } else { nil } }
        }
        for household in open.sorted() { continuation.yield(household) }
        return stream
    }

    /// Opens no more shards, and ends ``openings()``.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer.finish() }
    }
}
