/// A bug that can be planted in a ``Simulation`` on purpose, to show that a check fails when it should.
///
/// The code asks through `Runtime.hasDefect(_:)`, which is false in every release build: no switch of a shipped program
/// can turn one on. Code without a runtime at hand asks the thread, `isPlanted`.
public struct Defect: RawRepresentable, Hashable, Sendable {
    /// Its name in reports.
    public let rawValue: String

    /// Names a defect.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension Defect {
    /// True when it was planted in the simulation that runs on this thread; in debug builds only.
    @inline(__always)
    public var isPlanted: Bool {
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
    public func hasDefect(_ defect: Defect) -> Bool {
        #if DEBUG
        return (self as? Simulation)?.defects.contains(defect) == true
        #else
        return false
        #endif
    }
}
