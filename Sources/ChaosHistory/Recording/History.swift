/// The record of a run, in order: the input of checkers, time lines and shrinking.
public struct History: Codable, Hashable, Sendable {
    /// The operations, in the order in which they were invoked. The IDs of recorded operations are their indices, and
    /// stay the same when some are removed.
    public var operations: [RecordedOperation]
    /// The injected faults, in the order in which they began.
    public var faults: [FaultEvent]

    /// Creates a history of these operations and faults; sorts both.
    public init(_ operations: [RecordedOperation] = [], faults: [FaultEvent] = []) {
        self.operations = operations.stablySorted { $0.invoked < $1.invoked }
        self.faults = faults.stablySorted { $0.begin < $1.begin }
    }

    /// Sets every operation's ID to its index: for histories written by hand.
    public func numbered() -> History {
        var copy = self
        for index in copy.operations.indices { copy.operations[index].id = index }
        return copy
    }

    /// The first moment; nil when it is empty.
    public var begin: Moment? {
        [operations.first?.invoked, faults.first?.begin].compactMap(\.self).min()
    }

    /// The last known moment; nil when it is empty.
    public var end: Moment? {
        let calls = operations.lazy.map { max($0.invoked, $0.ended ?? $0.invoked) }.max()
        let hits = faults.lazy.map { max($0.begin, $0.end ?? $0.begin) }.max()
        return [calls, hits].compactMap(\.self).max()
    }

    /// The paths of all objects of operations other than deletions, sorted.
    public var objects: [String] {
        var found: Set<String> = []
        for operation in operations {
            if case .delete = operation.action { continue }
            found.insert(operation.object)
        }
        return found.sorted()
    }

    /// The operations by object, each in order, for the chosen objects; a deletion is listed with every object that it
    /// empties.
    public func operationsByObject(_ chosen: ObjectFilter = .all) -> [(object: String, operations: [RecordedOperation])]
    {
        var groups: [String: [RecordedOperation]] = [:]
        for object in objects where chosen.contains(object) { groups[object] = [] }
        for operation in operations {
            if case .delete = operation.action {
                for object in groups.keys where operation.erases(object) { groups[object]?.append(operation) }
            } else {
                groups[operation.object]?.append(operation)
            }
        }
        return groups.sorted { $0.key < $1.key }.map { (object: $0.key, operations: $0.value) }
    }

    /// The operation with this id.
    public func operation(_ id: Int) -> RecordedOperation? {
        if operations.indices.contains(id), operations[id].id == id { return operations[id] }
        return operations.first { $0.id == id }
    }

    /// The operations of a violation, with all faults: the content of a short time line.
    public func showing(_ violation: Violation) -> History {
        let ids = Set(violation.operations)
        return History(operations.filter { ids.contains($0.id) }, faults: faults)
    }
}

extension Array {
    /// Sorted stably, which `sorted` does not promise.
    func stablySorted(by areInOrder: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted { left, right in
            if areInOrder(left.element, right.element) { return true }
            if areInOrder(right.element, left.element) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }
}
