internal import Foundation
internal import RPC

/// The seeds of randomised tests: fresh ones in every run, or the one that `HEARTH_TEST_SEED` names.
public enum Seeds {
    /// So many seeds, or that one.
    public static func make(_ count: Int) -> [UInt64] {
        if let seed = ProcessInfo.processInfo.environment["HEARTH_TEST_SEED"].flatMap(UInt64.init) { return [seed] }
        return (0..<count).map { _ in SystemRuntime.shared.random() }
    }
}
