/// Checks that each object behaves as if its operations happened one at a time, each at one instant between its call
/// and its answer.
///
/// **Source.** Herlihy & Wing, "Linearizability: a correctness condition for concurrent objects" (1990). The search is Wing &
/// Gong's (1993) with Lowe's memoisation ("Testing for linearizability", 2017), as in Porcupine: a configuration (which
/// operations were placed, and the state they lead to) that was seen once is not searched again. Linearizability is local, so
/// every object is judged alone (P-compositionality, Horn & Kroening 2015), which is where most of the speed comes from.
///
/// **Unknown outcomes.** An operation that may have had an effect may be placed anywhere after its call, or nowhere. One that
/// certainly had none is left out, and so is a refusal, whose reason a model does not know. Reads without an answer say
/// nothing and are left out.
///
/// Kinds of violations: `not-linearizable`, with the operations up to the answer that no order explains.
///
/// **Undecided** when the search has visited more than `maximumConfigurations`: it never passes silently.
///
/// **Complexity.** Exponential in the number of operations that overlap (the problem is NP-complete), linear in the rest:
/// keep histories short and concurrency low, some tens of overlapping operations for an object. A register in which no value
/// is written twice is decided without a search, however many outcomes are unknown (`RegisterZones`).
///
/// **Cannot see** an order between operations on different objects; a deletion that empties several is judged in each.
public struct Linearizability<Model: SequentialModel>: Checker {
    public let name: String
    public let promise = "Every object answers as if one operation happened after the other, in the order of time."
    private let objects: ObjectFilter
    private let maximumConfigurations: Int
    private let model: @Sendable (_ object: String) -> Model

    /// Creates a checker of some objects against a model.
    ///
    /// - Parameters:
    ///   - name: distinguishes models in reports: `linearizable register`.
    ///   - maximumConfigurations: the bound of the search for each object, beyond which it is undecided.
    ///   - model: the model of an object, with its initial state.
    public init(
        _ name: String = "linearizability", _ objects: ObjectFilter = .all, maximumConfigurations: Int = 200_000,
        model: @escaping @Sendable (_ object: String) -> Model
    ) {
        self.name = name
        self.objects = objects
        self.maximumConfigurations = maximumConfigurations
        self.model = model
    }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for (object, operations) in history.operationsByObject(objects) {
            let counted = operations.filter(\.countsForOrder)
            verdict.examined += counted.count
            switch order(of: counted, model(object)) {
            case .found: break
            case .gaveUp(let placed):
                verdict.undecided.append(
                    """
                    \(object): no order found for its \(counted.count) operations after \(maximumConfigurations) \
                    configurations (\(placed) placed at best)
                    """)
            case .none(let stuck, let until):
                verdict.violations.append(
                    Violation(
                        checker: name, kind: "not-linearizable", object: object,
                        sentence: "no order of the operations on \(object) explains the answer of operation \(stuck)",
                        operations: until))
            }
        }
        return verdict
    }

    private func order(of operations: [RecordedOperation], _ model: Model) -> OrderVerdict {
        if let known = model.order(of: operations) { return known }
        var search = LinearizationSearch(
            model: model, operations: operations, maximumConfigurations: maximumConfigurations)
        return search.run()
    }
}

extension RecordedOperation {
    /// True when an order has to place it: it has an answer to explain, or may have had an effect.
    var countsForOrder: Bool {
        switch action {
        case .other: false
        case .read: outcome.observation != nil
        default: effect != .none
        }
    }
}
