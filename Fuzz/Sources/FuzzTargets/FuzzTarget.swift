internal import Synchronization

/// The fuzzers' targets. A target traps when a property is violated.
public enum FuzzTarget {
    private static let targets: [(name: String, body: @Sendable (UnsafeRawBufferPointer) -> Void)] = [
        ("codec", codec), ("frames", frames), ("machines", machines), ("playlist", playlist), ("guide", guide),
        ("panel", panel),
    ]
    private static let chosen = Atomic<Int>(0)

    /// All targets.
    public static var names: [String] { targets.map(\.name) }

    /// Selects the target of ``run(_:)``; false when there is no such target.
    public static func choose(_ name: String) -> Bool {
        guard let index = names.firstIndex(of: name) else { return false }
        chosen.store(index, ordering: .relaxed)
        return true
    }

    /// Runs the selected target on one input.
    public static func run(_ input: UnsafeRawBufferPointer) { targets[chosen.load(ordering: .relaxed)].body(input) }

    /// Runs a target on one input; false when there is no such target.
    static func run(_ name: String, on input: [UInt8]) -> Bool {
        guard let target = targets.first(where: { $0.name == name }) else { return false }
        input.withUnsafeBytes(target.body)
        return true
    }
}

/// Traps when a property is violated, which is how libFuzzer detects a finding: every `fatalError` here is one.
func expect(_ holds: @autoclosure () throws -> Bool, _ promise: @autoclosure () -> String) {
    do {
        if try holds() { return }
        fatalError("broken: \(promise())")
    } catch {
        fatalError("broken: \(promise()): \(error)")
    }
}
