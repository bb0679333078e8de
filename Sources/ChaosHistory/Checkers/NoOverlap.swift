/// Checks that no resource is booked twice at the same time (I8).
///
/// **Algorithm.** In every answer that has intervals, those of one resource are sorted by their start and swept: no more than
/// `capacity` of them may be open at once. Intervals are half open: one may begin when another ends.
///
/// Kinds of violations: `overlap`; `backwards` for an interval that ends before it begins.
///
/// **Complexity.** O(i log i) for the i intervals of an answer.
///
/// **Cannot see** bookings that no answer shows, or overlaps of two answers read at different times.
public struct NoOverlap: Checker {
    public let name = "no-overlap"
    public let promise = "Nothing is booked twice for the same time."
    private let objects: ObjectFilter
    private let capacity: @Sendable (String) -> Int

    /// Creates a checker of some objects.
    ///
    /// - Parameter capacity: the number of concurrent bookings of a resource.
    public init(
        _ objects: ObjectFilter = .all, capacity: @escaping @Sendable (_ resource: String) -> Int = { _ in 1 }
    ) {
        self.objects = objects
        self.capacity = capacity
    }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for operation in history.operations where objects.contains(operation.object) {
            guard let intervals = operation.outcome.observation?.intervals else { continue }
            verdict.examined += intervals.count
            let resources = Dictionary(grouping: intervals, by: \.resource).sorted { $0.key < $1.key }
            for (resource, bookings) in resources {
                guard let (kind, words) = problem(bookings, capacity: capacity(resource)) else { continue }
                verdict.violations.append(
                    Violation(
                        checker: name, kind: kind, object: operation.object,
                        sentence: "\(resource) in operation \(operation.id): \(words)", operations: [operation.id]))
            }
        }
        return verdict
    }

    /// The first violation in the bookings of one resource.
    private func problem(_ bookings: [Observation.Interval], capacity: Int) -> (kind: String, words: String)? {
        if let wrong = bookings.first(where: { $0.end < $0.start }) {
            return ("backwards", "\(wrong.label) ends at \(wrong.end) and begins at \(wrong.start)")
        }
        var open: [Observation.Interval] = []
        let sorted = bookings.filter { $0.start < $0.end }.sorted {
            ($0.start, $0.end, $0.label) < ($1.start, $1.end, $1.label)
        }
        for booking in sorted {
            open.removeAll { $0.end <= booking.start }
            open.append(booking)
            guard open.count > capacity else { continue }
            let names = open.map { "\($0.label) (\($0.start) to \($0.end))" }.joined(separator: ", ")
            return ("overlap", "\(names) at the same time, and \(capacity) may be")
        }
        return nil
    }
}
