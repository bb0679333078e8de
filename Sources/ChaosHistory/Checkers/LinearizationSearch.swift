/// Wing & Gong's search for an order that explains one object's answers, with Lowe's memoisation.
///
/// Calls and returns are in one doubly linked list in order of time. An operation can be placed next when its call
/// precedes the first return in the list: nothing has to come before it. Placing removes its two entries; reaching a
/// return means that its operation cannot be placed in time, so the last placement is undone and the search continues
/// after it. An operation that may never have happened has no return, and the search ends when only such operations are
/// left.
struct LinearizationSearch<Model: SequentialModel> {
    private struct Entry {
        let operation: Int
        let isCall: Bool
        /// The index of the operation's return; nil for a return, and for an operation that may never have happened.
        var match: Int?
        var previous = 0
        var next = 0
    }

    private struct Configuration: Hashable {
        let placed: [UInt64]
        let state: Model.State
    }

    private let model: Model
    private let operations: [RecordedOperation]
    private let maximumConfigurations: Int
    /// The first entry is the head of the list and stands for no operation; so does the last, its end.
    private var entries: [Entry] = [Entry(operation: -1, isCall: false)]
    private var definiteLeft = 0

    init(model: Model, operations: [RecordedOperation], maximumConfigurations: Int) {
        self.model = model
        self.operations = operations
        self.maximumConfigurations = maximumConfigurations
        var events: [(moment: Moment, order: Int, operation: Int, isCall: Bool)] = []
        for (index, operation) in operations.enumerated() {
            // At the same moment calls come first: then the operations count as concurrent.
            events.append((operation.invoked, 0, index, true))
            guard operation.effect == .happened, let ended = operation.ended else { continue }
            events.append((ended, 1, index, false))
            definiteLeft += 1
        }
        events.sort { ($0.moment, $0.order, $0.operation) < ($1.moment, $1.order, $1.operation) }
        var calls: [Int: Int] = [:]
        for event in events {
            if event.isCall {
                calls[event.operation] = entries.count
            } else if let call = calls[event.operation] {
                entries[call].match = entries.count
            }
            entries.append(Entry(operation: event.operation, isCall: event.isCall))
        }
        entries.append(Entry(operation: -1, isCall: false))
        for index in entries.indices {
            entries[index].previous = max(index - 1, 0)
            entries[index].next = min(index + 1, entries.count - 1)
        }
    }

    /// Searches until an order is found, there is none, or the bound is hit.
    mutating func run() -> OrderVerdict {
        var state = model.initial
        var placed = [UInt64](repeating: 0, count: operations.count / UInt64.bitWidth + 1)
        var seen: Set<Configuration> = []
        var stack: [(call: Int, before: Model.State)] = []
        var (deepest, stuck) = (-1, 0)
        var index = entries[0].next
        while definiteLeft > 0 {
            let entry = entries[index]
            if entry.isCall {
                if let after = step(state, entry.operation) {
                    placed.toggle(entry.operation)
                    if seen.insert(Configuration(placed: placed, state: after)).inserted {
                        if seen.count > maximumConfigurations { return .gaveUp(placed: max(deepest, stack.count)) }
                        stack.append((index, state))
                        state = after
                        lift(index)
                        index = entries[0].next
                        continue
                    }
                    placed.toggle(entry.operation)
                }
                index = entry.next
                continue
            }
            if entry.operation >= 0, stack.count > deepest { (deepest, stuck) = (stack.count, index) }
            guard let last = stack.popLast() else { return failure(at: stuck) }
            state = last.before
            placed.toggle(entries[last.call].operation)
            unlift(last.call)
            index = entries[last.call].next
        }
        return .found
    }

    private func step(_ state: Model.State, _ index: Int) -> Model.State? {
        model.step(state, operations[index].action, operations[index].outcome.observation)
    }

    private func failure(at index: Int) -> OrderVerdict {
        let stuck = operations[entries[index].operation]
        let until = entries[..<index].filter(\.isCall).map { operations[$0.operation].id }
        return .none(stuck: stuck.id, until: until.sorted())
    }

    private mutating func lift(_ call: Int) {
        takeOut(call)
        guard let match = entries[call].match else { return }
        takeOut(match)
        definiteLeft -= 1
    }

    /// Reinserts in the opposite order, so that removed neighbours are correct again.
    private mutating func unlift(_ call: Int) {
        if let match = entries[call].match {
            putBack(match)
            definiteLeft += 1
        }
        putBack(call)
    }

    private mutating func takeOut(_ index: Int) {
        let (previous, next) = (entries[index].previous, entries[index].next)
        entries[previous].next = next
        entries[next].previous = previous
    }

    private mutating func putBack(_ index: Int) {
        entries[entries[index].previous].next = index
        entries[entries[index].next].previous = index
    }
}

extension [UInt64] {
    /// Toggles a bit.
    fileprivate mutating func toggle(_ bit: Int) {
        self[bit / UInt64.bitWidth] ^= 1 << UInt64(bit % UInt64.bitWidth)
    }
}
