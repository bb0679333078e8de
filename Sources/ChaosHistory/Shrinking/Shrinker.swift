/// Makes a failing case small: of a list, or of several at once, finds a part that still fails and from which nothing can be
/// left out.
///
/// **Source.** Delta debugging: Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input" (2002), `ddmin`, for
/// one dimension after the other, and then single elements of all of them until none can go: the result is 1-minimal.
///
/// It asks nothing of chance: the same case and the same `fails` give the same result. No case is tried twice. `fails` should
/// say true only for the *same* failure (`Violation.failure`), or shrinking wanders off to another one.
public struct Shrinker: Sendable {
    /// How many cases are tried at most, the whole one included.
    public let maximumTries: Int

    /// A shrinker with a bound.
    public init(maximumTries: Int = 1000) { self.maximumTries = maximumTries }

    /// What is left of a list.
    public struct Shrunk<Element> {
        /// The smallest part found that fails, in the order of the whole.
        public var elements: [Element]
        /// How many cases were tried.
        public var tries: Int
        /// False when the whole did not fail when it was tried again: then nothing was left out.
        public var isReproduced: Bool
        /// True when leaving out any one element makes it pass; false when the bound came first.
        public var isMinimal: Bool
    }

    /// What is left of several lists.
    public struct ShrunkIndices: Hashable, Sendable {
        /// For each list the places that are kept, ascending.
        public var kept: [[Int]]
        /// How many cases were tried.
        public var tries: Int
        /// False when the whole did not fail when it was tried again: then nothing was left out.
        public var isReproduced: Bool
        /// True when leaving out any one element of any list makes it pass; false when the bound came first.
        public var isMinimal: Bool
    }

    /// Shrinks one list.
    public func shrink<Element>(
        _ elements: [Element], fails: ([Element]) throws -> Bool
    ) rethrows -> Shrunk<Element> {
        let shrunk = try shrink(counts: [elements.count]) { try fails($0[0].map { elements[$0] }) }
        return Shrunk(elements, shrunk)
    }

    /// Shrinks one list, with a test that takes its time.
    public func shrink<Element>(
        _ elements: [Element], fails: ([Element]) async throws -> Bool
    ) async rethrows -> Shrunk<Element> {
        let shrunk = try await shrink(counts: [elements.count]) { try await fails($0[0].map { elements[$0] }) }
        return Shrunk(elements, shrunk)
    }

    /// Shrinks several lists at once: operations, faults, services.
    ///
    /// - Parameters:
    ///   - counts: how long each list is. The first is shrunk first: begin with what saves most time.
    ///   - fails: whether the case with only these places of each list fails.
    public func shrink(counts: [Int], fails: ([[Int]]) throws -> Bool) rethrows -> ShrunkIndices {
        var search = ShrinkSearch(counts: counts)
        while search.tries < maximumTries, let candidate = search.next() { search.report(fails: try fails(candidate)) }
        return search.result
    }

    /// Shrinks several lists at once, with a test that takes its time.
    public func shrink(counts: [Int], fails: ([[Int]]) async throws -> Bool) async rethrows -> ShrunkIndices {
        var search = ShrinkSearch(counts: counts)
        while search.tries < maximumTries, let candidate = search.next() {
            search.report(fails: try await fails(candidate))
        }
        return search.result
    }
}

extension Shrinker.Shrunk {
    fileprivate init(_ elements: [Element], _ shrunk: Shrinker.ShrunkIndices) {
        self.init(
            elements: shrunk.kept[0].map { elements[$0] }, tries: shrunk.tries, isReproduced: shrunk.isReproduced,
            isMinimal: shrunk.isMinimal)
    }
}

extension Shrinker.Shrunk: Sendable where Element: Sendable {}
