/// A successful read: the observed values, and its start and end.
struct ObservedRead {
    let operation: RecordedOperation
    let observation: Observation
    let ended: Moment
    let members: Set<String>

    /// Nil for anything but a read with an answer.
    init?(_ operation: RecordedOperation) {
        guard operation.action == .read, case .ok(let observation) = operation.outcome, let ended = operation.ended
        else {
            return nil
        }
        self.operation = operation
        self.observation = observation
        self.ended = ended
        members = Set(observation.values)
    }

    var id: Int { operation.id }
    var invoked: Moment { operation.invoked }
}

extension [RecordedOperation] {
    /// The successful reads among them, in order.
    func seen(_ scope: ReadFilter = .all) -> [ObservedRead] {
        lazy.filter { scope.contains($0) }.compactMap { ObservedRead($0) }
    }
}
