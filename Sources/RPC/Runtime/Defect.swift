/// A defect that can be planted in a ``Simulation`` on purpose, so that a check is seen to fail when it should.
///
/// The places that look for one do so through `Runtime.hasDefect(_:)`, which is false in whatever is built for release:
/// no switch of a program that is shipped can turn one on. What has no runtime at hand asks the thread, `isPlanted`.
public struct Defect: RawRepresentable, Hashable, Sendable {
    /// Its name, which reports use.
    public let rawValue: String

    /// Makes a name of a defect.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension Defect {
    /// True when it was planted in the simulation that runs on this thread; in debug builds only.
    @inline(__always)
    package var isPlanted: Bool {
        #if DEBUG
        return Simulation.onThisThread?.defects.contains(self) == true
        #else
        return false
        #endif
    }
}

extension Runtime {
    /// True when this defect was planted here; in debug builds and simulations only.
    @inline(__always)
    package func hasDefect(_ defect: Defect) -> Bool {
        #if DEBUG
        return (self as? Simulation)?.defects.contains(defect) == true
        #else
        return false
        #endif
    }
}
