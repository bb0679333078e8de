/// The behaviour of an object under sequential use, with which `Linearizability` compares a history.
public protocol SequentialModel: Sendable {
    /// The complete state of the object.
    associatedtype State: Hashable & Sendable

    /// The state before the history begins.
    var initial: State { get }

    /// The state after an action, or nil when the object could not have given this answer.
    ///
    /// - Parameter observation: nil when the answer is not known; then any answer is right.
    func step(_ state: State, _ action: Action, _ observation: Observation?) -> State?

    /// The verdict, where the model can reach it without a search; nil where it cannot, as with most.
    func order(of operations: [RecordedOperation]) -> OrderVerdict?
}

extension SequentialModel {
    public func order(of operations: [RecordedOperation]) -> OrderVerdict? { nil }
}

/// Whether some order explains the answers of an object's operations.
public enum OrderVerdict: Hashable, Sendable {
    case found
    /// The operation whose answer no order explains, and all operations called by then, by ID.
    case none(stuck: Int, until: [Int])
    /// The bound of the search was hit; the maximum number of operations placed.
    case gaveUp(placed: Int)
}

/// A register: `write`, `compareAndSet`, `read`; a deletion leaves it without a value.
public struct RegisterModel: SequentialModel {
    public let initial: String?

    /// Creates a register with or without an initial value.
    public init(initial: String? = nil) { self.initial = initial }

    public func step(_ state: String?, _ action: Action, _ observation: Observation?) -> String?? {
        switch action {
        case .write(let value): .some(value)
        case .compareAndSet(let expected, let value):
            // Without an answer the result of the comparison is unknown.
            state == expected ? .some(value) : observation == nil ? .some(state) : .none
        case .delete: .some(nil)
        case .read: observation.map { $0.values.first == state && $0.values.count < 2 } ?? true ? .some(state) : .none
        default: .some(state)
        }
    }
}

/// A set: `add`, `remove`, `read`; a deletion empties it.
public struct SetModel: SequentialModel {
    public let initial: Set<String>

    /// Creates a set with initial members.
    public init(initial: Set<String> = []) { self.initial = initial }

    public func step(_ state: Set<String>, _ action: Action, _ observation: Observation?) -> Set<String>? {
        switch action {
        case .add(let value): state.union([value])
        case .remove(let value): state.subtracting([value])
        case .delete: []
        case .read: observation.map { Set($0.values) == state } ?? true ? state : nil
        default: state
        }
    }
}

/// A FIFO queue: `enqueue` appends, `take` removes from the front (nothing only from an empty queue), `remove` removes
/// from anywhere, `read` sees all in order; a deletion empties it. A value in the queue is not added again. A `take`
/// whose answer is unknown takes one.
public struct QueueModel: SequentialModel {
    public let initial: [String]

    /// Creates a queue with initial values.
    public init(initial: [String] = []) { self.initial = initial }

    public func step(_ state: [String], _ action: Action, _ observation: Observation?) -> [String]? {
        switch action {
        case .enqueue(let value): return state.contains(value) ? state : state + [value]
        case .remove(let value): return state.filter { $0 != value }
        case .delete: return []
        case .read: return observation.map { $0.values == state } ?? true ? state : nil
        case .take:
            guard let observation else { return Array(state.dropFirst()) }
            if observation.values.isEmpty { return state.isEmpty ? state : nil }
            return state.starts(with: observation.values) ? Array(state.dropFirst(observation.values.count)) : nil
        default: return state
        }
    }
}
