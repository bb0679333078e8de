import RPC
import Synchronization

/// What callers were told of their writes, for what is found in the end to be held against.
///
/// A *register* is something that one caller alone sets: a title that is a favourite or not, the household's name. What it
/// may hold is known at any time: what the last acknowledged write has set, and whatever was left unknown since. A write that
/// failed must have changed nothing. So a lost, doubled, late or wrongly reported write leaves a register with a value that it
/// may not have.
final class CallLedger: Sendable {
    /// How the calls of one kind have ended.
    struct Tally: Sendable {
        var begun = 0
        var acknowledged = 0
        var failed = 0
        var unknown = 0

        var ended: Int { acknowledged + failed + unknown }
    }

    /// A register's name: what it is of, and of which one.
    struct Name: Hashable, Sendable {
        var kind: String
        var id: String
    }

    private struct State {
        var possible: [Name: Set<String>] = [:]
        /// How often something was done for certain, and at most.
        var counts: [Name: (certain: Int, most: Int)] = [:]
        var tallies: [String: Tally] = [:]
        var contradictions: [String] = []
        var isOver = false
    }

    /// A register that holds nothing: it was never set, or it was taken away.
    static let nothing = ""
    /// A register that is there and has no value of its own.
    static let something = "there"

    private let state = Mutex(State())

    var tallies: [String: Tally] { state.withLock { $0.tallies } }
    /// Calls so far.
    var begun: Int { state.withLock { $0.tallies.values.reduce(0) { $0 + $1.begun } } }
    /// Answers that cannot be true.
    var contradictions: [String] { state.withLock { $0.contradictions } }
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Callers stop after this.
    func end() { state.withLock { $0.isOver = true } }

    /// Sets a register.
    ///
    /// - Parameter call: makes the call, and returns whether its answer says that it changed anything; nil when it does not
    ///   say.
    /// - Returns: the call's failure; nil when it was answered.
    @discardableResult
    func set(
        _ kind: String, _ id: String, to value: String, by method: String, _ call: () async throws(RPCError) -> Bool?
    ) async -> RPCError? {
        await set(kind, [id], to: value, by: method, call)
    }

    /// Sets several registers at once.
    @discardableResult
    func set(
        _ kind: String, _ ids: [String], to value: String, by method: String,
        _ call: () async throws(RPCError) -> Bool?
    ) async -> RPCError? {
        let names = ids.map { Name(kind: kind, id: $0) }
        do {
            try await attempt(method) { () async throws(RPCError) in
                let hasChanged = try await call()
                state.withLock { state in
                    for name in names {
                        let before = state.possible[name] ?? [Self.nothing]
                        // Of a write that was executed twice the second answer says that there was nothing to do.
                        if let hasChanged, before.count == 1, hasChanged == before.contains(value) {
                            let was = before.first ?? ""
                            state.contradictions.append(
                                "\(method) of \(kind) \(name.id) to \"\(value)\": changed \(hasChanged), was \"\(was)\""
                            )
                        }
                        state.possible[name] = [value]
                    }
                }
            }
            return nil
        } catch {
            state.withLock { state in
                for name in names {
                    let before = state.possible[name] ?? [Self.nothing]
                    state.possible[name] = error.executed == .maybe ? before.union([value]) : before
                }
            }
            return error
        }
    }

    /// Does something that counts: once acknowledged it has happened once, and unknown at most once.
    @discardableResult
    func count<Value>(
        _ kind: String, _ id: String, by method: String, _ call: () async throws(RPCError) -> Value
    ) async -> Value? {
        let name = Name(kind: kind, id: id)
        do {
            let value = try await attempt(method, call)
            state.withLock { state in
                let count = state.counts[name] ?? (0, 0)
                state.counts[name] = (count.certain + 1, count.most + 1)
            }
            return value
        } catch {
            let adds = error.executed == .maybe ? 1 : 0
            state.withLock { state in
                let count = state.counts[name] ?? (0, 0)
                state.counts[name] = (count.certain, count.most + adds)
            }
            return nil
        }
    }

    /// Makes a call that only counts among the calls.
    func attempt<Value>(
        _ method: String, _ call: () async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        state.withLock { $0.tallies[method, default: Tally()].begun += 1 }
        do {
            let value = try await call()
            state.withLock { $0.tallies[method, default: Tally()].acknowledged += 1 }
            return value
        } catch {
            state.withLock { state in
                if error.executed == .maybe {
                    state.tallies[method, default: Tally()].unknown += 1
                } else {
                    state.tallies[method, default: Tally()].failed += 1
                }
            }
            throw error
        }
    }

    /// Notes an answer that cannot be true.
    func contradict(_ sentence: String) { state.withLock { $0.contradictions.append(sentence) } }

    // MARK: The end

    /// Which registers hold what they may not, a sentence each.
    ///
    /// - Parameter found: every register of the kind that is there, with what it holds.
    func faults(of kind: String, found: [(id: String, value: String)]) -> [String] {
        let known = state.withLock { $0.possible.filter { $0.key.kind == kind } }
        let values = Dictionary(grouping: found, by: \.id)
        let wrong = known.compactMap { name, possible -> String? in
            let value = values[name.id]?.first?.value ?? Self.nothing
            if possible.contains(value) { return nil }
            return "\(kind) \(name.id) is \"\(value)\" and may be \(possible.sorted())"
        }
        let doubled = values.filter { $0.value.count > 1 }.map { "\(kind) \($0.key) is there \($0.value.count) times" }
        let strange = values.keys.filter { known[Name(kind: kind, id: $0)] == nil }
            .map { "\(kind) \($0) is there, and no call requested it" }
        return (wrong + doubled + strange).sorted()
    }

    /// The same for registers that hold something or nothing.
    func faults(of kind: String, present: [String]) -> [String] {
        faults(of: kind, found: present.map { ($0, Self.something) })
    }

    /// What was not done as often as it was acknowledged, a sentence each.
    func faults(of kind: String, found: [String: Int]) -> [String] {
        state.withLock { state in
            state.counts.filter { $0.key.kind == kind }.compactMap { name, count -> String? in
                let times = found[name.id] ?? 0
                if (count.certain...count.most).contains(times) { return nil }
                return "\(kind) \(name.id) happened \(times) times, and may have \(count.certain) to \(count.most)"
            }.sorted()
        }
    }

    /// What happened, a line for each method.
    var report: String {
        tallies.sorted { $0.key < $1.key }.map { method, tally in
            "\(method): \(tally.acknowledged) acknowledged, \(tally.failed) failed, \(tally.unknown) unknown"
        }.joined(separator: "\n")
    }
}
