internal import Glibc

/// The switch of mutants, as `Tests/Mutants/README.md` describes them.
///
/// No product has this file: `scripts/mutants` adds it to module RPC of the copy that it builds.
public enum Mutant {
    /// The one mutant of this process, by its name in the environment; nil for none.
    private static let active = getenv("HEARTH_MUTANT").map { String(cString: $0) }

    /// Whether this process has the mutant.
    public static func isActive(_ name: String) -> Bool { active == name }
}
