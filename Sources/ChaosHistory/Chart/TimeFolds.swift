/// The idle stretches of a history, which a chart folds: nothing is called in them, and they would take the room of what
/// happened before and after.
///
/// The time that remains is the visible time: nanoseconds from the history's start, without the folded ones.
struct TimeFolds {
    /// A folded stretch, in nanoseconds of the history's clock.
    struct Fold: Hashable {
        let start: Int64
        let end: Int64

        var length: Int64 { end - start }
    }

    let folds: [Fold]
    private let (start, end): (Int64, Int64)

    /// A stretch is folded when it is longer than the whole time divided by this.
    private static let share: Int64 = 25
    /// The maximum of folds: the longest stretches.
    private static let most = 8

    init(_ history: History, from start: Int64, to end: Int64) {
        (self.start, self.end) = (start, end)
        folds = Self.idle(history, from: start)
            .filter { $0.length > max((end - start) / Self.share, 1) }
            .sorted { ($1.length, $0.start) < ($0.length, $1.start) }
            .prefix(Self.most).sorted { $0.start < $1.start }
    }

    /// The stretches between two moments at which no call was open, and no fault began or ended.
    private static func idle(_ history: History, from start: Int64) -> [Fold] {
        let calls = history.operations.map { ($0.invoked.nanoseconds, $0.ended?.nanoseconds ?? $0.invoked.nanoseconds) }
        let faults = history.faults.flatMap { [$0.begin, $0.end].compactMap(\.self).map(\.nanoseconds) }
        var (idle, busyUntil): ([Fold], Int64) = ([], start)
        for (begin, end) in (calls + faults.map { ($0, $0) }).sorted(by: { $0 < $1 }) {
            if begin > busyUntil { idle.append(Fold(start: busyUntil, end: begin)) }
            busyUntil = max(busyUntil, end)
        }
        return idle
    }

    /// The length of the visible time.
    var visibleLength: Int64 { max(end - start - folds.reduce(0) { $0 + $1.length }, 1) }

    /// The visible time of a moment, and the number of folds before it. A moment within a fold is at the fold's start.
    func visible(_ nanoseconds: Int64) -> (time: Int64, folds: Int) {
        var (folded, count): (Int64, Int) = (0, 0)
        for fold in folds {
            guard nanoseconds > fold.start else { break }
            guard nanoseconds >= fold.end else { return (fold.start - start - folded, count) }
            folded += fold.length
            count += 1
        }
        return (nanoseconds - start - folded, count)
    }

    /// The number of folds before a visible time.
    func count(before visible: Int64) -> Int {
        var folded: Int64 = 0
        for (index, fold) in folds.enumerated() {
            guard visible > fold.start - start - folded else { return index }
            folded += fold.length
        }
        return folds.count
    }

    /// The visible stretches, in nanoseconds of the history's clock.
    var stretches: [ClosedRange<Int64>] {
        var (stretches, begin): ([ClosedRange<Int64>], Int64) = ([], start)
        for fold in folds {
            stretches.append(begin...max(begin, fold.start))
            begin = fold.end
        }
        return stretches + [begin...max(begin, end)]
    }
}
