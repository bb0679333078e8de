/// The state of a search for a smaller failing case: proposes the next case and receives its result, so that a
/// synchronous and an async test can drive the same search.
struct ShrinkSearch {
    /// The next reduction of one list.
    private enum Stage {
        case whole
        /// Without any element of the list.
        case empty
        /// Only part `index` of the given number.
        case part(parts: Int, index: Int)
        /// All but part `index` of the given number.
        case rest(parts: Int, index: Int)
        /// All but one element.
        case single(index: Int)
        case done
    }

    private var kept: [[Int]]
    private var list = 0
    private var stage = Stage.whole
    private var candidate: [[Int]] = []
    /// Cases that are known to pass: none is tried twice.
    private var passing: Set<[[Int]]> = []
    private var isReproduced = false
    /// Whether the pass over single elements has removed one, so that another pass is due.
    private var hasChanged = false
    private(set) var tries = 0

    init(counts: [Int]) { kept = counts.map { Array(0..<$0) } }

    var result: Shrinker.ShrunkIndices {
        let isDone = if case .done = stage { true } else { false }
        return Shrinker.ShrunkIndices(
            kept: kept, tries: tries, isReproduced: isReproduced, isMinimal: isReproduced && isDone)
    }

    /// The next case to try; nil when nothing can be removed any more.
    mutating func next() -> [[Int]]? {
        while true {
            guard let smaller = proposal() else {
                if case .done = stage { return nil }
                advance()
                continue
            }
            if passing.contains(smaller) {
                advance()
                continue
            }
            candidate = smaller
            return smaller
        }
    }

    /// Reports the result of the case that `next` returned.
    mutating func report(fails: Bool) {
        tries += 1
        guard fails else {
            passing.insert(candidate)
            if case .whole = stage { stage = .done } else { advance() }
            return
        }
        kept = candidate
        switch stage {
        case .whole:
            isReproduced = true
            begin(list: 0)
        case .empty: begin(list: list + 1)
        case .part: stage = .part(parts: 2, index: 0)
        case .rest(let parts, _): stage = .part(parts: max(parts - 1, 2), index: 0)
        case .single: hasChanged = true
        case .done: break
        }
    }

    /// The case of the stage; nil when there is none at this place.
    private func proposal() -> [[Int]]? {
        switch stage {
        case .whole: return kept
        case .done: return nil
        case .empty: return kept[list].isEmpty ? nil : with([])
        case .part(let parts, let index):
            guard kept[list].count > 1, parts <= kept[list].count, index < parts else { return nil }
            return with(Array(kept[list][range(index, of: parts)]))
        case .rest(let parts, let index):
            // With two parts the rest of one is the other, which was tried.
            guard parts > 2, parts <= kept[list].count, index < parts else { return nil }
            var rest = kept[list]
            rest.removeSubrange(range(index, of: parts))
            return with(rest)
        case .single(let index):
            guard index < kept[list].count else { return nil }
            var rest = kept[list]
            rest.remove(at: index)
            return with(rest)
        }
    }

    /// Advances to the next case, when the last one passed or there was none.
    private mutating func advance() {
        switch stage {
        case .whole, .done: stage = .done
        case .empty: stage = .part(parts: 2, index: 0)
        case .part(let parts, let index):
            stage = index + 1 < parts ? .part(parts: parts, index: index + 1) : .rest(parts: parts, index: 0)
        case .rest(let parts, let index):
            if index + 1 < parts {
                stage = .rest(parts: parts, index: index + 1)
            } else if parts < kept[list].count {
                stage = .part(parts: min(parts * 2, kept[list].count), index: 0)
            } else {
                begin(list: list + 1)
            }
        case .single(let index):
            if index + 1 < kept[list].count {
                stage = .single(index: index + 1)
            } else {
                beginSingles(list: list + 1)
            }
        }
    }

    private mutating func begin(list next: Int) {
        guard next < kept.count else {
            hasChanged = false
            return beginSingles(list: 0)
        }
        list = next
        stage = .empty
    }

    private mutating func beginSingles(list next: Int) {
        if next < kept.count {
            list = next
            stage = .single(index: 0)
        } else if hasChanged {
            hasChanged = false
            beginSingles(list: 0)
        } else {
            stage = .done
        }
    }

    private func with(_ part: [Int]) -> [[Int]] {
        var smaller = kept
        smaller[list] = part
        return smaller
    }

    private func range(_ index: Int, of parts: Int) -> Range<Int> {
        let count = kept[list].count
        return count * index / parts..<count * (index + 1) / parts
    }
}
