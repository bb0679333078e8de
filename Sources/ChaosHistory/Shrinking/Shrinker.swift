/// Reduces a failing case: finds a part of a list, or of several at once, that still fails and from which no element
/// can be removed.
///
/// **Source.** Delta debugging: Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input" (2002), `ddmin`, for
/// one dimension after the other, and then single elements of all of them until none can go: the result is 1-minimal.
///
/// It uses no randomness: the same case and the same `fails` give the same result. No case is tried twice. `fails`
/// should return true only for the *same* failure (`Violation.failure`), or shrinking drifts to another one.
public struct Shrinker: Sendable {
    /// The maximum of cases tried, including the whole one.
    public let maximumTries: Int

    /// Creates a shrinker with a bound.
    public init(maximumTries: Int = 1000) { self.maximumTries = maximumTries }

    /// The result for a list.
    public struct Shrunk<Element> {
        /// The smallest failing part found, in the original order.
        public var elements: [Element]
        /// The number of cases tried.
        public var tries: Int
        /// False when the whole did not fail when it was tried again: then nothing was removed.
        public var isReproduced: Bool
        /// True when removing any one element makes it pass; false when the bound was hit first.
        public var isMinimal: Bool
    }

    /// The result for several lists.
    public struct ShrunkIndices: Hashable, Sendable {
        /// For each list the kept indices, ascending.
        public var kept: [[Int]]
        /// The number of cases tried.
        public var tries: Int
        /// False when the whole did not fail when it was tried again: then nothing was removed.
        public var isReproduced: Bool
        /// True when removing any one element of any list makes it pass; false when the bound was hit first.
        public var isMinimal: Bool
    }

    /// Shrinks one list.
    public func shrink<Element>(
        _ elements: [Element], fails: ([Element]) throws -> Bool
    ) rethrows -> Shrunk<Element> {
        let shrunk = try shrink(counts: [elements.count]) { try fails($0[0].map { elements[$0] }) }
        return Shrunk(elements, shrunk)
    }

    /// Shrinks one list, with an async test.
    public func shrink<Element>(
        _ elements: [Element], fails: ([Element]) async throws -> Bool
    ) async rethrows -> Shrunk<Element> {
        let shrunk = try await shrink(counts: [elements.count]) { try await fails($0[0].map { elements[$0] }) }
        return Shrunk(elements, shrunk)
    }

    /// Shrinks several lists at once: operations, faults, services.
    ///
    /// - Parameters:
    ///   - counts: the length of each list. The first is shrunk first: begin with the one that saves most time.
    ///   - fails: whether the case with only these indices of each list fails.
    public func shrink(counts: [Int], fails: ([[Int]]) throws -> Bool) rethrows -> ShrunkIndices {
        var search = ShrinkSearch(counts: counts)
        while search.tries < maximumTries, let candidate = search.next() { search.report(fails: try fails(candidate)) }
        return search.result
    }

    /// Shrinks several lists at once, with an async test.
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
