import Foundation
package import RPC

/// Defects of a run itself: what keeps a seed from being a run.
extension Defect {
    /// A job comes from a thread that is not the run's.
    package static let leavesThread = Defect(rawValue: "leaves-thread")
    /// Chance that is not the seed's gets into a run.
    package static let takesRealChance = Defect(rawValue: "takes-real-chance")
    /// The order of a hash table gets into a run: another one in each process.
    package static let takesHashOrder = Defect(rawValue: "takes-hash-order")
}

extension HouseholdRun {
    /// Does what keeps runs from repeating, where such a defect is planted.
    func spoil() {
        if simulation.hasDefect(.takesRealChance) { simulation.note("\(SystemRuntime.shared.random())") }
        if simulation.hasDefect(.takesHashOrder) { simulation.note("\(Person.ada.hashValue)") }
        guard simulation.hasDefect(.leavesThread) else { return }
        // The run's own thread waits meanwhile: what it has is not touched by two at once.
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [simulation] in
            simulation.spawn {}
            isDone.signal()
        }
        isDone.wait()
    }
}
